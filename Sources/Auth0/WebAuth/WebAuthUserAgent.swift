public import FoundationEssentials

/// The callback of a closed user agent: success after `finish(with:)`, otherwise the reason why it closed by itself.
/// Success without that call ends a logout; a login continues, because it needs its response.
public typealias WebAuthProviderCallback = @Sendable (WebAuthResult<Void>) -> Void

/// A closure that makes the user agent of the login page.
///
/// It receives the URL of the page, and a closure to call when the page is closed. The SDK starts the returned agent.
/// The URL has parameters that other users of the machine must not see: do not pass it to another program as an
/// argument.
public typealias WebAuthProvider =
    @Sendable (_ url: URL, _ callback: @escaping WebAuthProviderCallback) -> any WebAuthUserAgent

/// A user agent that shows the login page.
///
/// Its description is its name in the log.
@preconcurrency
public protocol WebAuthUserAgent: Sendable {
    /// Shows the page; called at most once.
    func start()
    /// Closes the page and calls back, because the login has ended. Called once, after the call of ``start()``, which
    /// may not have returned yet; never called without ``start()``.
    ///
    /// - Parameter result: Success when the authorization response arrived, else the reason why the login ended.
    func finish(with result: WebAuthResult<Void>)
}

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

    package init(_ make: @escaping Maker) { self.make = make }
}
