import Auth0
import TenantEmulator

/// The actions of one user, from signing up to a cancelled request.
@MainActor
struct Story {
    let tenant: EmulatedTenant
    let style: any Style
    let narrator: Narrator

    private let connection = "Username-Password-Authentication"
    /// The password of every user.
    nonisolated static let password = "Correct-Horse-7"
    private var password: String { Self.password }
    private var email: String { "ada.\(style.name.prefix(5))@example.com" }
    private var client: any Authentication {
        Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain)
    }

    func tell() async {
        await signUp()
        guard let credentials = await logIn() else { return }
        await readAndChangeProfile(credentials)
        await logInWithoutPassword()
        await renewTwice(credentials)
        await mistypePassword()
        await giveUp(credentials)
    }

    private func signUp() async {
        await narrator.step("signup(email:password:connection:)") {
            try await style.result(of: client.signup(email: email, password: password, connection: connection)).get()
        } told: { user in
            "\(user.email), \(user.verified ? "verified" : "not yet verified")"
        }
    }

    private func logIn() async -> Credentials? {
        await narrator.step("login(usernameOrEmail:password:realmOrConnection:)") {
            try await style.result(
                of: client.login(
                    usernameOrEmail: email, password: password, realmOrConnection: connection,
                    audience: "\(tenant.domain)/api/v2/",
                    scope: "openid profile email offline_access read:current_user update:current_user_metadata")
            ).get()
        } told: { credentials in
            "\(credentials.tokenType) token <REDACTED>, for \(credentials.scope?.split(separator: " ").count ?? 0) scopes"
        }
    }

    private func readAndChangeProfile(_ credentials: Credentials) async {
        let profile = await narrator.step("userInfo(withAccessToken:)") {
            try await style.result(of: client.userInfo(withAccessToken: credentials.accessToken)).get()
        } told: { profile in
            "\(profile.sub), \(profile.email ?? "no e-mail")"
        }
        guard let profile else { return }
        let users = Auth0.users(token: credentials.accessToken, domain: tenant.domain)
        await narrator.step("users.patch(_:userMetadata:)") {
            try await style.result(of: users.patch(profile.sub, userMetadata: ["language": "fr"])).get()
        } told: { user in
            "user_metadata \(metadata(user))"
        }
        await narrator.step("users.get(_:fields:)") {
            let user = try await style.result(of: users.get(profile.sub, fields: ["user_metadata"])).get()
            guard metadata(user)["language"] as? String == "fr" else { throw Surprise("the change is not there") }
            return user
        } told: { user in
            "user_metadata \(metadata(user))"
        }
    }

    private func logInWithoutPassword() async {
        await narrator.step("startPasswordless(email:)") {
            try await style.result(of: client.startPasswordless(email: email)).get()
        } told: { _ in
            "a code is in the inbox"
        }
        await narrator.step("login(email:code:)") {
            guard let code = tenant.inbox.last(where: { $0.recipient == email })?.code else {
                throw Surprise("no code came")
            }
            return try await style.result(of: client.login(email: email, code: code)).get()
        } told: { credentials in
            "\(credentials.tokenType) token <REDACTED>, the code is spent"
        }
    }

    private func renewTwice(_ credentials: Credentials) async {
        await narrator.step("renew(withRefreshToken:)") {
            let renewed = try await style.result(of: client.renew(withRefreshToken: credentials.refreshToken)).get()
            guard renewed.refreshToken != credentials.refreshToken, renewed.refreshToken != nil else {
                throw Surprise("the refresh token was not rotated")
            }
            return renewed
        } told: { _ in
            "new access token, and a new refresh token for the old one"
        }
        await narrator.step("renew(withRefreshToken:), the old token again") {
            try await refusal(of: client.renew(withRefreshToken: credentials.refreshToken)) {
                $0.code == "invalid_grant"
            }
        } told: { error in
            "\(error.statusCode) \(error.code): \(error.message)"
        }
    }

    private func mistypePassword() async {
        await narrator.step("login(…), a wrong password") {
            try await refusal(
                of: client.login(usernameOrEmail: email, password: "wrong", realmOrConnection: connection),
                where: \.isInvalidCredentials)
        } told: { error in
            "\(error.statusCode) \(error.code): isInvalidCredentials"
        }
    }

    private func giveUp(_ credentials: Credentials) async {
        await narrator.step("userInfo(withAccessToken:), cancelled in flight") {
            tenant.skipRequests(matching: "/userinfo")
            tenant.faults.set(.hold, on: "/userinfo", times: 1)
            defer { tenant.faults.release() }
            let failure = try await style.failure(
                of: client.userInfo(withAccessToken: credentials.accessToken),
                cancelledAfter: { _ = try await tenant.nextRequest(matching: "/userinfo") })
            guard failure?.isCancelled ?? true else { throw Surprise("it failed otherwise") }
            return failure
        } told: { failure in
            failure == nil ? "nothing was delivered" : "isCancelled, the transfer was aborted"
        }
    }

    private func refusal<Value>(
        of request: Request<Value, AuthenticationError>, where expected: (AuthenticationError) -> Bool
    ) async throws -> AuthenticationError {
        guard case .failure(let error) = await style.result(of: request) else { throw Surprise("it was accepted") }
        guard expected(error) else { throw error }
        return error
    }

    private func metadata(_ user: ManagementObject) -> [String: any Sendable] {
        user["user_metadata"] as? [String: any Sendable] ?? [:]
    }
}

/// An unexpected result.
struct Surprise: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
