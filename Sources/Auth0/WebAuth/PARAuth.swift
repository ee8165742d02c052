public import FoundationEssentials
public import RequestPipeline
public import Streams

/// The authorization code of a login that a server began.
public struct AuthorizationCode: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The code, for the server that has the verifier.
    public let code: String
    /// The `state` of the login; `nil` when it has none.
    public let state: String?

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(code: String, state: String? = nil) { (self.code, self.state) = (code, state) }

    /// A fixed text: neither the code nor the state.
    public var description: String { "AuthorizationCode(<REDACTED>)" }
    /// A mirror without members.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The browser part of a login that your server has begun with a pushed authorization request.
///
/// The server pushes the request and receives a request URI, this client opens the browser with it, and the server
/// exchanges the code of the response. Nothing happens before `start`.
///
/// Create a value with ``authorizeWithRequestUri(clientId:domain:)``. A test double implements the `start(requestUri:)`
/// that publishes. The modifiers that return `any PARAuth` have default implementations: after one of them `start`
/// fails, and the cause of the error names the modifier to implement.
///
/// - SeeAlso: [RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)
@preconcurrency
public protocol PARAuth: Trackable, Loggable, Sendable {
    /// The client ID of the application; empty when none was found.
    var clientId: String { get }
    /// The base URL of the tenant.
    var url: URL { get }

    /// Continues a session of a native application in the browser.
    ///
    /// - Parameter token: The session transfer token of `ssoExchange`.
    /// - Returns: A changed copy.
    func sessionTransferToken(_ token: String) -> Self

    /// Shows the page in a custom user agent.
    ///
    /// - Parameter provider: Makes the user agent.
    /// - Returns: A changed copy.
    @preconcurrency
    func provider(_ provider: @escaping WebAuthProvider) -> Self

    /// Logs in in a private window with a temporary profile.
    ///
    /// - Returns: A changed copy.
    func useEphemeralSession() -> Self

    /// Sets the `state` that the server pushed: a response without it is ignored, and the login keeps waiting.
    ///
    /// It is required: a login without it fails with ``WebAuthError/other``, because any web page and any user of the
    /// machine could send a forged response. The server compares the ``AuthorizationCode/state``, too.
    ///
    /// - Parameter state: The pushed `state`, at least 22 characters: 128 random bits in base64url. A shorter one makes
    ///   the login fail with ``WebAuthError/other``.
    /// - Returns: A changed copy.
    func state(_ state: String) -> any PARAuth

    /// Sets the redirect URL that the server pushed, as in ``WebAuth/redirectURL(_:)``.
    ///
    /// - Parameter redirectURL: The pushed redirect URL; `http://127.0.0.1:8484/callback` by default, without further
    ///   ports, because the server has pushed a single URL.
    /// - Returns: A changed copy.
    func redirectURL(_ redirectURL: URL) -> any PARAuth

    /// Shows the page in a window of the program, as the function of ``WebAuth``, whose parameters are the same.
    func provider(_ provider: WebAuthWindowProvider) -> any PARAuth

    /// Uses a custom URL scheme for the callback, as the function of ``WebAuth``, whose parameters are the same.
    func provider(_ provider: WebAuthBrowserProvider) -> any PARAuth

    /// Limits how long the user may take, as ``WebAuth/timeout(_:)``, whose parameters are the same.
    func timeout(_ timeout: Duration) -> any PARAuth

    /// Sets the page at the end of the login, as ``WebAuth/completionPage(_:)``, whose parameters are the same.
    func completionPage(_ page: WebAuthentication.CompletionPage) -> any PARAuth

    /// Opens the browser and calls back.
    ///
    /// - Parameters:
    ///   - requestUri: The `request_uri` that the server received; the login fails with
    ///     ``WebAuthError/invalidRequestUri`` when it does not begin with `urn:ietf:params:oauth:request_uri:`.
    ///   - callback: Called exactly once, with no lock held, on a background thread of the SDK.
    /// - Returns: A handle that cancels the login; releasing it has no effect.
    @preconcurrency @discardableResult
    func start(
        requestUri: String, callback: @escaping @Sendable (WebAuthResult<AuthorizationCode>) -> Void
    ) -> any Cancellable

    /// Opens the browser and waits for the code; returns on the caller's executor.
    ///
    /// <!-- swift: import Foundation
    /// let server = try await openIDClient()
    /// let pushed = server.login().redirectURI("http://127.0.0.1:8484/callback").pushing()
    /// let pending = try await server.begin(pushed).start()
    /// let query = URLComponents(string: pending.url)?.queryItems ?? []
    /// let requestURI = query.first { $0.name == "request_uri" }?.value ?? "" -->
    ///
    /// ```swift
    /// let response = try await Auth0.authorizeWithRequestUri()
    ///     .state(pending.state)
    ///     .start(requestUri: requestURI)
    /// print(response.state == pending.state)
    /// // prints true
    /// ```
    ///
    /// - Parameter requestUri: The `request_uri` that the server received.
    /// - Returns: The code.
    /// - Throws: ``WebAuthError``.
    func start(requestUri: String) async throws -> AuthorizationCode

    /// Publishes the code.
    ///
    /// - Parameter requestUri: The `request_uri` that the server received.
    /// - Returns: A publisher that opens the browser for each subscriber, publishes one value and finishes, or fails.
    func start(requestUri: String) -> AnyPublisher<AuthorizationCode, WebAuthError>
}

/// Default implementations for doubles: all styles deliver the result of the publisher.
extension PARAuth {
    /// The default implementation, which delivers the first value of the publisher, or ``WebAuthError/unknown``.
    @preconcurrency @discardableResult
    public func start(
        requestUri: String, callback: @escaping @Sendable (WebAuthResult<AuthorizationCode>) -> Void
    ) -> any Cancellable {
        Operation(publishing: start(requestUri: requestUri), of: Self.self).start(callback)
    }

    /// The default implementation, which returns the first value of the publisher, or throws ``WebAuthError/unknown``.
    public func start(requestUri: String) async throws -> AuthorizationCode {
        try await Operation(publishing: start(requestUri: requestUri), of: Self.self).value()
    }
}

// Default implementations for doubles and wrappers: a missing modifier makes the login fail instead of being ignored.
extension PARAuth {
    /// The default implementation, which fails: the conforming type has to implement this.
    public func state(_ state: String) -> any PARAuth { Auth0PARAuth.lacking(in: Self.self) }

    /// The default implementation, which fails: the conforming type has to implement this.
    public func redirectURL(_ redirectURL: URL) -> any PARAuth { Auth0PARAuth.lacking(in: Self.self) }

    /// The default implementation, which fails: the conforming type has to implement this.
    public func provider(_ provider: WebAuthWindowProvider) -> any PARAuth {
        Auth0PARAuth.lacking("provider(_: WebAuthWindowProvider)", in: Self.self)
    }

    /// The default implementation, which fails: the conforming type has to implement this.
    public func provider(_ provider: WebAuthBrowserProvider) -> any PARAuth {
        Auth0PARAuth.lacking("provider(_: WebAuthBrowserProvider)", in: Self.self)
    }

    /// The default implementation, which fails: the conforming type has to implement this.
    public func timeout(_ timeout: Duration) -> any PARAuth { Auth0PARAuth.lacking(in: Self.self) }

    /// The default implementation, which fails: the conforming type has to implement this.
    public func completionPage(_ page: WebAuthentication.CompletionPage) -> any PARAuth {
        Auth0PARAuth.lacking(in: Self.self)
    }
}
