public import FoundationEssentials

/// What such a login has besides; a double of yours stays as it is.
extension PARAuth {
    private func changed(_ change: (inout Auth0WebAuth) -> Void) -> Self {
        guard var copy = self as? Auth0PARAuth else { return self }
        change(&copy.webAuth)
        return copy as? Self ?? self
    }

    /// The state that the server pushed. What comes back without it is no answer, and the wait goes on; without this,
    /// checking it is the server's.
    public func state(_ state: String) -> Self {
        guard var copy = self as? Auth0PARAuth else { return self }
        copy.state = state
        return copy as? Self ?? self
    }

    /// The redirect URL that the server pushed, as in ``WebAuth/redirectURL(_:)``.
    public func redirectURL(_ redirectURL: URL) -> Self { changed { $0 = $0.redirectURL(redirectURL) } }

    /// Shows the page in a window of the program's own, as in ``WebAuth``.
    public func provider(_ provider: WebAuthWindowProvider) -> Self { changed { $0 = $0.provider(provider) } }

    /// Comes back by a scheme of the application's own, see ``WebAuthentication/safariProvider(application:)``.
    public func provider(_ provider: WebAuthBrowserProvider) -> Self { changed { $0 = $0.provider(provider) } }

    /// How long the person may take; ten minutes by default, at most a day.
    public func timeout(_ timeout: Duration) -> Self { changed { $0 = $0.timeout(timeout) } }
}
