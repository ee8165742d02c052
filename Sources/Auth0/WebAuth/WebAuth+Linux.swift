package import OpenID
import RequestPipeline

/// What a login on Linux has besides; a double of yours stays as it is.
extension WebAuth {
    /// Changes the options of a login of the SDK.
    func changed(_ change: (inout WebAuthOptions) -> Void) -> Self {
        guard var copy = self as? Auth0WebAuth else { return self }
        change(&copy.options)
        return copy as? Self ?? self
    }

    /// How long ago the person may have logged in, before they are asked again.
    ///
    /// - Parameter maxAge: Whole seconds count.
    /// - Returns: A changed copy.
    public func maxAge(_ maxAge: Duration) -> Self { self.maxAge(Int(clamping: maxAge.components.seconds)) }

    /// How far the clocks of tenant and machine may differ.
    ///
    /// - Parameter leeway: One minute by default. More than five make the login fail.
    /// - Returns: A changed copy.
    public func leeway(_ leeway: Duration) -> Self { changed { $0.leeway = leeway } }

    /// How long the person may take; ten minutes by default, at most a day.
    public func timeout(_ timeout: Duration) -> Self { changed { $0.timeout = timeout } }

    /// Shows the page in a window of the program's own, such as the one of the product `Auth0WebView`.
    public func provider(_ provider: WebAuthWindowProvider) -> Self { changed { $0.window = .ofProgram(provider) } }

    /// Comes back by a scheme of the application's own, see ``WebAuthentication/safariProvider(application:)``.
    public func provider(_ provider: WebAuthBrowserProvider) -> Self {
        changed { options in
            options.window = .browser
            options.defaultRedirect = .customScheme(application: provider.application)
        }
    }

    /// Shows a code in a terminal, see ``WebAuthentication/terminalProvider(_:)``.
    public func provider(_ provider: WebAuthTerminalProvider) -> Self {
        changed { $0.window = .terminal(provider.terminal ?? .standardError) }
    }

    /// Sends the parameters to the tenant beforehand, so that the browser carries only a name for them.
    ///
    /// The tenant has to allow pushed authorization requests.
    ///
    /// - SeeAlso: [RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)
    public func pushing() -> Self { changed { $0.isPushing = true } }

    /// Lets this login be under way beside others that say the same, such as those of other clients in one process.
    ///
    /// Without it a second login fails with ``WebAuthError/transactionActiveAlready``: to a person who looks at one
    /// browser, two logins at a time are one too many.
    public func allowingOthers() -> Self { changed { $0.allowsOthers = true } }

    /// Waits by other clocks where a login is in a terminal; for tests.
    package func timed(by time: TimeSource, _ alarm: Alarm) -> Self { changed { ($0.time, $0.alarm) = (time, alarm) } }
}
