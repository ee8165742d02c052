import LoginBrowsers

/// The outcome of handing over the URL that a process may have been started with.
public enum CallbackHandover: Sendable, Hashable {
    /// The process was started without such a URL.
    case noCallback
    /// The process that waited for the URL has received it.
    case taken
    /// No process waited for the URL, and nothing has changed.
    case ignored
}

extension BrowserLogin {
    /// Hands the URL that the desktop started this process with over to the process that waits for it.
    ///
    /// Call it before anything else, and exit when there was a URL. It blocks until the other process responds, for some
    /// seconds at most.
    ///
    /// ```swift
    /// guard BrowserLogin.handOver(CommandLine.arguments) == .noCallback else { return }
    /// ```
    ///
    /// The desktop starts a process for a scheme that a `SchemeHandler` was registered for; use that scheme in
    /// ``redirectURI(_:)``.
    ///
    /// - Parameter arguments: The arguments of the process, its name first; the last may be a URL of a scheme such as
    ///   `com.example.notes`.
    /// - Returns: Whether there was a URL, and whether a process has received it.
    public static func handOver(_ arguments: [String]) -> CallbackHandover {
        guard let address = arguments.dropFirst().last, CustomScheme(of: address) != nil else { return .noCallback }
        return HandoverSender.offer(address) ? .taken : .ignored
    }
}
