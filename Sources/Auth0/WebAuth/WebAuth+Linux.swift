public import OpenID
import RequestPipeline

extension WebAuth {
    /// Requires a recent login; otherwise the user has to log in again.
    ///
    /// - Parameter maxAge: The longest time since the user logged in, in whole seconds: fractions are cut off.
    /// - Returns: A changed copy.
    public func maxAge(_ maxAge: Duration) -> Self { self.maxAge(Int(clamping: maxAge.components.seconds)) }

    /// Sets the tolerated difference between the clocks of tenant and machine.
    ///
    /// - Parameter leeway: One minute by default, in whole milliseconds: fractions are cut off. More than five minutes
    ///   make the login fail.
    /// - Returns: A changed copy.
    public func leeway(_ leeway: Duration) -> Self {
        let (seconds, attoseconds) = leeway.components
        // Bounded, so that the arithmetic cannot overflow; both bounds are refused when the login starts.
        let bounded = Int(min(max(seconds, -1_000_000), 1_000_000))
        return self.leeway(bounded * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }

    /// Measures time with other clocks, for tests; for the SDK's own login only.
    package func timed(by time: TimeSource, _ alarm: Alarm) -> any WebAuth {
        guard let login = self as? Auth0WebAuth else { return Auth0WebAuth.lacking("timed(by:_:)", Self.self) }
        return login.changed { ($0.time, $0.session.alarm) = (time, alarm) }
    }
}

// Default implementations for doubles and wrappers: a missing modifier makes the login fail instead of being ignored.
extension WebAuth {
    /// Fails: the conforming type has to implement this.
    ///
    /// - Parameter provider: Not used.
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func provider(_ provider: WebAuthWindowProvider) -> any WebAuth {
        Auth0WebAuth.lacking("provider(_: WebAuthWindowProvider)", Self.self)
    }

    /// Fails: the conforming type has to implement this.
    ///
    /// - Parameter provider: Not used.
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func provider(_ provider: WebAuthBrowserProvider) -> any WebAuth {
        Auth0WebAuth.lacking("provider(_: WebAuthBrowserProvider)", Self.self)
    }

    /// Fails: the conforming type has to implement this.
    ///
    /// - Parameter provider: Not used.
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func provider(_ provider: WebAuthTerminalProvider) -> any WebAuth {
        Auth0WebAuth.lacking("provider(_: WebAuthTerminalProvider)", Self.self)
    }

    /// Fails: the conforming type has to implement this.
    ///
    /// - Parameter timeout: Not used.
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func timeout(_ timeout: Duration) -> any WebAuth { Auth0WebAuth.lacking("timeout(_:)", Self.self) }

    /// Fails: the conforming type has to implement this.
    ///
    /// - Parameter page: Not used.
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func completionPage(_ page: WebAuthentication.CompletionPage) -> any WebAuth {
        Auth0WebAuth.lacking("completionPage(_:)", Self.self)
    }

    /// Fails: the conforming type has to implement this.
    ///
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func pushing() -> any WebAuth { Auth0WebAuth.lacking("pushing()", Self.self) }

    /// Fails: the conforming type has to implement this.
    ///
    /// - Parameter key: Not used.
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func signingRequest(with key: SigningKey) -> any WebAuth {
        Auth0WebAuth.lacking("signingRequest(with:)", Self.self)
    }

    /// Fails: the conforming type has to implement this.
    ///
    /// - Parameter details: Not used.
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func authorizationDetails(_ details: [AuthorizationDetail]) -> any WebAuth {
        Auth0WebAuth.lacking("authorizationDetails(_:)", Self.self)
    }

    /// Fails: the conforming type has to implement this.
    ///
    /// - Parameter audiences: Not used.
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func trustedAudiences(_ audiences: [String]) -> any WebAuth {
        Auth0WebAuth.lacking("trustedAudiences(_:)", Self.self)
    }

    /// Fails: the conforming type has to implement this.
    ///
    /// - Returns: A login whose start fails with ``WebAuthError/other``; the cause names this modifier.
    public func allowingConcurrentLogins() -> any WebAuth {
        Auth0WebAuth.lacking("allowingConcurrentLogins()", Self.self)
    }
}

extension Auth0WebAuth {
    func provider(_ provider: WebAuthWindowProvider) -> any WebAuth { changed { $0.window = .ofProgram(provider) } }

    func provider(_ provider: WebAuthBrowserProvider) -> any WebAuth {
        changed { $0.open(with: provider) }
    }

    func provider(_ provider: WebAuthTerminalProvider) -> any WebAuth {
        changed { $0.window = .terminal(provider.terminal ?? .standardError) }
    }

    func timeout(_ timeout: Duration) -> any WebAuth { changed { $0.session.timeout = timeout } }

    func completionPage(_ page: WebAuthentication.CompletionPage) -> any WebAuth {
        changed { $0.session.completionPage = page }
    }

    func pushing() -> any WebAuth { changed { $0.isPushing = true } }

    func signingRequest(with key: SigningKey) -> any WebAuth { changed { $0.signingKey = key } }

    func authorizationDetails(_ details: [AuthorizationDetail]) -> any WebAuth {
        changed { $0["authorization_details"] = details.isEmpty ? nil : details.parameter }
    }

    func trustedAudiences(_ audiences: [String]) -> any WebAuth { changed { $0.trustedAudiences = audiences } }

    func allowingConcurrentLogins() -> any WebAuth { changed { $0.session.allowsOthers = true } }

    /// A login that fails because a conforming type lacks a modifier.
    static func lacking(_ modifier: String, _ type: Any.Type) -> Auth0WebAuth {
        Auth0WebAuth(.unimplemented(modifier, in: type))
            .changed { $0.problem = .lacking("\(modifier) -> any WebAuth", type) }
    }
}

extension WebAuthError {
    /// The failure of a login after a modifier that a conforming type lacks.
    static func lacking(_ modifier: String, _ type: Any.Type) -> WebAuthError {
        other.because(
            of: ConfigurationError(.notImplemented, "implement the modifier \(modifier) in \(type), which was called"))
    }
}
