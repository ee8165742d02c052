import Auth0
import Foundation
import OpenID
import SecretStorage
import Testing

/// The checks of the ID token that a renewal of stored credentials brings, whatever the call and its options.
///
/// The calls are those of the API listing: a new one has to be added here.
@Suite struct RenewalCheckTests {
    private typealias Call = @Sendable (CredentialsManager) async throws -> Void

    private static let (parameters, headers) = (["nonce": "m", "max_age": "1"], ["X-Nonce": "m"])

    /// The calls by name and labels, each without options and with all of them.
    private static let calls: [String: [Call]] = [
        "credentials(withScope:minTTL:parameters:headers:)": [
            { _ = try await $0.credentials() }, { _ = try await $0.credentials(withScope: "openid email", minTTL: 5) },
            { _ = try await $0.credentials(parameters: parameters, headers: headers) },
        ],
        "renew(parameters:headers:)": [
            { _ = try await $0.renew() }, { _ = try await $0.renew(parameters: parameters, headers: headers) },
        ],
        "apiCredentials(forAudience:scope:minTTL:parameters:headers:)": [
            { _ = try await $0.apiCredentials(forAudience: "api") },
            {
                _ = try await $0.apiCredentials(
                    forAudience: "api", scope: "read", minTTL: 5, parameters: parameters, headers: headers)
            },
        ],
        "ssoCredentials(parameters:headers:)": [
            { _ = try await $0.ssoCredentials() },
            { _ = try await $0.ssoCredentials(parameters: parameters, headers: headers) },
        ],
    ]

    /// The wrong tokens, with the claim in the error: those of every request but the code's, and those of another
    /// login.
    private static let violations: [CheckedTenant.Violation] =
        CheckedTenant.violations.filter { $0.claim != "c_hash" } + ofAnotherLogin

    private static let ofAnotherLogin: [CheckedTenant.Violation] = [
        ("another user", "sub", { $0["sub"] = "auth0|2" }),
        ("another issuer", "iss", { $0["iss"] = "https://evil.example/" }),
        ("another nonce", "nonce", { $0["nonce"] = "m" }),
        ("an earlier login", "auth_time", { $0["auth_time"] = CheckedTenant.now - 5_000 }),
    ]

    private let tenant: CheckedTenant
    private let old: Credentials

    init() async throws {
        tenant = try CheckedTenant()
        tenant.issue(TokenDraft(claims: ["auth_time": CheckedTenant.now - 100]))
        let login = try await tenant.authentication
            .codeExchange(withCode: "c", codeVerifier: "v", redirectURI: "r").start()
        old = Credentials(
            accessToken: "old", tokenType: "Bearer", idToken: login.idToken, refreshToken: "RT",
            expiresIn: Date(timeIntervalSince1970: 1))
    }

    /// Calls a manager of its own, which has the expired credentials.
    private func complaint(
        _ call: Call, about draft: TokenDraft, renewing credentials: Credentials? = nil
    ) async throws -> Refusal? {
        tenant.issue(draft)
        let manager = CredentialsManager(authentication: tenant.authentication, store: MemoryStore())
        try await manager.save(credentials ?? old)
        do {
            try await call(manager)
            return nil
        } catch {
            #expect(manager.user?.sub == "auth0|1" && manager.canRenew() && !manager.hasValid())
            let cause = (error as? CredentialsManagerError)?.cause as? AuthenticationError
            return Refusal(cause?.cause)
        }
    }

    @Test func `J17 J23 every call that renews is tested`() throws {
        let results: Set = ["Credentials", "APICredentials", "SSOCredentials"]
        let functions = try ListedMembers.functions(of: "Auth0.CredentialsManager", returning: results)
        let listed = Set(functions.map { ListedMembers.signature(of: $0) })

        #expect(Set(Self.calls.keys).symmetricDifference(listed).sorted() == [])
    }

    @Test(arguments: calls.keys.sorted())
    func `J17 J23 each call that renews compares the new ID token, whatever its options`(name: String) async throws {
        for call in try #require(Self.calls[name]) {
            #expect(try await complaint(call, about: TokenDraft()) == nil)
            for violation in Self.violations {
                // The access token beside the ID token of a session transfer is of another kind.
                guard violation.claim != "at_hash" || !name.hasPrefix("sso") else { continue }
                var draft = TokenDraft()
                violation.change(&draft)
                let refusal = try await complaint(call, about: draft)

                #expect(refusal != nil && refusal?.claim == violation.claim, "\(violation.name)")
            }
        }
    }
    @Test(arguments: calls.keys.sorted())
    func `J13 J17 a renewal accepts the further audiences of the login, and no others`(name: String) async throws {
        var shared = TokenDraft()
        shared.isFor(["friend"])
        tenant.issue(shared)
        var login = old
        login.idToken = try await tenant.authentication.codeExchange(
            withCode: "c", codeVerifier: "v", redirectURI: "r"
        ).validateClaims().withTrustedAudiences(["friend"]).start().idToken
        for call in try #require(Self.calls[name]) {
            #expect(try await complaint(call, about: shared, renewing: login) == nil)
            for others in [["stranger"], ["friend", "stranger"], []] {
                var draft = shared
                draft.isFor(others)
                #expect(try await complaint(call, about: draft, renewing: login)?.claim == "aud")
            }
        }
    }
}
