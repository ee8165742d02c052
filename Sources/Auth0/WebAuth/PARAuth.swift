public import FoundationEssentials
import HTTP
import OpenID
public import Pipeline
public import Streams

/// What a browser brings back from a login that somebody else began.
public struct AuthorizationCode: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The code, for whoever has the verifier.
    public let code: String
    /// The state of the login, where it has one.
    public let state: String?

    /// Makes a code.
    public init(code: String, state: String? = nil) { (self.code, self.state) = (code, state) }

    /// Neither the code nor the state.
    public var description: String { "AuthorizationCode(<REDACTED>)" }
    /// Neither the code nor the state.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The browser's part of a login that a server of yours has begun with a pushed authorization request.
///
/// The server pushes the request and gets a request URI, this opens the browser with it, and the server exchanges the code
/// that comes back. A value: nothing happens before `start`.
///
/// Make one with ``authorizeWithRequestUri(clientId:domain:)``.
///
/// - SeeAlso: [RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)
public struct PARAuth: Sendable, Trackable, Loggable {
    private var webAuth: WebAuth
    private var state: String?

    init(_ webAuth: WebAuth) { self.webAuth = webAuth }

    /// How the client names the SDK to the server.
    public var telemetry: Telemetry {
        get { webAuth.telemetry }
        set { webAuth.telemetry = newValue }
    }
    /// Who is told what the client opens; nobody by default.
    public var logger: (any Logger)? {
        get { webAuth.logger }
        set { webAuth.logger = newValue }
    }
    /// The client ID of the application; empty when none was found.
    public var clientId: String { webAuth.clientId }
    /// The base URL of the tenant.
    public var url: URL { webAuth.url }

    private func changed(_ change: (inout WebAuth) -> Void) -> Self {
        var copy = self
        change(&copy.webAuth)
        return copy
    }

    /// Carries a session over: the token of `ssoExchange`.
    public func sessionTransferToken(_ token: String) -> Self {
        changed { $0 = $0.parameters(["session_transfer_token": token]) }
    }

    /// The state that the server pushed. What comes back without it is no answer, and the wait goes on; without this,
    /// checking it is the server's.
    public func state(_ state: String) -> Self {
        var copy = self
        copy.state = state
        return copy
    }

    /// The redirect URL that the server pushed, as in ``WebAuth/redirectURL(_:)``.
    public func redirectURL(_ redirectURL: URL) -> Self { changed { $0 = $0.redirectURL(redirectURL) } }

    /// Shows the page in a user agent of yours.
    public func provider(_ provider: @escaping WebAuthProvider) -> Self { changed { $0 = $0.provider(provider) } }

    /// Shows the page in a window of the program's own, as in ``WebAuth``.
    public func provider(_ provider: WebAuthWindowProvider) -> Self { changed { $0 = $0.provider(provider) } }

    /// Comes back by a scheme of the application's own, see ``WebAuthentication/safariProvider()``.
    public func provider(_ provider: WebAuthBrowserProvider) -> Self { changed { $0 = $0.provider(provider) } }

    /// Logs in in a private window with a profile that is thrown away.
    public func useEphemeralSession() -> Self { changed { $0 = $0.useEphemeralSession() } }

    /// How long the person may take; ten minutes by default, at most a day.
    public func timeout(_ timeout: Duration) -> Self { changed { $0 = $0.timeout(timeout) } }

    /// Opens the browser and calls back.
    ///
    /// - Parameters:
    ///   - requestUri: What the server got for its request; anything that does not begin with
    ///     `urn:ietf:params:oauth:request_uri:` is ``WebAuthError/invalidRequestUri``.
    ///   - callback: Called exactly once, with no lock held, on a background thread of the SDK.
    /// - Returns: Gives the login up when it is cancelled.
    @discardableResult
    public func start(
        requestUri: String, callback: @escaping @Sendable (WebAuthResult<AuthorizationCode>) -> Void
    ) -> any Cancellable {
        operation(requestUri).start(callback)
    }

    /// Opens the browser and waits, on the caller's executor.
    ///
    /// - Parameter requestUri: What the server got for its request.
    /// - Returns: The code.
    /// - Throws: ``WebAuthError``.
    public func start(requestUri: String) async throws(WebAuthError) -> AuthorizationCode {
        try await operation(requestUri).value()
    }

    /// Publishes the code.
    ///
    /// - Parameter requestUri: What the server got for its request.
    /// - Returns: A publisher that opens the browser for each subscriber.
    public func start(requestUri: String) -> AnyPublisher<AuthorizationCode, WebAuthError> {
        operation(requestUri).publisher()
    }

    private func operation(_ requestUri: String) -> Operation<AuthorizationCode, WebAuthError> {
        Operation(inBrowser: { completion in
            AuthorizationSession.begin(try plan(requestUri)) { result in
                completion(
                    result.map { AuthorizationCode(code: $0.answer?.code ?? "", state: $0.answer?.state) }
                        .mapError { WebAuthError($0) })
            }
        })
    }

    private func plan(_ requestUri: String) throws -> AuthorizationSession.Plan {
        guard requestUri.utf8.starts(with: "urn:ietf:params:oauth:request_uri:".utf8),
            let pushed = PushedAuthorization(requestURI: requestUri)
        else { throw WebAuthError.invalidRequestUri }
        let endpoint = try webAuth.authentication.address.base.get().appending("authorize")
        let extra = [
            ("session_transfer_token", webAuth.options["session_transfer_token"]),
            ("auth0Client", webAuth.telemetry.value),
        ].compactMap { name, value in value.map { (name, $0) } }
        return try webAuth.plan(expecting: .init(state: state, issuer: nil)) { [webAuth] _, prepared in
            prepared(Result { try pushed.url(at: endpoint, for: webAuth.clientId, with: extra) })
            return Work()
        }
    }
}
