public import HTTPMessages
import Synchronization
import LoginBrowsers

/// A way to show the login page to the user.
public struct LoginWindow: Sendable {
    /// Called when the page has closed: with success after the user agent was told to finish, or with the reason why it closed
    /// by itself.
    public typealias Ended = @Sendable (Result<Void, AuthorizationError>) -> Void

    package let makeAgent: @Sendable (_ address: HTTPURL, _ ended: @escaping Ended) -> any UserAgent

    /// Creates a window with a user agent of your own.
    ///
    /// - Parameter make: Makes the user agent from the URL of the page and a closure to call when the page is closed.
    public init(_ make: @escaping @Sendable (_ address: HTTPURL, _ ended: @escaping Ended) -> any UserAgent) {
        makeAgent = make
    }

    /// The user's browser: `$BROWSER`, else `xdg-open`.
    public static let browser = LoginWindow { address, ended in
        let isOver = Over()
        return BrowserAgent(
            "Browser", address,
            open: { try SystemBrowser.open($0, while: { !isOver.flag.load(ordering: .relaxed) }, failed: $1) },
            close: { result in
                isOver.flag.store(true, ordering: .relaxed)
                ended(result)
            }, ended: ended)
    }

    private final class Over: Sendable {
        let flag = Atomic(false)
    }

    /// A private browser window with a temporary profile, which is deleted afterwards; closing it cancels the login.
    public static let privateWindow = LoginWindow { address, ended in
        let window = PrivateWindow()
        return BrowserAgent(
            "Private window", address,
            open: { address, _ in
                try window.open(address) { failure in
                    let end = failure.map { BrowserAgent.unavailable($0) }
                    ended(.failure(end ?? AuthorizationError(.cancelled, "the window was closed")))
                }
            },
            close: { result in
                window.close()
                ended(result)
            }, ended: ended)
    }
}
