public import OpenID

/// The place where a login page is shown; the counterpart of Apple's type of this name.
public typealias ASPresentationAnchor = LoginWindow

/// The login whose page is to be shown; the counterpart of Apple's type of this name.
public struct ASWebAuthenticationSession: Sendable {
    /// The scheme of the redirect URI, for example `http` or `com.example.app`.
    public let callbackURLScheme: String

    init(callbackURLScheme: String) { self.callbackURLScheme = callbackURLScheme }
}

/// A type that chooses the place where a login page is shown; the counterpart of Apple's protocol of this name.
///
/// The default implementation shows login pages in the user's browser:
///
/// ```swift
/// extension MyApp: ASWebAuthenticationPresentationContextProviding {}
/// ```
public protocol ASWebAuthenticationPresentationContextProviding {
    /// Returns the place where a login page is shown.
    ///
    /// - Parameter session: The login.
    /// - Returns: The user's browser, a private window, or a window of the program.
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

extension ASWebAuthenticationPresentationContextProviding {
    /// Returns the user's browser.
    ///
    /// - Parameter session: The login.
    /// - Returns: ``OpenID/LoginWindow/browser``.
    public func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { .browser }
}

/// Shows login pages in the user's browser.
struct BrowserPresentation: ASWebAuthenticationPresentationContextProviding {}
