import FoundationEssentials
import HTTP
import OpenID
import UserAgents

extension WebAuthOptions {
    /// What shows the page, as the engine wants it.
    ///
    /// - Parameter headers: What is sent with the first request, by those who can.
    /// - Returns: A maker of agents.
    func agent(_ headers: [(name: String, value: String)]) -> AuthorizationSession.Plan.AgentMaker {
        let (window, isEphemeral, onClose) = (window, isEphemeral, onClose)
        return { address, ended in
            let closed = { @Sendable (result: Result<Void, AuthorizationError>) in
                if case .success = result { onClose?() }
                ended(result)
            }
            switch window {
            case .browser where isEphemeral: return Self.privateWindow(address, headers, closed)
            case .browser: return Self.browser(address, headers, closed)
            case .custom(let provider): return Self.custom(address, without: headers, closed) { provider($0, $1) }
            case .ofProgram(let provider):
                return Self.custom(address, without: [], closed) { url, callback in
                    provider.make(.init(url: url, headers: headers, isEphemeral: isEphemeral), callback)
                }
            case .terminal: return Self.nowhere(address, closed)
            }
        }
    }

    private typealias Closed = @Sendable (Result<Void, AuthorizationError>) -> Void

    private static func browser(
        _ address: HTTPURL, _ headers: [(name: String, value: String)], _ closed: @escaping Closed
    ) -> any UserAgent {
        BrowserAgent(
            named("Browser", without: headers), address, open: { try SystemBrowser.open($0, failed: $1) },
            close: { closed($0) }, ended: closed)
    }

    private static func privateWindow(
        _ address: HTTPURL, _ headers: [(name: String, value: String)], _ closed: @escaping Closed
    ) -> any UserAgent {
        let window = PrivateWindow()
        return BrowserAgent(
            named("Private window", without: headers), address,
            open: { address, _ in
                try window.open(address) {
                    closed(.failure(AuthorizationError(.cancelled, "the window was closed")))
                }
            },
            close: { result in
                window.close()
                closed(result)
            }, ended: closed)
    }

    /// A login in a terminal leaves no session in a browser of this machine, so there is none to end.
    private static func nowhere(_ address: HTTPURL, _ closed: @escaping Closed) -> any UserAgent {
        let refusal = AuthorizationError(
            .browserUnavailable, "a login in a terminal has no session in a browser here: forget its tokens instead")
        return BrowserAgent("Terminal", address, open: { _, _ in throw refusal }, close: closed, ended: closed)
    }

    private static func custom(
        _ address: HTTPURL, without headers: [(name: String, value: String)], _ closed: @escaping Closed,
        _ make: WebAuthProvider
    ) -> any UserAgent {
        guard let url = URL(string: address.string) else {
            return BrowserAgent(
                "None", address, open: { _, failed in failed(WebAuthError.unknown) }, close: closed, ended: closed)
        }
        let agent = make(url) { result in
            closed(result.mapError { AuthorizationError(.browserUnavailable, "the user agent failed", cause: $0) })
        }
        return CustomAgent(agent, description: named("\(agent)", without: headers))
    }

    /// What an agent is called in the log, and what it does not send.
    private static func named(_ agent: String, without headers: [(name: String, value: String)]) -> String {
        guard !headers.isEmpty else { return agent }
        return "\(agent), without the headers \(headers.map(\.name).joined(separator: ", "))"
    }
}
