public import FoundationEssentials

// Default implementations for doubles and wrappers: a missing modifier makes the login fail instead of being ignored.
extension PARAuth {
    /// Fails: the conforming type has to implement this.
    ///
    /// - Parameter state: Not used.
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func state(_ state: String) -> any PARAuth { Auth0PARAuth.lacking("state(_:)", Self.self) }

    /// Fails: the conforming type has to implement this.
    ///
    /// - Parameter redirectURL: Not used.
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func redirectURL(_ redirectURL: URL) -> any PARAuth { Auth0PARAuth.lacking("redirectURL(_:)", Self.self) }

    /// Fails: the conforming type has to implement this.
    ///
    /// - Parameter provider: Not used.
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func provider(_ provider: WebAuthWindowProvider) -> any PARAuth {
        Auth0PARAuth.lacking("provider(_: WebAuthWindowProvider)", Self.self)
    }

    /// Fails: the conforming type has to implement this.
    ///
    /// - Parameter provider: Not used.
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func provider(_ provider: WebAuthBrowserProvider) -> any PARAuth {
        Auth0PARAuth.lacking("provider(_: WebAuthBrowserProvider)", Self.self)
    }

    /// Fails: the conforming type has to implement this.
    ///
    /// - Parameter timeout: Not used.
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func timeout(_ timeout: Duration) -> any PARAuth { Auth0PARAuth.lacking("timeout(_:)", Self.self) }

    /// Fails: the conforming type has to implement this.
    ///
    /// - Parameter page: Not used.
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func completionPage(_ page: WebAuthentication.CompletionPage) -> any PARAuth {
        Auth0PARAuth.lacking("completionPage(_:)", Self.self)
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
    static func lacking(_ modifier: String, _ type: Any.Type) -> Auth0PARAuth {
        Auth0PARAuth(.unimplemented(modifier, in: type))
            .changed { $0.problem = .lacking("\(modifier) -> any PARAuth", type) }
    }
}
