import LinuxCLibrary
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
    /// Forwards the URL that this process was started with to the process that waits for it.
    ///
    /// Call it before anything else, and exit when there was a URL, or call ``exitIfHandedOver(_:)``. It blocks until
    /// another process accepts the URL; a process that does not respond is given up after two seconds.
    ///
    /// ```swift
    /// guard BrowserLogin.handOver() == .noCallback else { return }
    /// ```
    ///
    /// The desktop starts a process for a scheme that a `SchemeHandler` was registered for; use that scheme in
    /// ``redirectURI(_:)``.
    ///
    /// - Parameter arguments: The arguments of the process, its name first; the last may be a URL of a scheme such as
    ///   `com.example.notes`, unlike `db.example.com:5432`. Those of this process by default.
    /// - Returns: Whether there was a URL, and whether a process has received it.
    public static func handOver(_ arguments: [String] = CommandLine.arguments) -> CallbackHandover {
        guard let address = arguments.dropFirst().last, CustomScheme(of: address) != nil else { return .noCallback }
        // A host with a port looks like a scheme, but has neither a path nor a query behind its colon.
        let rest = address.drop { $0 != ":" }.dropFirst()
        guard rest.first == "/" || rest.contains("?") else { return .noCallback }
        return HandoverSender.offer(address) ? .taken : .ignored
    }

    /// Forwards the URL that this process was started with to the process that waits for it, and ends this process when
    /// there was a URL.
    ///
    /// Call it before anything else. It blocks as ``handOver(_:)`` does. The exit status is 0 when a process has
    /// received the URL, and 1 when none waited for it; handlers of `atexit` run.
    ///
    /// ```swift
    /// BrowserLogin.exitIfHandedOver()
    /// ```
    ///
    /// - Parameter arguments: The arguments of the process, its name first; those of this process by default.
    public static func exitIfHandedOver(_ arguments: [String] = CommandLine.arguments) {
        switch handOver(arguments) {
        case .noCallback: return
        case .taken: exit(EXIT_SUCCESS)
        case .ignored: exit(EXIT_FAILURE)
        }
    }
}
