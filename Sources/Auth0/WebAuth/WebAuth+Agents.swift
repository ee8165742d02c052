import FoundationEssentials
import HTTPMessages
import OpenID

extension WebAuthOptions {
    /// Returns the closure that makes the user agent of a session, with the header fields of the first request.
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
                return browser.makeAgent(address, closed)
            case .custom(let provider): return Self.custom(provider, address, closed)
            case .ofProgram(let provider):
                return Self.custom(
                    { provider.make(.init(url: $0, headers: headers, isEphemeral: isEphemeral), $1) }, address, closed)
            case .terminal: return Self.nowhere(address, closed)
            }
        }
    }

    /// Returns the addition to the name of the user agent in the log: the header fields that it cannot send.
    func unsent(_ headers: [(name: String, value: String)]) -> String {
        if case .ofProgram = window { return "" }
        return headers.isEmpty ? "" : ", without the headers \(headers.map(\.name).joined(separator: ", "))"
    }

    private typealias Closed = @Sendable (Result<Void, AuthorizationError>) -> Void

    /// Returns an agent that fails, because a login in a terminal has no browser session to end.
    private static func nowhere(_ address: HTTPURL, _ closed: @escaping Closed) -> any UserAgent {
        let refusal = AuthorizationError(
            .browserUnavailable, "a login in a terminal has no session in a browser here: forget its tokens instead")
        return BrowserAgent("Terminal", address, open: { _, _ in throw refusal }, ended: closed)
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
                "None", address, open: { _, failed in failed(WebAuthError.unknown) }, ended: closed)
        }
        let agent = provider(url) { closed($0.mapError { reason(of: $0) }) }
        return BrowserAgent(
            "\(agent)", address, open: { _, _ in agent.start() },
            close: { agent.finish(with: $0.mapError { WebAuthError($0) }) }, ended: closed)
    }
}
