// Windows of a program's own that show the login page.
import Auth0
import Foundation
import OpenID

/// A window for `OpenID`.
struct OwnWindow: UserAgent, CustomStringConvertible {
    let url: URL
    let ended: @Sendable (LoginWindow.Ending) -> Void

    var description: String { "Own window" }

    func start() {
        if url.host() == nil { ended(.closed) }
    }

    func finish(with result: Result<Void, AuthorizationError>) {
        if case .failure(let error) = result, error.code == .timedOut { print(error) }
        ended(.finished)
    }
}

extension LoginWindow {
    static let own = LoginWindow { OwnWindow(url: $0, ended: $1) }
}

func login(_ client: OpenIDClient) async throws -> Credentials { try await client.login().window(.own).start() }

/// A window for `Auth0`.
struct OwnUserAgent: WebAuthUserAgent, CustomStringConvertible {
    let url: URL
    let callback: WebAuthProviderCallback

    var description: String { "Own user agent" }

    func start() { if url.host() == nil { callback(.failure(.browserUnavailable)) } }

    func finish(with result: WebAuthResult<Void>) { callback(result) }
}

func login(_ webAuth: some WebAuth) async throws -> Credentials {
    try await webAuth.provider { OwnUserAgent(url: $0, callback: $1) }.start()
}
