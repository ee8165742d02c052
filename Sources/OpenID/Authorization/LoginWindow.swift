public import FoundationEssentials
import HTTPMessages
import LoginBrowsers
import Synchronization

/// A way to show the login page to the user.
public struct LoginWindow: Sendable {
    package let makeAgent: AuthorizationSession.Plan.AgentMaker
    /// Whether the page is shown by a program that is started with its address.
    package let startsProgram: Bool

    /// Creates a window with a custom user agent.
    ///
    /// The URL of the page has parameters that other users of the machine must not see, such as `state`: do not pass it
    /// to another program as an argument.
    ///
    /// - Parameter make: Makes the user agent from the URL of the page and a closure, which the user agent calls once,
    ///   with the ending, when its page has closed.
    public init(
        _ make: @escaping @Sendable (_ url: URL, _ ended: @escaping @Sendable (Ending) -> Void) -> any UserAgent
    ) {
        self.init(startsProgram: false) { address, ended in
            guard let url = URL(string: address.string) else {
                return BrowserAgent(
                    "Window", address, open: { _, _ in throw HTTPURLError(.forbiddenCharacter) }, ended: ended)
            }
            return make(url) { ended($0.result) }
        }
    }

    private init(startsProgram: Bool, _ make: @escaping AuthorizationSession.Plan.AgentMaker) {
        (self.startsProgram, makeAgent) = (startsProgram, make)
    }

    /// The end of the page of a login.
    public struct Ending: Sendable {
        fileprivate let result: Result<Void, AuthorizationError>

        /// The page was closed because ``UserAgent/finish(with:)`` was called; without that call, the end of a logout.
        public static let finished = Ending(result: .success(()))

        /// The user closed the page: the login ends with ``AuthorizationError/Code/cancelled``.
        public static let closed = Ending(result: .failure(AuthorizationError(.cancelled, "the window was closed")))

        /// The page could not be shown: the login ends with ``AuthorizationError/Code/browserUnavailable``.
        ///
        /// - Parameter cause: The reason; it becomes the cause of the error.
        /// - Returns: The ending.
        public static func failed(_ cause: any Error) -> Ending {
            Ending(result: .failure(BrowserAgent.unavailable(cause)))
        }
    }

    /// The user's browser: `$BROWSER`, else `xdg-open`.
    ///
    /// Its arguments contain only the address of a page of this process, which redirects it: the arguments of a program
    /// are public.
    public static let browser = LoginWindow(startsProgram: true) { address, ended in
        let isOver = Atomic(false)
        return BrowserAgent(
            "Browser", address,
            open: { try SystemBrowser.open($0, while: { !isOver.load(ordering: .relaxed) }, failed: $1) },
            close: { result in
                isOver.store(true, ordering: .relaxed)
                ended(result)
            }, ended: ended)
    }

    /// A private browser window with a temporary profile, which is deleted afterwards; closing it cancels the login.
    public static let privateWindow = LoginWindow(startsProgram: true) { address, ended in
        let window = PrivateWindow()
        return BrowserAgent(
            "Private window", address,
            open: { address, _ in try window.open(address) { ended(($0.map(Ending.failed) ?? .closed).result) } },
            close: { result in
                window.close()
                ended(result)
            }, ended: ended)
    }
}
