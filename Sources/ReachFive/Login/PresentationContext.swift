public import OpenID

/// The place where a login page is shown; the stand-in for Apple's type of this name.
public typealias ASPresentationAnchor = LoginWindow

/// The login that asks for a place to be shown at; the stand-in for Apple's type of this name.
public struct ASWebAuthenticationSession: Sendable {
    /// The scheme of the redirect URI, for example `http` or `com.example.app`.
    public let callbackURLScheme: String

    init(callbackURLScheme: String) { self.callbackURLScheme = callbackURLScheme }
}

/// A type that says where a login page is shown; the stand-in for Apple's protocol of this name.
///
/// A program that conforms without a method of its own shows login pages in the user's browser:
///
/// ```swift
/// extension MyApp: ASWebAuthenticationPresentationContextProviding {}
/// ```
public protocol ASWebAuthenticationPresentationContextProviding {
    /// Returns the place where a login page is shown.
    ///
    /// - Parameter session: The login.
    /// - Returns: The user's browser, a private window, or a window of the program's own.
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
