public import FoundationEssentials
import HTTPMessages
public import OpenID

/// The logins and logouts in a browser that are under way in this process.
public struct WebAuthentication: Sendable {
    private init() {}

    /// Hands on the URL with which the system started this program, or one that another process passed on.
    ///
    /// - Parameter url: What the browser was sent to.
    /// - Returns: Whether it was the answer that somebody waited for. If not, nothing has changed: a stray URL ends no
    ///   login.
    @discardableResult
    public static func resume(with url: URL) -> Bool { Transactions.ofProcess.resume(with: url.absoluteString) }

    /// Ends every login and logout that is under way, with ``WebAuthError/userCancelled``.
    public static func cancel() { Transactions.ofProcess.cancel() }

    /// Hands the URL that the desktop has started this process with over to the process that waits for it.
    ///
    /// Call it before anything else, and leave when there was a callback. It waits for the other process, seconds at most.
    ///
    /// ```swift
    /// guard WebAuthentication.handOver(CommandLine.arguments) == .noCallback else { return }
    /// ```
    ///
    /// The processes are of one user, which the kernel vouches for on both sides, and meet in a folder that is theirs alone.
    /// Whoever waits judges the URL by `state`, and PKCE decides about the code in it, which other users of the machine may
    /// have seen in the arguments of a process.
    ///
    /// - Parameter arguments: The arguments of the process, its name first; the last may be a URL of a scheme such as
    ///   `com.example.notes`.
    /// - Returns: What has become of it.
    public static func handOver(_ arguments: [String]) -> CallbackHandover {
        BrowserLogin.handOver(arguments)
    }

    /// The person's browser, which comes back to a URL of the application's own scheme.
    ///
    /// The redirect URL is `<application>://<tenant>/linux/<application>/callback` unless another one is set. The desktop
    /// starts a second process with it, if a `SchemeHandler` says so, and that calls ``handOver(_:)``. A program that gets
    /// the URL in another way calls ``resume(with:)``.
    ///
    /// - Parameter application: The ID of the application, such as `com.example.notes`; the name of the executable when
    ///   `nil`.
    /// - Returns: A provider for ``WebAuth/provider(_:)``.
    /// - SeeAlso: [RFC 8252 §7.1](https://www.rfc-editor.org/rfc/rfc8252#section-7.1)
    public static func safariProvider(application: String? = nil) -> WebAuthBrowserProvider {
        WebAuthBrowserProvider(application: application)
    }
}

/// The person's browser, which comes back by a scheme of the application's own.
public struct WebAuthBrowserProvider: Sendable {
    let application: String?
}

/// Hands on the URL with which the system started this program; the name that ``WebAuthentication/resume(with:)`` had.
///
/// - Parameters:
///   - url: What the browser was sent to.
///   - options: Whatever the system said about it. Nothing here depends on it.
/// - Returns: Whether it was the answer that somebody waited for.
@discardableResult
public func resumeAuth(_ url: URL, options: [String: any Sendable] = [:]) -> Bool {
    WebAuthentication.resume(with: url)
}
