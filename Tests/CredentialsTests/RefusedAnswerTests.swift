import Auth0
import Foundation
import HTTPMessages
import OpenID
import OpenIDDoubles
import SecretStorage
import Synchronization
import TenantEmulator
import Testing
import TransportDoubles

/// Answers of the tenant that cannot be used, and what they say about the refresh token.
@Suite(.timeLimit(.minutes(30))) struct RefusedAnswerTests {
    @Test func `without the tenant's keys one token request is sent, and the new refresh token is stored`() async throws
    {
        let login = try await KeptLogin()
        let date = MovableDate()
        let manager = login.manager { $0.clock = date.clock }
        try await manager.save(login.expired)
        login.tenant.faults.set(.status(503), on: "/.well-known/jwks.json")

        for _ in 1...3 {
            let error = await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() }
            #expect(error == .renewFailed)
            #expect((error?.cause as? AuthenticationError)?.cause is IDTokenError)
        }
        // Another manager, such as one of another process, waits, too.
        await #expect(throws: CredentialsManagerError.renewFailed) {
            try await login.manager { $0.clock = date.clock }.renew()
        }
        #expect(login.tokenRequests == 1)

        date.move(by: 31)
        let unchecked = login.manager {
            $0.clock = date.clock
            $0.validatesIDTokens = false
        }
        _ = try await unchecked.credentials()
        #expect(login.tenant.counters.renewals == 2 && login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test(arguments: [false, true])
    func `an ID token that cannot be decoded prevents a renewal only if ID tokens are validated`(
        isValidated: Bool
    ) async throws {
        let login = try await KeptLogin()
        let provider = try await OpenID.discover(login.tenant.domain + "/").start()
        var configuration = StoredLogin.Configuration()
        configuration.validatesIDTokens = isValidated
        let stored = StoredLogin(
            client: provider.client(id: login.tenant.clientID), store: MemoryStore(), configuration: configuration)
        try await stored.save(login.expired.replacing { $0.idToken = "an encrypted one" })

        if isValidated {
            await #expect(throws: StoredLoginError(.renewalFailed)) { try await stored.credentials() }
        } else {
            #expect(try await stored.credentials().accessToken != login.credentials.accessToken)
            #expect(try await stored.renew().refreshToken != login.credentials.refreshToken)
        }
        #expect(login.tenant.counters.renewals == (isValidated ? 0 : 2))
    }

    /// A client whose token endpoint sends these answers in turn.
    private func client(_ answers: (status: Int, body: String)...) -> any Authentication {
        let left = Mutex(answers)
        let transport = StubTransport { _ in
            let next = left.withLock { $0.removeFirst() }
            return .success(TransportResponse(status: next.status, fields: [:], body: Array(next.body.utf8)))
        }
        return Auth0.authentication(clientId: "c", domain: "t.example.com", session: transport)
    }

    private static let refusal = (403, #"{"error":"invalid_grant","error_description":"Unknown refresh token."}"#)

    @Test(arguments: [(500, ""), (502, ""), (504, "<html>"), (200, "{"), (200, #"{"access_token":1}"#)])
    func `C6 a refused token after an unreadable answer is an interrupted renewal`(
        status: Int, body: String
    ) async throws {
        let login = try await KeptLogin()
        let manager = login.manager(client((status, body), Self.refusal))
        try await manager.save(login.expired)

        await #expect(throws: CredentialsManagerError.renewFailed) { try await manager.credentials() }
        await #expect(throws: CredentialsManagerError.renewalInterrupted) { try await manager.credentials() }
    }

    @Test(arguments: [
        #""expires_in":0"#, #""expires_in":-60"#, #""expires_in":"1e3""#, #""expires_in":[60]"#, #""scope":1"#,
        #""token_type":"mac""#, #""token_type":null"#, #""access_token":"""#, #""id_token":{}"#,
    ])
    func `C6 the refresh token of an answer that cannot be used otherwise is stored`(member: String) async throws {
        let login = try await KeptLogin()
        let date = MovableDate()
        let sent = Mutex<[String]>([])
        let usable = [
            "access_token": #""AT""#, "token_type": #""Bearer""#, "expires_in": "60", "refresh_token": #""RT""#,
        ]
        let transport = StubTransport { request in
            let isFirst = sent.withLock { sent in
                sent.append(String(decoding: request.body, as: UTF8.self))
                return sent.count == 1
            }
            let name = String(member.split(separator: "\"")[0])
            let members = usable.filter { $0.key != name || !isFirst }.map { #""\#($0)":\#($1)"# }
            let body = "{" + (members + (isFirst ? [member] : [])).joined(separator: ",") + "}"
            return .success(TransportResponse(status: 200, fields: [:], body: Array(body.utf8)))
        }
        let manager = login.manager(Auth0.authentication(clientId: "c", domain: "t.example.com", session: transport)) {
            $0.clock = date.clock
        }
        try await manager.save(login.expired)

        await #expect(throws: CredentialsManagerError.renewFailed) { try await manager.credentials() }
        await #expect(throws: CredentialsManagerError.renewFailed) { try await manager.credentials() }
        #expect(sent.withLock(\.count) == 1, "a provider that sends such answers is asked again after a pause")
        date.move(by: 31)
        #expect(try await manager.credentials().accessToken == "AT")
        #expect(sent.withLock { $0[1].contains(#""refresh_token":"RT""#) })
    }

    @Test(arguments: [
        #"{"error":"invalid_grant","refresh_token":"RT"}"#, #"{"refresh_token":"","expires_in":0}"#,
        #"{"refresh_token":"RT","refresh_token":"RT2"}"#, #"{"refresh_token":"RT""#, #"["refresh_token","RT"]"#,
    ])
    func `C6 a refusal or a damaged answer has no refresh token to store`(body: String) async throws {
        let login = try await KeptLogin()
        let manager = login.manager(client((200, body), Self.refusal))
        try await manager.save(login.expired)

        await #expect(throws: CredentialsManagerError.renewFailed) { try await manager.credentials() }
        if body.contains("invalid_grant") {
            #expect(!manager.canRenew())
        } else {
            await #expect(throws: CredentialsManagerError.renewalInterrupted) { try await manager.credentials() }
        }
    }

    @Test func `C20 the refresh token of an answer about another user is not stored`() async throws {
        let login = try await KeptLogin()
        let date = MovableDate()
        let other = try await login.authentication.login(
            usernameOrEmail: "john@example.com", password: "Sesame-2026!",
            realmOrConnection: "Username-Password-Authentication", audience: nil, scope: "openid"
        ).start()
        let body = #"{"access_token":"A","token_type":"mac","refresh_token":"RT","id_token":"\#(other.idToken)"}"#
        let sent = Mutex<[String]>([])
        let transport = StubTransport { request in
            sent.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) }
            return .success(TransportResponse(status: 200, fields: [:], body: Array(body.utf8)))
        }
        let manager = login.manager(Auth0.authentication(clientId: "c", domain: "t.example.com", session: transport)) {
            $0.clock = date.clock
        }
        try await manager.save(login.expired)

        await #expect(throws: CredentialsManagerError.renewFailed) { try await manager.credentials() }
        date.move(by: 31)
        await #expect(throws: CredentialsManagerError.renewFailed) { try await manager.credentials() }

        let own = try #require(login.expired.refreshToken)
        #expect(sent.withLock { $0.count == 2 && $0.allSatisfy { $0.contains(own) } })
    }

    @Test(arguments: [400, 401, 429]) func `a refused token after a refusal is refused`(status: Int) async throws {
        let login = try await KeptLogin()
        let manager = login.manager(client((status, #"{"error":"a"}"#), Self.refusal))
        try await manager.save(login.expired)

        await #expect(throws: CredentialsManagerError.renewFailed) { try await manager.credentials() }
        await #expect(throws: CredentialsManagerError.renewFailed) { try await manager.credentials() }
        #expect(!manager.canRenew())
    }

    @Test func `T11 a renewal waits as long as Retry-After says, up to a minute`() async throws {
        let login = try await KeptLogin()
        let alarm = ManualAlarm()
        let manager = login.manager { configuration in
            configuration.maxRetries = 3
            configuration.alarm = alarm.alarm
        }
        try await manager.save(login.expired)
        login.tenant.faults.set(.tooManyRequests(retryAfter: "17"), on: "/oauth/token", times: 1)

        async let renewed = manager.credentials()
        #expect(await alarm.nextDelay() == .seconds(17))
        alarm.advance(by: .seconds(17))
        #expect(try await renewed.accessToken != login.credentials.accessToken)
        #expect(login.tokenRequests == 2)

        login.tenant.faults.set(.tooManyRequests(retryAfter: "61"), on: "/oauth/token", times: 1)
        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.renew() }
        #expect((error?.cause as? AuthenticationError)?.statusCode == 429)
        #expect(login.tokenRequests == 3 && alarm.waiting == 0)
    }
}
