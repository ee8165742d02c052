import Auth0
import FoundationEssentials
import Streams
import Synchronization
import Testing

/// Doubles as in the tests of an app: they implement the members that the app calls.
private struct DoubleAuthentication: Authentication {
    let clientId = "double"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Logger)?

    func login(
        usernameOrEmail username: String, password: String, realmOrConnection realm: String, audience: String?,
        scope: String
    ) -> Request<Credentials, AuthenticationError> {
        Request(result: .success(Credentials(accessToken: username, idToken: audience ?? "none", scope: scope)))
    }

    func renew(
        withRefreshToken refreshToken: String, audience: String?, scope: String?
    ) -> Request<Credentials, AuthenticationError> {
        Request(result: .failure(AuthenticationError(info: ["error": "invalid_grant"], statusCode: 403)))
    }

    func userInfo(withAccessToken accessToken: String, tokenType: String) -> Request<UserInfo, AuthenticationError> {
        Request(
            result: UserInfo(json: ["sub": "\(tokenType) \(accessToken)"]).map { .success($0) }
                ?? .failure(.init(info: [:], statusCode: 0)))
    }
}

private struct DoubleWebAuth: WebAuth {
    let clientId = "double"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Logger)?
    var said = ""
    var login: AnyPublisher<Credentials, WebAuthError> = Empty().eraseToAnyPublisher()

    private func saying(_ text: String) -> Self {
        var copy = self
        copy.said += text + ";"
        return copy
    }

    func connection(_ connection: String) -> Self { saying("connection") }
    func scope(_ scope: String) -> Self { saying("scope") }
    func connectionScope(_ connectionScope: String) -> Self { saying("connectionScope") }
    func audience(_ audience: String) -> Self { saying("audience") }
    func state(_ state: String) -> Self { saying("state") }
    func nonce(_ nonce: String) -> Self { saying("nonce") }
    func organization(_ organization: String) -> Self { saying("organization") }
    func invitationURL(_ invitationURL: URL) -> Self { saying("invitationURL") }
    func parameters(_ parameters: [String: String]) -> Self { saying("parameters") }
    func redirectURL(_ redirectURL: URL) -> Self { saying("redirectURL") }
    func useHTTPS() -> Self { saying("useHTTPS") }
    func authorizeURL(_ authorizeURL: URL) -> Self { saying("authorizeURL") }
    func issuer(_ issuer: String) -> Self { saying("issuer") }
    func leeway(_ leeway: Int) -> Self { saying("leeway") }
    func maxAge(_ maxAge: Int) -> Self { saying("maxAge") }
    func useEphemeralSession() -> Self { saying("useEphemeralSession") }
    func headers(_ headers: [String: String]) -> Self { saying("headers") }
    func provider(_ provider: @escaping WebAuthProvider) -> Self { saying("provider") }
    func onClose(_ callback: (@Sendable () -> Void)?) -> Self { saying("onClose") }

    func start() -> AnyPublisher<Credentials, WebAuthError> { login }
    func clearSession(federated: Bool) -> AnyPublisher<Void, WebAuthError> {
        federated
            ? Just(()).setFailureType(to: WebAuthError.self).eraseToAnyPublisher()
            : Fail(error: .transactionActiveAlready).eraseToAnyPublisher()
    }
}

private struct DoubleUsers: Users {
    let token = "t"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Logger)?

    func get(_ identifier: String, fields: [String], include: Bool) -> Request<ManagementObject, ManagementError> {
        Request(result: .success(["user_id": identifier, "fields": fields.count, "include": include]))
    }
}

private struct DoubleMethods: MyAccountAuthenticationMethods {
    let token = "t"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Logger)?

    func getFactors() -> Request<[Factor], MyAccountError> { Request(result: .success([])) }
}

private struct DoubleAccount: MyAccount {
    let token = "t"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Logger)?
    var authenticationMethods: any MyAccountAuthenticationMethods { DoubleMethods() }
}

private struct DoublePAR: PARAuth {
    let clientId = "double"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Logger)?

    func sessionTransferToken(_ token: String) -> Self { self }
    func provider(_ provider: @escaping WebAuthProvider) -> Self { self }
    func useEphemeralSession() -> Self { self }
    func start(requestUri: String) -> AnyPublisher<AuthorizationCode, WebAuthError> {
        Just(AuthorizationCode(code: requestUri)).setFailureType(to: WebAuthError.self).eraseToAnyPublisher()
    }
}

@Suite struct DoublesTests {
    @Test func `a double is called, even with default arguments`() async throws {
        let client: any Authentication = DoubleAuthentication()

        let usual = try await client.login(usernameOrEmail: "u", password: "p", realmOrConnection: "r").start()
        let other = try await client.login(
            usernameOrEmail: "u", password: "p", realmOrConnection: "r", audience: "a", scope: "s"
        ).start()
        let profile = try await client.userInfo(withAccessToken: "t").start()
        let refusal = await #expect(throws: AuthenticationError.self) {
            try await client.renew(withRefreshToken: "r" as String?).start()
        }

        #expect(
            usual == Credentials(accessToken: "u", idToken: "none", expiresIn: usual.expiresIn, scope: defaultScope))
        #expect([other.idToken, other.scope] == ["a", "s"])
        #expect(profile.sub == "Bearer t")
        #expect(refusal?.code == "invalid_grant")
    }

    @Test func `an unimplemented member of a double fails with an explanation and sends no request`() async {
        let client: any Authentication = DoubleAuthentication().logging(enabled: false).useDPoP()
        let methods = (DoubleAccount() as any MyAccount).authenticationMethods

        let authentication = await #expect(throws: AuthenticationError.self) { _ = try await client.jwks().start() }
        let user = await #expect(throws: ManagementError.self) {
            _ = try await (DoubleUsers() as any Users).patch("auth0|1", userMetadata: [:]).start()
        }
        let account = await #expect(throws: MyAccountError.self) {
            _ = try await methods.enrollPhone(phoneNumber: "1").start()
        }

        for cause in [authentication?.cause, user?.cause, account?.cause] {
            #expect((cause as? ConfigurationError)?.code == .notImplemented)
        }
    }

    @Test func `doubles of the other clients`() async throws {
        let user = try await (DoubleUsers() as any Users).get("auth0|1").start()
        let factors = try await DoubleAccount().authenticationMethods.getFactors().start()
        let code = try await (DoublePAR() as any PARAuth).timeout(.seconds(1)).start(requestUri: "urn:x")

        #expect(user["user_id"] as? String == "auth0|1")
        #expect(user["include"] as? Bool == true)
        #expect(factors.isEmpty)
        #expect(code.code == "urn:x")
        #expect(DoubleAccount.apiVersion == "v1")
    }

    @Test func `the publisher of a browser's double serves all styles`() async throws {
        let subject = PassthroughSubject<Credentials, WebAuthError>()
        let client: any WebAuth = DoubleWebAuth(login: subject.eraseToAnyPublisher())

        let calledBack = Mutex<WebAuthResult<Credentials>?>(nil)
        client.scope("s").timeout(.seconds(1)).start { result in calledBack.withLock { $0 = result } }
        subject.send(Credentials(accessToken: "a"))
        let refused = await #expect(throws: WebAuthError.self) { try await client.clearSession() }
        try await client.logout(federated: true)
        let empty = await #expect(throws: WebAuthError.self) { _ = try await (DoubleWebAuth() as any WebAuth).start() }

        #expect(try calledBack.withLock { try $0?.get().accessToken } == "a")
        #expect(refused == .transactionActiveAlready)
        #expect(empty == .unknown)
    }

    @Test func `a double receives its modifiers, and is unchanged by the others`() throws {
        let client: any WebAuth = DoubleWebAuth()

        let changed = client.connection("c").maxAge(.seconds(1)).timeout(.seconds(1)).allowingOthers().pushing()
            .provider(WebAuthentication.safariProvider()).leeway(.seconds(1)).onClose(nil)

        #expect((changed as? DoubleWebAuth)?.said == "connection;maxAge;onClose;")
    }

    @Test @MainActor func `callbacks of a login on the main actor`() async {
        let client = DoubleWebAuth(
            login: Just(Credentials(accessToken: "a")).setFailureType(to: WebAuthError.self).eraseToAnyPublisher())
        var (token, isOut) = ("", false)

        await withCheckedContinuation { continuation in
            client.onMainActor().start { result in
                token = (try? result.get().accessToken) ?? ""
                continuation.resume()
            }
        }
        await withCheckedContinuation { continuation in
            client.onMainActor().clearSession(federated: true) { result in
                isOut = (try? result.get()) != nil
                continuation.resume()
            }
        }

        #expect(token == "a")
        #expect(isOut)
    }
}
