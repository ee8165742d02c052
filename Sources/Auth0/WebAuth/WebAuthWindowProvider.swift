package import FoundationEssentials

/// A window of the program's own that shows the login page; `WebAuthentication.webViewProvider()` of the product
/// `Auth0WebView` makes one.
///
/// Unlike the closure of ``WebAuthProvider``, which anybody can write, it is told of headers and of ephemeral sessions.
public struct WebAuthWindowProvider: Sendable {
    /// What a window is to show.
    package struct Page: Sendable {
        /// The page.
        package let url: URL
        /// What is sent with the first request for it, and with no other.
        package let headers: [(name: String, value: String)]
        /// Whether nothing is to be kept of the session.
        package let isEphemeral: Bool
    }

    package typealias Maker =
        @Sendable (_ page: Page, _ callback: @escaping WebAuthProviderCallback) -> any WebAuthUserAgent

    /// Makes a window, which is not shown before it is started.
    package let make: Maker

    /// Makes a provider of windows.
    package init(_ make: @escaping Maker) { self.make = make }
}
