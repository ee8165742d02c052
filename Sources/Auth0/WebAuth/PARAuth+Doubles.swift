public import FoundationEssentials
import RequestPipeline
public import Streams

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
