import Auth0
import Foundation
import HTTPMessages
import JOSE
import OpenID
import SecretStorage
import Streams
import Synchronization
import TenantEmulator
import Testing
import TransportDoubles

/// Events between the request of a renewal and its storage: sign-outs, lost answers, full disks, refused tokens.
@Suite struct InterruptedRenewalTests {
    private let path = "/oauth/token"

    @Test func `C8 a login of another user during a renewal stays, and answers the waiting call`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.expired)
        let renewal = try await login.held { try await manager.credentials() }

        let other = try await KeptLogin.login(at: login.tenant, email: "bob@example.org")
        try await manager.save(other)
        login.tenant.skipRequests(matching: "/oauth/revoke")
        login.tenant.faults.release()

        #expect(try await renewal.value.accessToken == other.accessToken)
        #expect(try await login.manager().credentials().refreshToken == other.refreshToken)
        _ = try await login.tenant.nextRequest(matching: "/oauth/revoke")
    }

    @Test func `C6 a lost answer: within the tenant's overlap the old refresh token works once more`() async throws {
        let login = try await KeptLogin { $0.refreshTokenOverlap = .seconds(30) }
        login.tenant.clock.stop()
        let manager = login.manager()
        try await manager.save(login.expired)
        login.tenant.faults.set(.loseResponse, on: path, grant: "refresh_token", times: 1)

        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() }
        let renewed = try await login.manager().credentials()

        #expect(error == .renewFailed && error?.isRetryable == true)
        #expect(renewed.accessToken != login.credentials.accessToken)
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `C6 a lost answer without overlap differs from an old token, and the access token stays`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.credentials)
        login.tenant.faults.set(.loseResponse, on: path, grant: "refresh_token", times: 1)
        await #expect(throws: CredentialsManagerError.renewFailed) { try await manager.renew() }

        // Another manager: what is known is what is stored.
        let next = login.manager()
        await #expect(throws: CredentialsManagerError.renewalInterrupted) { try await next.renew() }

        #expect(try await next.credentials().accessToken == login.credentials.accessToken)
        #expect(next.hasValid() && !next.canRenew())
        await #expect(throws: CredentialsManagerError.noRefreshToken) { try await next.renew() }
        #expect(login.tokenRequests == 2)
    }

    @Test func `a refused refresh token is removed, and the other tokens stay`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.credentials)
        _ = try await login.authentication.revoke(refreshToken: try #require(login.credentials.refreshToken)).start()

        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.renew() }

        #expect(error == .renewFailed)
        #expect((error?.cause as? AuthenticationError)?.isInvalidRefreshToken == true)
        #expect(manager.hasValid() && !manager.canRenew() && manager.user != nil)
    }

    @Test func `C7 a refused token is not removed when another process has stored its successor`() async throws {
        let login = try await KeptLogin()
        let successor = Credentials(
            accessToken: "AT2", tokenType: "Bearer", refreshToken: "RT2", expiresIn: Date(timeIntervalSinceNow: 3_600))
        // The tenant refuses, and before its answer arrives another process stores what it has obtained.
        let transport = StubTransport { _ in
            let client = Auth0.authentication(clientId: "c", domain: "t.example.com")
            #expect(login.manager(client).store(credentials: successor))
            let body = Array(#"{"error":"invalid_grant","error_description":"Unknown or invalid refresh token."}"#.utf8)
            return .success(TransportResponse(status: 403, fields: [:], body: body))
        }
        let manager = login.manager(
            Auth0.authentication(clientId: "c", domain: "t.example.com", session: transport))
        try await manager.save(login.expired)

        let credentials = try await manager.credentials()

        #expect(credentials.accessToken == "AT2" && credentials.refreshToken == "RT2")
        #expect(transport.requests.count == 1)
    }

    @Test func `J17 a renewed ID token of another user is refused, and the old credentials stay`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.expired)
        let other = try await KeptLogin.login(at: login.tenant, email: "bob@example.org")
        login.tenant.faults.set(
            .alter(try .init(["id_token": other.idToken])), on: path, grant: "refresh_token", times: 1)

        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() }

        #expect((error?.cause as? AuthenticationError)?.cause is IDTokenError)
        #expect(manager.user?.sub == (try await Self.subject(of: login.credentials)))
        #expect(manager.canRenew())
    }

    @Test(arguments: ["not a token", "a.b.c", "eyJhbGciOiJub25lIn0.W10."])
    func `J17 a renewal of a login whose ID token cannot be decoded sends nothing`(idToken: String) async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.expired.with(idToken: idToken))

        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() }
        let again = await #expect(throws: CredentialsManagerError.self) {
            try await manager.apiCredentials(forAudience: "https://api.example.com")
        }

        #expect(error == .renewFailed && (error?.cause as? AuthenticationError)?.cause is JWTDecodeError)
        #expect(again == .apiExchangeFailed)
        #expect(login.tokenRequests == 0 && manager.canRenew())
        let trusting = login.manager { $0.validatesIDTokens = false }
        #expect(try await trusting.credentials().accessToken != login.credentials.accessToken)
    }

    @Test func `J17 a login without an ID token is renewed`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.expired.with(idToken: ""))

        let renewed = try await manager.credentials()

        #expect(renewed.accessToken != login.credentials.accessToken && login.tokenRequests == 1)
    }

    @Test func `an invalid ID token is refused, and the rotated refresh token is not lost`() async throws {
        let login = try await KeptLogin()
        let date = MovableDate()
        let manager = login.manager { $0.clock = date.clock }
        try await manager.save(login.expired)
        let broken = String(login.credentials.idToken.dropLast(4)) + "AAAA"
        login.tenant.faults.set(
            .alter(try .init(["id_token": broken])), on: path, grant: "refresh_token", times: 1)
        await #expect(throws: CredentialsManagerError.renewFailed) { try await manager.credentials() }

        // For a short time nothing is sent.
        date.move(by: 31)
        let renewed = try await manager.credentials()

        #expect(renewed.accessToken != login.credentials.accessToken)
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    private static func subject(of credentials: Credentials) async throws -> String? {
        let folder = MemoryStore()
        let manager = CredentialsManager(
            authentication: Auth0.authentication(clientId: "c", domain: "t.example.com"), store: folder)
        try await manager.save(credentials)
        return manager.user?.sub
    }
}

extension Credentials {
    /// The credentials with another ID token.
    fileprivate func with(idToken: String) -> Credentials {
        Credentials(
            accessToken: accessToken, tokenType: tokenType, idToken: idToken, refreshToken: refreshToken,
            expiresIn: expiresIn, scope: scope)
    }
}
