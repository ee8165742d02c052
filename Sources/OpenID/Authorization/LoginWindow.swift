public import HTTPMessages
import Synchronization
import LoginBrowsers

/// A way to show the login page to the user.
public struct LoginWindow: Sendable {
    /// A closure that a user agent calls once, when its page has ended and how.
    public typealias Ended = @Sendable (Ending) -> Void

    package let makeAgent: @Sendable (_ address: HTTPURL, _ ended: @escaping Ended) -> any UserAgent
    /// Whether the page is shown by a program that is started with its address.
    package let startsProgram: Bool

    /// Creates a window with a user agent of your own.
    ///
    /// The URL of the page has parameters that other users of the machine must not see, such as `state`: do not pass it to
    /// another program as an argument.
    ///
    /// - Parameter make: Makes the user agent from the URL of the page and a closure to call when the page has ended.
    public init(_ make: @escaping @Sendable (_ address: HTTPURL, _ ended: @escaping Ended) -> any UserAgent) {
        self.init(startsProgram: false, make)
    }

    private init(
        startsProgram: Bool, _ make: @escaping @Sendable (_ address: HTTPURL, _ ended: @escaping Ended) -> any UserAgent
    ) {
        (self.startsProgram, makeAgent) = (startsProgram, make)
    }

    /// How the page of a login ended.
    public struct Ending: Sendable {
        package let result: Result<Void, AuthorizationError>

        package init(_ result: Result<Void, AuthorizationError>) { self.result = result }

        /// The page was closed because ``UserAgent/finish(with:)`` was called.
        public static let finished = Ending(.success(()))

        /// The user closed the page: the login ends with ``AuthorizationError/Code/cancelled``.
        public static let closed = Ending(.failure(AuthorizationError(.cancelled, "the window was closed")))

        /// The page could not be shown: the login ends with ``AuthorizationError/Code/browserUnavailable``.
        ///
        /// - Parameter cause: The reason; it becomes the cause of the error.
        /// - Returns: The ending.
        public static func failed(_ cause: any Error) -> Ending { Ending(.failure(BrowserAgent.unavailable(cause))) }
    }

    /// The user's browser: `$BROWSER`, else `xdg-open`.
    ///
    /// It is started with the address of a page of this process, which redirects it: the arguments of a program are public.
    public static let browser = LoginWindow(startsProgram: true) { address, ended in
        let isOver = Over()
        return BrowserAgent(
            "Browser", address,
            open: { try SystemBrowser.open($0, while: { !isOver.flag.load(ordering: .relaxed) }, failed: $1) },
            close: { result in
                isOver.flag.store(true, ordering: .relaxed)
                ended(Ending(result))
            }, ended: { ended(Ending($0)) })
    }

    private final class Over: Sendable {
        let flag = Atomic(false)
    }

    /// A private browser window with a temporary profile, which is deleted afterwards; closing it cancels the login.
    public static let privateWindow = LoginWindow(startsProgram: true) { address, ended in
        let window = PrivateWindow()
        return BrowserAgent(
            "Private window", address,
            open: { address, _ in
                try window.open(address) { failure in
                    ended(failure.map { .failed($0) } ?? .closed)
                }
            },
            close: { result in
                window.close()
                ended(Ending(result))
            }, ended: { ended(Ending($0)) })
    }
}
