import Auth0
import TenantEmulator
import Testing

/// A tenant of one test, whose users need a second factor.
struct SecondFactorTenant {
    let tenant: EmulatedTenant
    let authentication: any Authentication
    let mfa: any MFAClient

    /// A user with every kind of second factor.
    static let experienced = "mfa@example.com"
    /// A user without a second factor.
    static let new = "enroll@example.com"
    static let kinds = ["otp", "phone", "email", "push-notification", "recovery-code"]

    init() throws {
        tenant = try EmulatedTenant.start()
        authentication = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain)
        mfa = Auth0.mfa(clientId: tenant.clientID, domain: tenant.domain)
    }

    func login(_ user: String) -> Request<Credentials, AuthenticationError> {
        authentication.login(
            usernameOrEmail: user, password: "Sesame-2026!", realmOrConnection: "Username-Password-Authentication")
    }

    /// Logs in up to the second factor.
    func begin(_ user: String, sourceLocation: SourceLocation = #_sourceLocation) async throws
        -> MFARequiredErrorPayload
    {
        let error = await #expect(throws: AuthenticationError.self, sourceLocation: sourceLocation) {
            try await login(user).start()
        }
        #expect(error?.isMultifactorRequired == true, sourceLocation: sourceLocation)
        return try #require(error?.mfaRequiredErrorPayload, sourceLocation: sourceLocation)
    }
}
