import LoginBrowsers

/// What has become of the URL that a process may have been started with.
public enum CallbackHandover: Sendable, Hashable {
    /// There was none: this is a start like any other.
    case noCallback
    /// The process that waited for it has it.
    case taken
    /// Nobody waited for it, and nothing has happened.
    case ignored
}

extension BrowserLogin {
    /// Hands the URL that the desktop has started this process with over to the process that waits for it.
    ///
    /// Call it before anything else, and leave when there was a callback. It waits for the other process, seconds at most.
    ///
    /// ```swift
    /// guard BrowserLogin.handOver(CommandLine.arguments) == .noCallback else { return }
    /// ```
    ///
    /// The desktop does that for a scheme that a `SchemeHandler` was registered for, and that ``redirectURI(_:)`` names.
    ///
    /// - Parameter arguments: The arguments of the process, its name first; the last may be a URL of a scheme such as
    ///   `com.example.notes`.
    /// - Returns: What has become of it.
    public static func handOver(_ arguments: [String]) -> CallbackHandover {
        guard let address = arguments.dropFirst().last, CustomScheme(of: address) != nil else { return .noCallback }
        return HandoverSender.offer(address) ? .taken : .ignored
    }
}
