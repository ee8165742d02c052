import FoundationEssentials
import HTTP
import OpenID

extension WebAuthOptions {
    /// What shows the page, as the engine wants it.
    var agent: AuthorizationSession.Plan.AgentMaker {
        let (window, onClose) = (window, onClose)
        return { address, ended in
            let closed = { @Sendable (result: Result<Void, AuthorizationError>) in
                if case .success = result { onClose?() }
                ended(result)
            }
            switch window {
            case .browser: return LoginWindow.browser.makeAgent(address, closed)
            case .ephemeral: return LoginWindow.privateWindow.makeAgent(address, closed)
            case .custom(let provider): return Self.custom(provider, address, closed)
            case .terminal: return Self.nowhere(address, closed)
            }
        }
    }

    private typealias Closed = @Sendable (Result<Void, AuthorizationError>) -> Void

    /// A login in a terminal leaves no session in a browser of this machine, so there is none to end.
    private static func nowhere(_ address: HTTPURL, _ closed: @escaping Closed) -> any UserAgent {
        let refusal = AuthorizationError(
            .browserUnavailable, "a login in a terminal has no session in a browser here: forget its tokens instead")
        return BrowserAgent("Terminal", address, open: { _, _ in throw refusal }, close: closed, ended: closed)
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
                closed(
                    result.mapError { AuthorizationError(.browserUnavailable, "the user agent failed", cause: $0) })
            })
    }
}
