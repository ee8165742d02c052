public import FoundationEssentials
import HTTPMessages
public import OpenID

/// The logins and logouts in a browser that are in progress in this process.
public struct WebAuthentication: Sendable {
    /// The page that the browser shows at the end of a login or logout.
    public typealias CompletionPage = BrowserLogin.CompletionPage

    private init() {}

    /// Passes a URL with which the system started this program, or one from another process, to the login that waits
    /// for it.
    ///
    /// - Parameter url: The URL that the browser was sent to.
    /// - Returns: Whether it was the response to a login or a logout. If not, nothing has changed: an unrelated URL
    ///   ends no login.
    @discardableResult
    public static func resume(with url: URL) -> Bool { Transactions.ofProcess.resume(with: url.absoluteString) }

    /// Cancels every login and logout of this process; they fail with ``WebAuthError/userCancelled``.
    public static func cancel() { Transactions.ofProcess.cancel() }

    /// Forwards the URL that this process was started with to the process that waits for it.
    ///
    /// Call it before anything else, and exit when there was a URL, or call ``exitIfHandedOver(_:)``. It blocks until
    /// another process accepts the URL; a process that does not respond is given up after two seconds.
    ///
    /// ```swift
    /// guard WebAuthentication.handOver() == .noCallback else { return }
    /// ```
    ///
    /// Both processes belong to the same user, which the kernel confirms to each, and communicate in a folder that only
    /// this user can open. The waiting process compares the `state` of the URL, and PKCE protects the code, which other
    /// users of the machine may have seen in the arguments of the process.
    ///
    /// - Parameter arguments: The arguments of the process, its name first; the last may be a URL of a scheme such as
    ///   `com.example.notes`, unlike `db.example.com:5432`. Those of this process by default.
    /// - Returns: Whether there was a URL, and whether a process has received it.
    public static func handOver(_ arguments: [String] = CommandLine.arguments) -> CallbackHandover {
        BrowserLogin.handOver(arguments)
    }

    /// Forwards the URL that this process was started with to the process that waits for it, and ends this process
    /// when there was a URL.
    ///
    /// Call it before anything else. It blocks as ``handOver(_:)`` does. The exit status is 0 when a process has
    /// received the URL, and 1 when none waited for it; handlers of `atexit` run.
    ///
    /// ```swift
    /// WebAuthentication.exitIfHandedOver()
    /// ```
    ///
    /// - Parameter arguments: The arguments of the process, its name first; those of this process by default.
    public static func exitIfHandedOver(_ arguments: [String] = CommandLine.arguments) {
        BrowserLogin.exitIfHandedOver(arguments)
    }

    /// Returns a provider that opens the user's browser and uses a callback URL of the application's own scheme.
    ///
    /// The redirect URL is `<application>://<tenant>/linux/<application>/callback` unless another one is set. The
    /// desktop starts a second process with it when a `SchemeHandler` is registered, and that process calls
    /// ``handOver(_:)``. A program that receives the URL in another way calls ``resume(with:)``.
    ///
    /// - Parameter application: The ID of the application, such as `com.example.notes`. When `nil`: `ApplicationID` of
    ///   `Auth0.plist`, `AUTH0_APPLICATION_ID` of the environment, the name of the executable if it has a dot and can
    ///   be a scheme, or the reversed host of the tenant with the name of the executable, such as
    ///   `com.auth0.eu.tenant.myapp`.
    /// - Returns: A provider for ``WebAuth/provider(_:)``.
    /// - SeeAlso: [RFC 8252 §7.1](https://www.rfc-editor.org/rfc/rfc8252#section-7.1)
    public static func safariProvider(application: String? = nil) -> WebAuthBrowserProvider {
        WebAuthBrowserProvider(application: application)
    }
}

/// A provider of the user's browser, with a callback URL of the application's own scheme.
public struct WebAuthBrowserProvider: Sendable {
    let application: String?
}

/// Passes a URL with which the system started this program to the login that waits for it; the older name of
/// ``WebAuthentication/resume(with:)``, whose parameters are the same. The options are not used.
@discardableResult
public func resumeAuth(_ url: URL, options: [String: any Sendable] = [:]) -> Bool {
    WebAuthentication.resume(with: url)
}
