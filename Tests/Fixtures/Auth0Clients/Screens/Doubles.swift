// Doubles of every client, by classes with state.
import Auth0
import Foundation
import HTTPMessages
import Streams

nonisolated final class SpyAuthentication: Authentication {
    let clientId = "spy"
    let url = URL(fileURLWithPath: "/")
    var telemetry = Telemetry()
    var logger: Logger?
    var calls: [String] = []
    var onLogin: (() -> Void)?

    func login(email username: String, code otp: String, audience: String?, scope: String)
        -> Request<Credentials, AuthenticationError>
    {
        calls.append(username)
        onLogin?()
        return Request(result: .success(Credentials(accessToken: "a")))
    }
}

nonisolated final class SpyWebAuth: WebAuth {
    let clientId = "spy"
    let url = URL(fileURLWithPath: "/")
    var telemetry = Telemetry()
    var logger: Logger?
    var calls: [String] = []
    var result: WebAuthResult<Credentials> = .success(Credentials())

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

    func start(_ callback: @escaping (WebAuthResult<Credentials>) -> Void) -> any Cancellable {
        callback(result)
        return AnyCancellable {}
    }
    func start() -> AnyPublisher<Credentials, WebAuthError> { result.publisher.eraseToAnyPublisher() }
    func clearSession(federated: Bool) -> AnyPublisher<Void, WebAuthError> {
        result.map { _ in }.publisher.eraseToAnyPublisher()
    }
}

nonisolated final class SpyPARAuth: PARAuth {
    let clientId = "spy"
    let url = URL(fileURLWithPath: "/")
    var telemetry = Telemetry()
    var logger: Logger?
    var tokens: [String] = []

    func sessionTransferToken(_ token: String) -> Self { tokens.append(token); return self }
    func provider(_ provider: @escaping WebAuthProvider) -> Self { self }
    func useEphemeralSession() -> Self { self }
    func start(requestUri: String) -> AnyPublisher<AuthorizationCode, WebAuthError> {
        Just(AuthorizationCode(code: "c")).setFailureType(to: WebAuthError.self).eraseToAnyPublisher()
    }
}

nonisolated final class SpyMFA: MFAClient {
    let clientId = "spy"
    let url = URL(fileURLWithPath: "/")
    var telemetry = Telemetry()
    var logger: Logger?
    var codes: [String] = []

    func verify(otp: String, mfaToken: String) -> Request<Credentials, MFAVerifyError> {
        codes.append(otp)
        return Request(result: .success(Credentials()))
    }
}

nonisolated final class SpyUsers: Users {
    let token = "t"
    let url = URL(fileURLWithPath: "/")
    var telemetry = Telemetry()
    var logger: Logger?
    var ids: [String] = []

    func get(_ identifier: String, fields: [String], include: Bool) -> Request<ManagementObject, ManagementError> {
        ids.append(identifier)
        return Request(result: .success([:]))
    }
}

nonisolated final class SpyMethods: MyAccountAuthenticationMethods {
    let token = "t"
    let url = URL(fileURLWithPath: "/")
    var telemetry = Telemetry()
    var logger: Logger?
    var deleted: [String] = []

    func deleteAuthenticationMethod(by id: String) -> Request<Void, MyAccountError> {
        deleted.append(id)
        return Request(result: .success(()))
    }
}

nonisolated final class SpyMyAccount: MyAccount {
    let token = "t"
    let url = URL(fileURLWithPath: "/")
    var telemetry = Telemetry()
    var logger: Logger?
    var methods = SpyMethods()

    var authenticationMethods: any MyAccountAuthenticationMethods { methods }
}

nonisolated final class SpyStorage: CredentialsStorage {
    var entries: [String: Data] = [:]

    func getEntry(forKey key: String) -> Data? { entries[key] }
    func setEntry(_ data: Data, forKey key: String) -> Bool { entries[key] = data; return true }
    func deleteEntry(forKey key: String) -> Bool { entries.removeValue(forKey: key) != nil }
}

nonisolated final class SpyLogger: Logger {
    var urls: [String] = []

    func trace(request: TransportRequest) {}
    func trace(response: TransportResponse) {}
    func trace(url: String, source: String?) { urls.append(url) }
}
