// Screens of iOS apps, whose callbacks touch their own state: every mode compiles them, with warnings.
import Auth0
import Foundation
import ReachFive
import Streams
import StreamsFoundation

/// Stands in for the class of UIKit.
@MainActor class UIViewController {
    var view = ""
    init() {}
    func viewDidLoad() {}
    func present(_ text: String) { view = text }
}

final class LoginViewController: UIViewController {
    private let credentialsManager = CredentialsManager(authentication: Auth0.authentication())
    private var cancellables = Set<AnyCancellable>()
    var credentials: Credentials?

    override func viewDidLoad() {
        super.viewDidLoad()
        credentialsManager.credentials { result in
            if case .success(let credentials) = result { self.credentials = credentials }
        }
    }

    func logIn() {
        Auth0.webAuth().audience("https://api.example.com").start { [weak self] result in
            switch result {
            case .success(let credentials):
                self?.credentials = credentials
                _ = self?.credentialsManager.store(credentials: credentials)
                self?.loadProfile(credentials)
            case .failure(let error): self?.present(error.localizedDescription)
            }
        }
    }

    func loadProfile(_ credentials: Credentials) {
        Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start { result in
            self.view = (try? result.get().name) ?? "\(result)"
        }
    }

    func logOut() {
        Auth0.webAuth().clearSession(federated: false) { result in
            guard case .success = result else { return self.present("still logged in") }
            self.credentials = nil
            _ = self.credentialsManager.clear()
        }
        credentialsManager.revoke { result in self.view = "\(result)" }
        credentialsManager.renew { self.view = "\($0)" }
        credentialsManager.apiCredentials(forAudience: "a") { self.view = "\($0)" }
        credentialsManager.ssoCredentials { self.view = "\($0)" }
    }

    func logInInWindow() {
        var agent: (any WebAuthUserAgent)?
        Auth0.webAuth()
            .provider { url, callback in
                self.view = url.absoluteString
                agent = ScreenAgent(callback)
                return ScreenAgent(callback)
            }
            .onClose { self.present("closed") }
            .start { _ in self.present("\(agent as Any)") }
    }

    func logInByPublisher() {
        Auth0.webAuth().start()
            .sink(
                receiveCompletion: { completion in self.view = "\(completion)" },
                receiveValue: { credentials in self.credentials = credentials }
            )
            .store(in: &cancellables)
    }

    func logInWithReachFive(_ provider: ReachFive) {
        provider.webviewLogin(WebviewLoginRequest())
            .onSuccess { token in self.view = token.accessToken }
            .onFailure { self.view = "\($0)" }
    }
}

@MainActor final class ScreenModel: ObservableObject {
    @Published var text = ""
    @Published var isBusy = false
    private let webAuth: any WebAuth
    private var attempts = 0

    init(_ webAuth: any WebAuth = Auth0.webAuth()) { self.webAuth = webAuth }

    func login() {
        isBusy = true
        webAuth.start { result in self.text = "\(result)" }
    }

    func loginAndCount(_ completion: @escaping (Credentials?) -> Void) {
        var last: Credentials?
        webAuth.start { result in
            self.isBusy = false
            self.attempts += 1
            last = try? result.get()
            completion(last)
        }
    }

    func authorize(_ uri: String) {
        Auth0.authorizeWithRequestUri().start(requestUri: uri) { result in self.text = "\(result)" }
    }
}

/// A login in a variable, as the wrappers of other frameworks build it.
final class LoginPlugin {
    func login(_ options: [String: Any], resolve: @escaping (Any?) -> Void, reject: @escaping (Error) -> Void) {
        var builder = Auth0.webAuth(clientId: "client", domain: "tenant.example.com")
        if let audience = options["audience"] as? String { builder = builder.audience(audience) }
        if let scope = options["scope"] as? String { builder = builder.scope(scope) }
        if options["ephemeralSession"] as? Bool == true { builder = builder.useEphemeralSession() }
        if let leeway = options["leeway"] as? Int { builder = builder.leeway(leeway) }
        builder.start { result in
            switch result {
            case .success(let credentials): resolve(["accessToken": credentials.accessToken])
            case .failure(let error): reject(error)
            }
        }
    }
}

nonisolated final class ScreenAgent: WebAuthUserAgent {
    private var isShown = false
    private let callback: WebAuthProviderCallback

    init(_ callback: @escaping WebAuthProviderCallback) { self.callback = callback }

    func start() { isShown = true }
    func finish(with result: WebAuthResult<Void>) { callback(result) }
}
