// Every requirement of the browser logins, implemented by doubles.
import Auth0
import Foundation
import OpenID
import ReachFive
import Streams

/// A double of `WebAuth` whose user cancels.
struct OwnWebAuth: WebAuth {
    let clientId = "own"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Auth0.Logger)?
    var dpop: DPoP?

    func connection(_ connection: String) -> Self { self }

    func scope(_ scope: String) -> Self { self }

    func connectionScope(_ connectionScope: String) -> Self { self }

    func audience(_ audience: String) -> Self { self }

    func state(_ state: String) -> Self { self }

    func nonce(_ nonce: String) -> Self { self }

    func organization(_ organization: String) -> Self { self }

    func invitationURL(_ invitationURL: URL) -> Self { self }

    func parameters(_ parameters: [String: String]) -> Self { self }

    func redirectURL(_ redirectURL: URL) -> Self { self }

    func useHTTPS() -> Self { self }

    func authorizeURL(_ authorizeURL: URL) -> Self { self }

    func issuer(_ issuer: String) -> Self { self }

    func leeway(_ leeway: Int) -> Self { self }

    func maxAge(_ maxAge: Int) -> Self { self }

    func useEphemeralSession() -> Self { self }

    func headers(_ headers: [String: String]) -> Self { self }

    func provider(_ provider: @escaping WebAuthProvider) -> Self { self }

    func onClose(_ callback: (@Sendable () -> Void)?) -> Self { self }

    func provider(_ provider: WebAuthWindowProvider) -> any WebAuth { self }

    func provider(_ provider: WebAuthBrowserProvider) -> any WebAuth { self }

    func provider(_ provider: WebAuthTerminalProvider) -> any WebAuth { self }

    func timeout(_ timeout: Duration) -> any WebAuth { self }

    func pushing() -> any WebAuth { self }

    func signingRequest(with key: SigningKey) -> any WebAuth { self }

    func authorizationDetails(_ details: [AuthorizationDetail]) -> any WebAuth { self }

    func allowingConcurrentLogins() -> any WebAuth { self }

    func start(_ callback: @escaping @Sendable (WebAuthResult<Credentials>) -> Void) -> any Cancellable {
        callback(.failure(.userCancelled))
        return AnyCancellable {}
    }

    func start() async throws -> Credentials { throw WebAuthError.userCancelled }

    func start() -> AnyPublisher<Credentials, WebAuthError> { Fail(error: .userCancelled).eraseToAnyPublisher() }

    func clearSession(
        federated: Bool, callback: @escaping @Sendable (WebAuthResult<Void>) -> Void
    ) -> any Cancellable {
        callback(.failure(.userCancelled))
        return AnyCancellable {}
    }

    func clearSession(federated: Bool) async throws { throw WebAuthError.userCancelled }

    func clearSession(federated: Bool) -> AnyPublisher<Void, WebAuthError> {
        Fail(error: .userCancelled).eraseToAnyPublisher()
    }
}

/// A double of `PARAuth` whose user cancels.
struct OwnPARAuth: PARAuth {
    let clientId = "own"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Auth0.Logger)?

    func sessionTransferToken(_ token: String) -> Self { self }

    func provider(_ provider: @escaping WebAuthProvider) -> Self { self }

    func useEphemeralSession() -> Self { self }

    func state(_ state: String) -> any PARAuth { self }

    func redirectURL(_ redirectURL: URL) -> any PARAuth { self }

    func provider(_ provider: WebAuthWindowProvider) -> any PARAuth { self }

    func provider(_ provider: WebAuthBrowserProvider) -> any PARAuth { self }

    func timeout(_ timeout: Duration) -> any PARAuth { self }

    func start(
        requestUri: String, callback: @escaping @Sendable (WebAuthResult<AuthorizationCode>) -> Void
    ) -> any Cancellable {
        callback(.failure(.userCancelled))
        return AnyCancellable {}
    }

    func start(requestUri: String) async throws -> AuthorizationCode { throw WebAuthError.userCancelled }

    func start(requestUri: String) -> AnyPublisher<AuthorizationCode, WebAuthError> {
        Fail(error: .userCancelled).eraseToAnyPublisher()
    }
}

/// A place for the login pages of ReachFive.
struct OwnPresentation: ASWebAuthenticationPresentationContextProviding {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        session.callbackURLScheme == "http" ? .browser : .privateWindow
    }
}
