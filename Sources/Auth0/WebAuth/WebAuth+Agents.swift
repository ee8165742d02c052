import FoundationEssentials
import HTTPMessages
import OpenID

extension WebAuthOptions {
    /// Returns the closure that makes the user agent of a session.
    ///
    /// - Parameter headers: The header fields of the first request, for user agents that can send them.
    /// - Returns: Makes a user agent.
    func agent(_ headers: [(name: String, value: String)]) -> AuthorizationSession.Plan.AgentMaker {
        let (window, isEphemeral, onClose) = (window, isEphemeral, onClose)
        return { address, ended in
            let closed = { @Sendable (result: Result<Void, AuthorizationError>) in
                if case .success = result { onClose?() }
                ended(result)
            }
            switch window {
            case .browser:
                let browser = isEphemeral ? LoginWindow.privateWindow : .browser
                return AgentWithoutHeaders.of(browser.makeAgent(address, { closed($0.result) }), headers)
            case .custom(let provider):
                return AgentWithoutHeaders.of(Self.custom(provider, address, closed), headers)
            case .ofProgram(let provider):
                return Self.custom(
                    { provider.make(.init(url: $0, headers: headers, isEphemeral: isEphemeral), $1) }, address, closed)
            case .terminal: return Self.nowhere(address, closed)
            }
        }
    }

    private typealias Closed = @Sendable (Result<Void, AuthorizationError>) -> Void

    /// Returns an agent that fails, because a login in a terminal has no browser session to end.
    private static func nowhere(_ address: HTTPURL, _ closed: @escaping Closed) -> any UserAgent {
        let refusal = AuthorizationError(
            .browserUnavailable, "a login in a terminal has no session in a browser here: forget its tokens instead")
        return BrowserAgent("Terminal", address, open: { _, _ in throw refusal }, close: closed, ended: closed)
    }

    /// Returns the reason why a user agent of the program ended a session; an error that has a cause is kept.
    private static func reason(of error: WebAuthError) -> AuthorizationError {
        guard error == .userCancelled, error.cause == nil else {
            return AuthorizationError(.browserUnavailable, "the user agent failed", cause: error)
        }
        return AuthorizationError(.cancelled, "the window was closed")
    }

    private static func custom(
        _ provider: WebAuthProvider, _ address: HTTPURL, _ closed: @escaping Closed
    ) -> any UserAgent {
        guard let url = URL(string: address.string) else {
            return BrowserAgent(
                "None", address, open: { _, failed in failed(WebAuthError.unknown) }, close: closed, ended: closed)
        }
        return CustomAgent(
            provider(url) { result in
                closed(result.mapError { reason(of: $0) })
            })
    }
}

/// A user agent that cannot send header fields; its name in the log lists them.
private struct AgentWithoutHeaders: UserAgent, CustomStringConvertible {
    private let agent: any UserAgent
    let description: String

    /// Returns the agent itself when there are no headers.
    static func of(_ agent: any UserAgent, _ headers: [(name: String, value: String)]) -> any UserAgent {
        guard !headers.isEmpty else { return agent }
        let names = headers.map(\.name).joined(separator: ", ")
        return AgentWithoutHeaders(agent: agent, description: "\(agent), without the headers \(names)")
    }

    func start() { agent.start() }

    func finish(with result: Result<Void, AuthorizationError>) { agent.finish(with: result) }
}
