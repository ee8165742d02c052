// Providers of one's own, builders, logs, invitations.
import Auth0
import Foundation
import HTTPMessages
import RequestPipeline
import Streams

final class Agent: NSObject, WebAuthUserAgent {
    let url: URL
    let callback: WebAuthProviderCallback
    init(url: URL, callback: @escaping WebAuthProviderCallback) {
        self.url = url
        self.callback = callback
        super.init()
    }
    func start() { print(url) }
    func finish(with result: WebAuthResult<Void>) { callback(result) }
    override var description: String { "Agent" }
}

func customProvider(style: Int = 0) -> WebAuthProvider {
    return { url, callback in Agent(url: url, callback: callback) }
}

func providers() {
    Auth0.webAuth()
        .provider { url, callback in Agent(url: url, callback: callback) }
        .start { result in print(result) }
    Auth0.webAuth().provider(customProvider()).start { print($0) }
    Auth0.webAuth().provider(WebAuthentication.safariProvider()).start { print($0) }
}

func authorizeURL(of webAuth: WebAuth) -> URL? {
    var seen: URL?
    webAuth.provider { url, callback in
        seen = url
        return Agent(url: url, callback: callback)
    }.start { _ in }
    return seen
}

func everyModifier(_ invitation: URL) -> WebAuth {
    Auth0
        .webAuth(clientId: "c", domain: "d.example.com")
        .connection("github")
        .scope("openid")
        .connectionScope("repo")
        .state("s")
        .nonce("n")
        .audience("https://api")
        .parameters(["prompt": "login"])
        .headers(["X-A": "b"])
        .redirectURL(invitation)
        .authorizeURL(invitation)
        .issuer("https://d.example.com/")
        .leeway(30_000)
        .maxAge(3600)
        .organization("org_1")
        .invitationURL(invitation)
        .useHTTPS()
        .useEphemeralSession()
        .onClose { print("closed") }
        .onClose(nil)
        .logging(enabled: true)
        .useDPoP()
}

func trackedClient() -> WebAuth {
    var auth = Auth0.webAuth()
    auth.tracking(enabled: false)
    auth.using(inLibrary: "Lock", version: "1.0")
    var authentication = Auth0.authentication()
    authentication.tracking(enabled: false)
    authentication.telemetry = Telemetry()
    print(auth.telemetry, authentication.clientId, authentication.url.absoluteString, auth.logger as Any)
    return auth.logging(enabled: false)
}

final class PrintLogger: Logger {
    func trace(request: TransportRequest) { print(request.url) }
    func trace(response: TransportResponse) { print(response.status) }
    func trace(url: String, source: String?) { print(url, source ?? "") }
}

func logged() -> [Loggable] {
    [
        Auth0.authentication().using(logger: PrintLogger()), Auth0.webAuth().using(logger: PrintLogger()),
        Auth0.users(token: "t").logging(enabled: true), Auth0.myAccount(token: "t").logging(enabled: true),
    ]
}

/// The application delegate, who got URLs from the system.
final class AppDelegate {
    func application(_ app: Any, open url: URL, options: [String: Any]) -> Bool {
        WebAuthentication.resume(with: url)
    }
    func application2017(_ app: Any, open url: URL, options: [String: Any]) -> Bool {
        Auth0.resumeAuth(url, options: options)
    }
    func scene(_ contexts: [URL]) { contexts.forEach { WebAuthentication.resume(with: $0) } }
}

final class Logout {
    var cancellables: Set<AnyCancellable> = []
    func all() async throws {
        Auth0.webAuth().clearSession { print($0) }
        Auth0.webAuth().clearSession(federated: true) { _ in }
        Auth0.webAuth().clearSession(federated: false) { result in
            if case .success = result { print("out") }
        }
        try await Auth0.webAuth().clearSession()
        try await Auth0.webAuth().logout(federated: true)
        Auth0.webAuth().clearSession().sink(receiveCompletion: { print($0) }, receiveValue: {}).store(in: &cancellables)
        Auth0.webAuth().clearSession(federated: true)
            .sink(receiveCompletion: { _ in }, receiveValue: { _ in }).store(in: &cancellables)
    }
}
