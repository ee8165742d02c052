public import FoundationEssentials
import HTTP
import OpenID
import UserAgents

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

    /// The person's browser, which comes back to a URL of the application's own scheme.
    ///
    /// The redirect URL is `<application ID>://<tenant>/linux/<application ID>/callback` unless another one is set. The
    /// desktop starts whatever is registered for the scheme with it (`x-scheme-handler/<application ID>` in a `.desktop`
    /// file), and that has to call ``resume(with:)`` in this process.
    ///
    /// - Returns: A provider for ``WebAuth/provider(_:)``.
    /// - SeeAlso: [RFC 8252 §7.1](https://www.rfc-editor.org/rfc/rfc8252#section-7.1)
    public static func safariProvider() -> WebAuthBrowserProvider { WebAuthBrowserProvider() }
}

/// The person's browser, which comes back by a scheme of the application's own.
public struct WebAuthBrowserProvider: Sendable {
    init() {}
}
