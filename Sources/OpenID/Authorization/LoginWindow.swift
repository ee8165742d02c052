public import HTTPMessages
import Synchronization
import LoginBrowsers

/// What shows a page to a person.
public struct LoginWindow: Sendable {
    /// Is told that a page has closed: with success after it was told to finish, or why it closed by itself.
    public typealias Ended = @Sendable (Result<Void, AuthorizationError>) -> Void

    package let makeAgent: @Sendable (_ address: HTTPURL, _ ended: @escaping Ended) -> any UserAgent

    /// A user agent of the program's own.
    ///
    /// - Parameter make: Makes the agent: it is given the address of the page, and what to call once the page is closed.
    public init(_ make: @escaping @Sendable (_ address: HTTPURL, _ ended: @escaping Ended) -> any UserAgent) {
        makeAgent = make
    }

    /// The person's own browser: `$BROWSER`, else `xdg-open`.
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

    /// A private window with a profile that is thrown away; closing it gives the login up.
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
