package import FoundationEssentials

/// A provider of windows of the program that show the login page; `WebAuthentication.webViewProvider()` of the product
/// `Auth0WebView` returns one.
///
/// Unlike the closure of ``WebAuthProvider`` it receives header fields and whether the session is ephemeral.
public struct WebAuthWindowProvider: Sendable {
    /// The page that a window shows.
    package struct Page: Sendable {
        /// The URL of the page.
        package let url: URL
        /// The header fields of the first request, and of no other.
        package let headers: [(name: String, value: String)]
        /// Whether the session is deleted with the window.
        package let isEphemeral: Bool
    }

    package typealias Maker =
        @Sendable (_ page: Page, _ callback: @escaping WebAuthProviderCallback) -> any WebAuthUserAgent

    /// Makes a window, which is shown when it is started.
    package let make: Maker

    /// Creates a provider.
    ///
    /// - Parameter make: Makes a window.
    package init(_ make: @escaping Maker) { self.make = make }
}
