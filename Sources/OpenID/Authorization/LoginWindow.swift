public import FoundationEssentials
package import HTTPMessages
import LoginBrowsers
import Synchronization

/// A way to show the login page to the user.
public struct LoginWindow: Sendable {
    package typealias Make = @Sendable (HTTPURL, @escaping @Sendable (Ending) -> Void) -> any UserAgent

    package let makeAgent: Make
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
                    "Window", address, open: { _, _ in throw HTTPURLError(.forbiddenCharacter) },
                    ended: { ended(Ending($0)) })
            }
            return make(url, ended)
        }
    }

    private init(startsProgram: Bool, _ make: @escaping Make) {
        (self.startsProgram, makeAgent) = (startsProgram, make)
    }

    /// The end of the page of a login.
    public struct Ending: Sendable {
        package let result: Result<Void, AuthorizationError>

        package init(_ result: Result<Void, AuthorizationError>) { self.result = result }

        /// The page was closed because ``UserAgent/finish(with:)`` was called; without that call, the end of a logout.
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
    /// Its arguments contain only the address of a page of this process, which redirects it: the arguments of a program
    /// are public.
    public static let browser = LoginWindow(startsProgram: true) { address, ended in
        let isOver = Atomic(false)
        return BrowserAgent(
            "Browser", address,
            open: { try SystemBrowser.open($0, while: { !isOver.load(ordering: .relaxed) }, failed: $1) },
            close: { result in
                isOver.store(true, ordering: .relaxed)
                ended(Ending(result))
            }, ended: { ended(Ending($0)) })
    }

    /// A private browser window with a temporary profile, which is deleted afterwards; closing it cancels the login.
    public static let privateWindow = LoginWindow(startsProgram: true) { address, ended in
        let window = PrivateWindow()
        return BrowserAgent(
            "Private window", address,
            open: { address, _ in try window.open(address) { ended($0.map { .failed($0) } ?? .closed) } },
            close: { result in
                window.close()
                ended(Ending(result))
            }, ended: { ended(Ending($0)) })
    }
}
