import Auth0
import Foundation
import SecretStorage

/// A run of a program that makes the calls of a login's whole life, logs its requests, and prints every result and
/// error.
///
/// `$MFA_CODE` is the current code of the authenticator app of `mfa@example.com`.
struct CanaryRun {
    let domain: String
    let clientID: String
    let client: any Authentication
    private let canaryFile: String
    private let password = "Correct-Horse-\(UUID().uuidString)"
    let connection = "Username-Password-Authentication"

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - domain: The domain of the tenant.
    ///   - clientID: The client ID of the program.
    ///   - canaryFile: Where the secrets of the run are written at its end, for the test.
    init(domain: String, clientID: String, canaryFile: String) {
        (self.domain, self.clientID, self.canaryFile) = (domain, clientID, canaryFile)
        client = Auth0.authentication(clientId: clientID, domain: domain).logging(enabled: true)
    }

    /// Makes the calls, and writes the secrets to a file for the test.
    func walk() async throws {
        var canaries = ["password": password, "wrong password": "Wrong-\(UUID().uuidString)"]
        // First, because the code is of this half minute.
        try await presentSecondFactor(&canaries)
        try await usePasskey(&canaries)
        try await useBrowser(&canaries)
        let first = try await logIn(&canaries)
        let renewed = try await client.renew(withRefreshToken: first.refreshToken).start()
        show(renewed)
        collect(renewed, "renewed", &canaries)
        let profile: UserInfo = try await client.userInfo(withAccessToken: renewed.accessToken).start()
        show(profile)
        let session = try await client.ssoExchange(withRefreshToken: renewed.refreshToken).start()
        show(session)
        canaries["session transfer token"] = session.sessionTransferToken
        let kept = try await keep(Self.latest(renewed, session.refreshToken), &canaries)
        try await refuse(kept, canaries)
        try JSONEncoder().encode(canaries).write(to: URL(filePath: canaryFile))
    }

    private func logIn(_ canaries: inout [String: String]) async throws -> Credentials {
        let user: DatabaseUser = try await client.signup(
            email: "ann@example.org", password: password, connection: connection
        ).start()
        show(user)
        let credentials = try await client.login(
            usernameOrEmail: "ann@example.org", password: password, realmOrConnection: connection,
            scope: "openid profile email offline_access"
        ).start()
        show(credentials)
        collect(credentials, "first", &canaries)
        return credentials
    }

    /// Stores credentials that have expired where the manager stores them by itself, renews them and exchanges them.
    private func keep(_ credentials: Credentials, _ canaries: inout [String: String]) async throws -> Credentials {
        let manager = CredentialsManager(authentication: client)
        try await manager.save(expired(credentials))
        let kept = try await manager.credentials()
        show(kept)
        collect(kept, "kept", &canaries)
        let session = try await manager.ssoCredentials()
        show(session)
        canaries["session transfer token of the manager"] = session.sessionTransferToken
        let last = try await manager.renew()
        show(last)
        collect(last, "last", &canaries)
        show(manager)
        return last
    }

    /// Prints the errors of calls with secrets that the tenant refuses.
    private func refuse(_ credentials: Credentials, _ canaries: [String: String]) async throws {
        let wrong = canaries["wrong password"] ?? ""
        let login = client.login(usernameOrEmail: "ann@example.org", password: wrong, realmOrConnection: connection)
        show(await login.result())
        show(await client.login(email: "ann@example.org", code: wrong).result())
        show(await client.login(withOTP: "1", mfaToken: wrong).result())
        show(await client.codeExchange(withCode: wrong, codeVerifier: wrong, redirectURI: "http://127.0.0.1/").result())
        show(await client.customTokenExchange(subjectToken: wrong, subjectTokenType: "urn:t").result())
        show(await client.userInfo(withAccessToken: wrong).result())
        show(await client.revoke(refreshToken: credentials.refreshToken ?? "").result())
        show(await client.renew(withRefreshToken: credentials.refreshToken).result())
    }

    private func expired(_ credentials: Credentials) -> Credentials {
        Credentials(
            accessToken: credentials.accessToken, tokenType: credentials.tokenType, idToken: credentials.idToken,
            refreshToken: credentials.refreshToken, expiresIn: Date(timeIntervalSinceNow: -1), scope: credentials.scope)
    }

    func collect(_ credentials: Credentials, _ name: String, _ canaries: inout [String: String]) {
        canaries["\(name) access token"] = credentials.accessToken
        canaries["\(name) ID token"] = credentials.idToken
        canaries["\(name) refresh token"] = credentials.refreshToken
    }

    private static func latest(_ credentials: Credentials, _ refreshToken: String?) -> Credentials {
        Credentials(
            accessToken: credentials.accessToken, tokenType: credentials.tokenType, idToken: credentials.idToken,
            refreshToken: refreshToken ?? credentials.refreshToken, scope: credentials.scope)
    }

    func show(_ value: Any) {
        print(value)
        debugPrint(value)
        dump(value)
    }
}
