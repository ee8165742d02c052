import Auth0
import Foundation
import OpenID
import TenantEmulator
import Testing

/// Which calls validate the ID token without being asked: logins in a browser always do, calls of the API only with
/// `validateClaims()`, as the original.
@Suite struct DefaultValidationTests {
    private let tenant: EmulatedTenant
    private let browser: StandInBrowser

    init() throws {
        tenant = try EmulatedTenant.start(.anyPort)
        browser = StandInBrowser(tenant)
    }

    private func tamper(_ claims: [String: any Sendable] = [:], _ signature: TokenTampering.Signature = .genuine) throws
    {
        let tampering = try TokenTampering(claims: claims, header: [:], signature: signature)
        tenant.faults.set(.tamper(tampering), on: "/oauth/token", times: 1)
    }

    private func browserLogin() async -> IDTokenError? {
        let webAuth = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort
            .provider(browser.provider)
        guard case .failure(let error) = await webAuth.allowingConcurrentLogins().result() else { return nil }
        #expect(error == .idTokenValidationFailed)
        return error.cause as? IDTokenError
    }

    private func apiLogin(validated: Bool) async -> IDTokenError? {
        let request = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain, session: CurlTransport())
            .login(
                usernameOrEmail: "john@example.com", password: "Sesame-2026!",
                realmOrConnection: "Username-Password-Authentication")
        guard case .failure(let error) = await (validated ? request.validateClaims() : request).result() else {
            return nil
        }
        return error.cause as? IDTokenError
    }

    @Test(arguments: TokenTampering.Signature.allCases.filter { $0 != .genuine })
    func `J19 the signature is verified in browser logins always, and in API logins if asked`(
        signature: TokenTampering.Signature
    ) async throws {
        try tamper([:], signature)
        #expect(await browserLogin() != nil)
        try tamper([:], signature)
        #expect(await apiLogin(validated: true) != nil)
        try tamper([:], signature)
        #expect(await apiLogin(validated: false) == nil)
        #expect(await browserLogin() == nil)
    }

    @Test(arguments: ["iss", "aud"])
    func `J12 J13 the claims are checked in browser logins always, and in API logins if asked`(
        claim: String
    ) async throws {
        try tamper([claim: "another"])
        #expect(await browserLogin()?.claim == claim)
        try tamper([claim: "another"])
        #expect(await apiLogin(validated: true)?.claim == claim)
        try tamper([claim: "another"])
        #expect(await apiLogin(validated: false) == nil)
    }

    @Test func `J14 a date with a fraction is accepted in every login`() async throws {
        let now = Date().timeIntervalSince1970.rounded(.down)
        let claims: [String: any Sendable] = ["iat": now + 0.5, "exp": now + 3_600.25, "auth_time": now + 0.75]

        try tamper(claims)
        #expect(await browserLogin() == nil)
        try tamper(claims)
        #expect(await apiLogin(validated: true) == nil)
    }
}
