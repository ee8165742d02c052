// Test doubles and seams of other people's apps: clients behind protocols, mocks of the SDK's own, generic wrappers.
import Auth0
import Foundation
import Streams

/// A mock that an app's tests hand to what expects the SDK's client. It implements what the app calls.
struct MockAuthentication: Authentication {
    var clientId = "mock"
    var url = URL(fileURLWithPath: "/")
    var telemetry = Telemetry()
    var logger: Logger?
    var dpop: DPoP?
    var answer: Result<Credentials, AuthenticationError> = .success(Credentials(accessToken: "a"))

    func login(
        usernameOrEmail username: String, password: String, realmOrConnection realm: String, audience: String?,
        scope: String
    ) -> Request<Credentials, AuthenticationError> {
        Request(result: answer)
    }

    func renew(
        withRefreshToken refreshToken: String, audience: String?, scope: String?
    ) -> Request<Credentials, AuthenticationError> {
        Request(result: answer)
    }
}

/// A mock by a class: builders return itself, as those of 2.x did.
class MockWebAuth: WebAuth {
    var clientId: String { "mock" }
    let url = URL(fileURLWithPath: "/")
    var telemetry = Telemetry()
    var logger: Logger?
    var dpop: DPoP?
    var calls: [String] = []
    var result: WebAuthResult<Credentials> = .success(Credentials())
    var logoutResult: WebAuthResult<Void> = .success(())

    private func note(_ call: String) -> Self { calls.append(call); return self }

    func connection(_ connection: String) -> Self { note("connection") }
    func scope(_ scope: String) -> Self { note("scope") }
    func connectionScope(_ connectionScope: String) -> Self { note("connectionScope") }
    func state(_ state: String) -> Self { note("state") }
    func parameters(_ parameters: [String: String]) -> Self { note("parameters") }
    func headers(_ headers: [String: String]) -> Self { note("headers") }
    func redirectURL(_ redirectURL: URL) -> Self { note("redirectURL") }
    func authorizeURL(_ authorizeURL: URL) -> Self { note("authorizeURL") }
    func audience(_ audience: String) -> Self { note("audience") }
    func nonce(_ nonce: String) -> Self { note("nonce") }
    func issuer(_ issuer: String) -> Self { note("issuer") }
    func leeway(_ leeway: Int) -> Self { note("leeway") }
    func maxAge(_ maxAge: Int) -> Self { note("maxAge") }
    func useHTTPS() -> Self { note("useHTTPS") }
    func useEphemeralSession() -> Self { note("useEphemeralSession") }
    func invitationURL(_ invitationURL: URL) -> Self { note("invitationURL") }
    func organization(_ organization: String) -> Self { note("organization") }
    func provider(_ provider: @escaping WebAuthProvider) -> Self { note("provider") }
    func onClose(_ callback: (() -> Void)?) -> Self { note("onClose") }

    func start(_ callback: @escaping (WebAuthResult<Credentials>) -> Void) { callback(result) }
    func start() async throws -> Credentials { try result.get() }
    func start() -> AnyPublisher<Credentials, WebAuthError> { result.publisher.eraseToAnyPublisher() }
    func clearSession(federated: Bool, callback: @escaping (WebAuthResult<Void>) -> Void) { callback(logoutResult) }
    func clearSession(federated: Bool) -> AnyPublisher<Void, WebAuthError> {
        logoutResult.publisher.eraseToAnyPublisher()
    }
    func clearSession(federated: Bool) async throws { try logoutResult.get() }
}

struct MockUsers: Users {
    var token = "t"
    var url = URL(fileURLWithPath: "/")
    var telemetry = Telemetry()
    var logger: Logger?

    func get(_ identifier: String, fields: [String], include: Bool) -> Request<ManagementObject, ManagementError> {
        Request(result: .success(["user_id": identifier]))
    }
    func patch(_ identifier: String, attributes: UserPatchAttributes) -> Request<ManagementObject, ManagementError> {
        Request(result: .failure(ManagementError(info: ["code": "no"], statusCode: 403)))
    }
    func patch(_ identifier: String, userMetadata: [String: Any]) -> Request<ManagementObject, ManagementError> {
        Request(result: .success([:]))
    }
    func link(_ identifier: String, withOtherUserToken token: String) -> Request<[ManagementObject], ManagementError> {
        Request(result: .success([]))
    }
    func link(
        _ identifier: String, withUser userId: String, provider: String, connectionId: String?
    ) -> Request<[ManagementObject], ManagementError> {
        Request(result: .success([]))
    }
    func unlink(
        identityId: String, provider: String, fromUserId identifier: String
    ) -> Request<[ManagementObject], ManagementError> {
        Request(result: .success([]))
    }
}
