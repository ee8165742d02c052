public import FoundationEssentials
import OpenID

/// Is told that a user agent has closed: with success after it was told to finish, or why it closed by itself.
public typealias WebAuthProviderCallback = @Sendable (WebAuthResult<Void>) -> Void

/// Makes what shows the login page.
///
/// It is given the page's URL, and what to call once the page is closed. The agent it returns is started by the SDK.
public typealias WebAuthProvider =
    @Sendable (_ url: URL, _ callback: @escaping WebAuthProviderCallback) -> any WebAuthUserAgent

/// What shows the login page to a person.
///
/// Its description names it in the log.
public protocol WebAuthUserAgent: Sendable {
    /// Shows the page. Called once.
    func start()
    /// Closes the page: the answer has come, or none is waited for any more. Call back when it is closed. Called once, after
    /// ``start()`` was, which may not have returned yet; never when it was not started.
    func finish(with result: WebAuthResult<Void>)
}

/// An agent that a program brings, as the engine sees it.
struct CustomAgent: UserAgent, CustomStringConvertible {
    private let agent: any WebAuthUserAgent

    init(_ agent: any WebAuthUserAgent) { self.agent = agent }

    var description: String { "\(agent)" }

    func start() { agent.start() }

    func finish(with result: Result<Void, AuthorizationError>) {
        agent.finish(with: result.mapError { WebAuthError($0) })
    }
}
