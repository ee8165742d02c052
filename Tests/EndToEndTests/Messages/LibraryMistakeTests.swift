import Auth0
import Foundation
import HTTPMessages
import LibcurlTransport
import OpenID
import PasskeyAuthenticator
import PostgresStore
import SecretStorage
import SimpleKeychain
import TenantEmulator
import Testing
import TransportDoubles

/// The texts of `localizedDescription` for a developer who made a mistake: each names the thing, the reason and what to
/// do.
@Suite struct LibraryMistakeTests {
    /// A call that cannot succeed, with the texts of its error.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let texts: [String]
        let call: @Sendable (MistakenTenant) async throws -> Void

        init(
            _ title: String, says texts: String..., call: @escaping @Sendable (MistakenTenant) async throws -> Void
        ) {
            (testDescription, self.texts, self.call) = (title, texts, call)
        }
    }

    private static let requests = [
        Mistake("N15.3 a wrong client ID", says: "client ID", "with the dashboard") { try await $0.login("wrong") },
        Mistake("N15.4 a client with a secret, without it", says: "prove its secret", "Native") {
            try await $0.login("emulatorServer0000000000000000001")
        },
        Mistake("N5.1 a password login of a client for browsers", says: "password-realm", "not allowed") {
            try await $0.login("emulatorLimited000000000000000001")
        },
        Mistake("K13.1 a connection that does not exist", says: #"connection "nowhere" does not exist"#) {
            try await $0.login(realm: "nowhere")
        },
        Mistake("K13.2 an API that does not exist", says: "Service not found: https://nowhere/") {
            try await $0.login(audience: "https://nowhere/")
        },
        Mistake("K13.3 an invalid access token", says: "status 401", "invalid, or has expired") {
            _ = try await $0.client().userInfo(withAccessToken: "garbage").start()
        },
        Mistake("K13.4 a server that is down", says: "status 503", "not available, try again later") {
            $0.tenant.faults.set(.status(503), on: "/userinfo")
            _ = try await $0.client().userInfo(withAccessToken: "garbage").start()
        },
        Mistake("K13.5 a renewal without a refresh token", says: "log in with the scope offline_access") {
            _ = try await $0.client().renew(withRefreshToken: nil).start()
        },
        Mistake("K13.6 the Management API with a token of another API", says: "audience https://", "/api/v2/") {
            _ = try await Auth0.users(token: $0.todosToken(), domain: $0.tenant.domain).get("auth0|1").start()
        },
        Mistake("K13.7 the Management API without a token", says: "pass the access token of the API") {
            _ = try await Auth0.users(token: "", domain: $0.tenant.domain).get("auth0|1").start()
        },
        Mistake(
            "K13.34 the Management API with a token without a scope", says: "Insufficient scope", "read:current_user",
            "Request an access token with the required scope"
        ) {
            let token = try await $0.login(audience: "\($0.tenant.domain)/api/v2/").accessToken
            _ = try await Auth0.users(token: token, domain: $0.tenant.domain).get("auth0|1").start()
        },
        Mistake("K13.8 a weak password", says: "too weak", "At least 8 characters") {
            _ = try await $0.client().signup(
                email: "new@example.com", password: "a", connection: MistakenTenant.connection
            ).start()
        },
        Mistake("K13.9 no stored credentials", says: "No credentials", "log in") {
            _ = try await $0.manager().credentials()
        },
        Mistake("K13.10 a minimum above the lifetime of the tokens", says: "100000000 s", "lives for") {
            let manager = $0.manager()
            try await manager.save(try await $0.login())
            _ = try await manager.credentials(minTTL: 100_000_000)
        },
        Mistake("K13.11 an invitation without its parameters", says: "https://app.example.com/join has no query") {
            let url = try #require(URL(string: "https://app.example.com/join"))
            _ = try await $0.webAuth().invitationURL(url).start()
        },
        Mistake("K13.12 a redirect URL that is not loopback", says: "http://127.0.0.1:PORT/path", "https://") {
            let url = try #require(URL(string: "http://example.com/callback"))
            _ = try await $0.webAuth().redirectURL(url).start()
        },
        Mistake("K13.13 a leeway of an hour", says: "0 to 300 seconds") {
            _ = try await $0.webAuth().leeway(3_600_000).start()
        },
    ]

    private static let addresses = [
        Mistake("K13.14 a domain with http", says: "a host name such as tenant.eu.auth0.com", "plain http") {
            try await $0.login(domain: "http://example.com")
        },
        Mistake("K13.15 a host that does not exist", says: "nowhere.invalid: check the spelling") {
            try await $0.login(domain: "nowhere.invalid")
        },
        Mistake(
            "K13.16 a port at which nothing listens", says: "http://127.0.0.1:1 accepts no connection", "host and port"
        ) {
            try await $0.login(domain: "http://127.0.0.1:1")
        },
        Mistake("K13.17 https at a server of http", says: "https://127.0.0.1:", "write http://") {
            try await $0.login(domain: "https://127.0.0.1:\($0.tenant.port)")
        },
        Mistake("K13.18 a proxy that is down", says: "the proxy http://127.0.0.1:1 does not accept connections") {
            var configuration = CurlTransport.Configuration()
            configuration.proxy = try .init("http://127.0.0.1:1")
            try await $0.login(domain: "tenant.example.com", session: CurlTransport(configuration: configuration))
        },
        Mistake(
            "K13.19 a file of authorities that is missing", says: "/nowhere.pem (certificateAuthorities)", "No such"
        ) {
            var configuration = CurlTransport.Configuration()
            configuration.certificateAuthorities = .file("/nowhere.pem")
            try await $0.login(domain: "tenant.example.com", session: CurlTransport(configuration: configuration))
        },
        Mistake("K13.20 an issuer that is down", says: "http://127.0.0.1:1", "try again later") { _ in
            _ = try await OpenID.discover("http://127.0.0.1:1").start()
        },
        Mistake("K13.21 an issuer with http", says: "https://login.example.com", "plain http") { _ in
            _ = try await OpenID.discover("http://example.com").start()
        },
        Mistake("K13.22 an issuer without its trailing slash", says: "calls itself", "ask for it") {
            _ = try await OpenID.discover($0.tenant.domain).start()
        },
        Mistake("K13.23 a folder that cannot be created", says: "/proc/none: No such file or directory") { _ in
            try await FileStore(directory: "/proc/none").setText("a", named: MistakenTenant.name)
        },
        Mistake("K13.24 a relative folder", says: "absolute path, not secrets") { _ in
            try await FileStore(directory: "secrets").setText("a", named: MistakenTenant.name)
        },
        Mistake("K13.25 a file in place of a folder", says: "/etc/hostname: Not a directory") { _ in
            try await FileStore(directory: "/etc/hostname").setText("a", named: MistakenTenant.name)
        },
        Mistake(
            "N10.1 a database that is down", says: "127.0.0.1", "port 1", "shop", "owner",
            "start it, or correct the host"
        ) { _ in
            let server = PostgresServer(host: "127.0.0.1", port: 1, database: "shop", user: "owner")
            let key = SecretBytes([UInt8](repeating: 1, count: 32))
            let store = PostgresStore(server: server, keys: try SealingKeyRing(current: "a", keys: ["a": key]))
            try await store.setText("a", named: MistakenTenant.name)
        },
    ]

    private static let tokens = [
        Mistake("K13.26 an opaque token", says: "opaque", "name this API as its audience") {
            _ = try await $0.verifier().verify("opaque-token-of-a-login")
        },
        Mistake("K13.35 a field Authorization in place of its token", says: "without Bearer") {
            _ = try await $0.verifier().verify("Bearer " + $0.todosToken())
        },
        Mistake("K13.27 a token of another API", says: "another API", "ask for this audience") {
            _ = try await $0.verifier(audience: "https://other.example.com/").verify($0.todosToken())
        },
        Mistake("K13.28 a leeway of an hour at a server", says: "0 to 300 seconds") {
            _ = try await $0.verifier(leeway: .seconds(3_600)).verify($0.todosToken())
        },
        Mistake("K13.29 a token without a scope", says: "scopes that are missing: write:all") {
            try await $0.verifier().verify($0.todosToken()).require(scopes: "write:all")
        },
        Mistake(
            "K13.30 an address of keys that does not exist", says: "https://keys.example.com", "status 404",
            "compare the issuer"
        ) { try await $0.verifyWithKeys(status: 404, body: "") },
        Mistake(
            "K13.31 an address of keys that is another page", says: "https://keys.example.com", "jwks_uri"
        ) { try await $0.verifyWithKeys(status: 200, body: "<html>") },
        Mistake("K13.32 a request without a proof", says: "no proof", "field DPoP") { _ in
            let url = try HTTPURL("https://api.example.com/")
            _ = try await DPoPProofVerifier().verify([:], method: .get, url: url)
        },
        Mistake("K13.33 no passkey", says: "no passkey here", "log in another way") { _ in
            let authenticator = SoftwareAuthenticator(store: MemoryStore(), presence: .unattended)
            let options = PasskeyRequestOptions(relyingPartyID: "example.com", challenge: Data([1]))
            _ = try await authenticator.makeAssertion(for: options)
        },
    ]

    @Test(arguments: requests + addresses + tokens)
    func `N9 a mistake in a program has an error with the thing, the reason and what to do`(
        _ mistake: Mistake
    ) async throws {
        let tenant = try MistakenTenant()

        let error = await #expect(throws: (any Error).self) { try await mistake.call(tenant) }

        let text = try #require(error).localizedDescription
        for part in mistake.texts { #expect(text.contains(part), "\(mistake.testDescription): \(text)") }
        // No number in place of a reason; one beside the reason is in parentheses.
        #expect(!text.contains(/(^|[^(])(errno|SQLSTATE)/), "\(mistake.testDescription): \(text)")
        // As in Auth0.swift, the text of an error of its clients ends with the description of the cause.
        #expect(error is any Auth0Error || !text.contains(/[A-Z]\w*Error\b/), "\(mistake.testDescription): \(text)")
    }

    @Test(
        arguments: [
            (PasskeyError(.severalPasskeys), "userName:"), (PasskeyError(.alreadyRegistered), "log in with it"),
            (PasskeyError(.notVerified), "presence:"), (PasskeyError(.unsupportedAlgorithm), "ES256"),
            (PasskeyError(.invalidRelyingParty, detail: "the origin does not belong to it"), "compare its ID"),
            (PasskeyError(.incomplete, detail: "the passkey has no signature"), "add it again"),
            (DPoPProofError(.missing), "the field DPoP"), (DPoPProofError(.malformed), "dpop+jwt"),
            (DPoPProofError(.algorithmNotAllowed), "ES256"), (DPoPProofError(.keyRefused), "jwk"),
            (DPoPProofError(.signatureInvalid), "jwk"), (DPoPProofError(.claimInvalid, claim: "htu"), "claim htu"),
            (DPoPProofError(.claimMismatch, claim: "htu"), "the URL that the client used"),
            (DPoPProofError(.claimMismatch, claim: "htm"), "another HTTP method"),
            (DPoPProofError(.claimMismatch, claim: "ath"), "another access token"),
            (DPoPProofError(.nonceRequired), "DPoP-Nonce"), (DPoPProofError(.tooOld, claim: "iat"), "clocks"),
            (DPoPProofError(.replayed), "new proof for each request"), (DPoPProofError(.keyMismatch), "another key"),
            (DPoPProofError(.tooMany), "try again"), (DPoPProofError(.replaysUnavailable), "try again"),
            (DPoPProofError(.expectationInvalid), "1 to 300 seconds"),
        ] as [(any LocalizedError & CustomStringConvertible, String)])
    func `K13 an error says what to do, without the name of its type`(
        error: any LocalizedError & CustomStringConvertible, text: String
    ) {
        let words = error.localizedDescription

        #expect(words.contains(text) && words.contains(": "), "\(words)")
        #expect(!words.contains(/[A-Z]\w*Error/), "\(words)")
        #expect(error.description.contains(words), "\(error.description)")
    }
}

/// A tenant with the calls that a row of the table varies.
final class MistakenTenant: Sendable {
    static let connection = "Username-Password-Authentication"
    static let name = SecretName(service: "app", account: "john")
    private static let todos = "https://api.example.com/"

    let tenant: EmulatedTenant

    init() throws { tenant = try EmulatedTenant.start(.anyPort) }

    deinit { tenant.stop() }

    func client(
        _ clientID: String? = nil, domain: String? = nil, session: any Transport = CurlTransport.standard
    ) -> any Authentication {
        Auth0.authentication(clientId: clientID ?? tenant.clientID, domain: domain ?? tenant.domain, session: session)
    }

    func webAuth() -> any WebAuth { Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain) }

    func manager() -> CredentialsManager {
        CredentialsManager(
            authentication: client(), storage: SimpleKeychain(service: "app", store: MemoryStore()))
    }

    @discardableResult
    func login(
        _ clientID: String? = nil, domain: String? = nil, session: any Transport = CurlTransport.standard,
        realm: String = connection, audience: String? = nil
    ) async throws -> Credentials {
        try await client(clientID, domain: domain, session: session).login(
            usernameOrEmail: "john@example.com", password: "Sesame-2026!", realmOrConnection: realm, audience: audience,
            scope: "openid profile email offline_access"
        ).start()
    }

    /// An access token for the API of the to-do lists.
    func todosToken() async throws -> String { try await login(audience: Self.todos).accessToken }

    func verifier(audience: String = todos, leeway: Duration = .seconds(60)) throws -> AccessTokenVerifier {
        try AccessTokenVerifier(domain: tenant.domain, audience: audience, leeway: leeway)
    }

    /// Verifies a token with the keys that a server sends, and throws the reason that there are none.
    func verifyWithKeys(status: Int, body: String) async throws {
        let keys = RemoteKeySet(
            url: try HTTPURL("https://keys.example.com/jwks.json"), session: StubTransport(status: status, body: body))
        let verifier = AccessTokenVerifier(
            issuer: tenant.domain + "/", audience: Self.todos, keys: .remote(keys), profiles: [.auth0])
        do {
            _ = try await verifier.verify(todosToken())
        } catch let error as TokenVerificationError { throw error.cause ?? error }
    }
}
