import ByteEncodings
import FoundationEssentials
import HTTPMessages
import OpenID
import RequestPipeline
import Streams

/// The SDK's implementation of a login that a server has begun.
struct Auth0PARAuth: PARAuth {
    var webAuth: Auth0WebAuth
    var state: String?

    init(_ authentication: Auth0Authentication) { webAuth = Auth0WebAuth(authentication) }

    var telemetry: Telemetry {
        get { webAuth.telemetry }
        set { webAuth.telemetry = newValue }
    }
    var logger: (any Logger)? {
        get { webAuth.logger }
        set { webAuth.logger = newValue }
    }
    var clientId: String { webAuth.clientId }
    var url: URL { webAuth.url }

    func changed(_ modifier: String = #function, _ change: (inout WebAuthOptions) -> Void) -> Self {
        var copy = self
        copy.webAuth = webAuth.changed(modifier, change)
        return copy
    }

    func sessionTransferToken(_ token: String) -> Self {
        changed { $0["session_transfer_token"] = token }
    }

    func provider(_ provider: @escaping WebAuthProvider) -> Self { changed { $0.window = .custom(provider) } }

    func useEphemeralSession() -> Self { changed { $0.isEphemeral = true } }
}

extension Auth0PARAuth {
    func start(
        requestUri: String, callback: @escaping @Sendable (WebAuthResult<AuthorizationCode>) -> Void
    ) -> any Cancellable {
        operation(requestUri).start(callback)
    }

    func start(requestUri: String) async throws(WebAuthError) -> AuthorizationCode {
        try await operation(requestUri).value()
    }

    func start(requestUri: String) -> AnyPublisher<AuthorizationCode, WebAuthError> {
        operation(requestUri).publisher()
    }

    private func operation(_ requestUri: String) -> Operation<AuthorizationCode, WebAuthError> {
        let problem = webAuth.options.problem ?? webAuth.noteStart()
        return Operation(inBrowser: { completion in
            if let problem { throw problem }
            return AuthorizationSession.begin(try plan(requestUri)) { result in
                completion(
                    result.map { AuthorizationCode(code: $0.response?.code ?? "", state: $0.response?.state) }
                        .mapError { WebAuthError($0) })
            }
        })
    }

    private static let stateMissing = AuthorizationError(
        .requestInvalid, "pass the state that the server pushed to state(_:): any web page can send a browser back here"
    )

    private func plan(_ requestUri: String) throws -> AuthorizationSession.Plan {
        guard requestUri.utf8.starts(with: "urn:ietf:params:oauth:request_uri:".utf8),
            let pushed = PushedAuthorization(requestURI: requestUri)
        else { throw WebAuthError.invalidRequestUri }
        guard let state else { throw Self.stateMissing }
        let checked = try RandomText.checked(state, named: "state")
        let base = try webAuth.authentication.address.base.get()
        let endpoint = try base.appending("authorize")
        let extra = [
            ("session_transfer_token", webAuth.options["session_transfer_token"]),
            ("auth0Client", webAuth.telemetry.value),
        ].compactMap { name, value in value.map { (name, $0) } }
        var plan = try webAuth.plan(expecting: .init(state: checked, issuer: webAuth.options.issuer ?? base.string)) {
            [webAuth] _, prepared in
            prepared(Result { try pushed.url(at: endpoint, for: webAuth.clientId, with: extra) })
            return ClosureCancellable()
        }
        // The server has pushed one redirect URI: if its port is taken, another program would receive the response.
        if plan.redirect == .stablePort() { plan.redirect = .stablePort(Array(RedirectURI.stablePorts.prefix(1))) }
        return plan
    }
}

extension Auth0PARAuth {
    func state(_ state: String) -> any PARAuth {
        var copy = changed { _ in }
        copy.state = state
        return copy
    }

    func redirectURL(_ redirectURL: URL) -> any PARAuth { changed { $0.redirect = redirectURL.absoluteString } }

    func provider(_ provider: WebAuthWindowProvider) -> any PARAuth {
        changed { $0.window = .ofProgram(provider) }
    }

    func provider(_ provider: WebAuthBrowserProvider) -> any PARAuth {
        changed { $0.open(with: provider) }
    }

    func timeout(_ timeout: Duration) -> any PARAuth { changed { $0.session.timeout = timeout } }

    func completionPage(_ page: WebAuthentication.CompletionPage) -> any PARAuth {
        changed { $0.session.completionPage = page }
    }

    /// A login that fails because a conforming type lacks a modifier.
    static func lacking(_ modifier: String = #function, in type: Any.Type) -> Auth0PARAuth {
        Auth0PARAuth(Auth0Authentication(address: .notImplemented(modifier, in: type)))
            .changed { $0.problem = .lacking("the modifier \(modifier) -> any PARAuth", type) }
    }
}

extension Auth0PARAuth: _Redacted {
    /// A mirror of the client: the state and the session transfer token are secrets.
    var customMirror: Mirror { Mirror(self, children: ["clientId": clientId, "url": url]) }
}
