import Auth0
import Foundation
import HTTPMessages
import JOSE
import OpenID
import SecretStorage
import Testing

/// The checks of one login in a browser: none replaces or loosens another, whatever the order of the modifiers.
///
/// The modifiers are those of the API listing: a new one has to be added here.
@Suite struct LoginCheckTests {
    /// A modifier of a login, with a change of the token that meets its check, and one that violates it.
    struct Modifier: Sendable {
        /// The claim in the error; `nil` for a modifier that checks nothing.
        var claim: String?
        let apply: @Sendable (any WebAuth) -> any WebAuth
        var meet: @Sendable (inout TokenDraft) -> Void = { _ in }
        var violate: @Sendable (inout TokenDraft) -> Void = { _ in }
    }

    private static let checks: [String: Modifier] = [
        "issuer(_ issuer: String)": Modifier(
            claim: "iss", apply: { $0.issuer("https://other.example/") },
            meet: { $0["iss"] = "https://other.example/" }, violate: { $0["iss"] = "https://evil.example/" }),
        "leeway(_ leeway: Duration)": leeway { $0.leeway(.seconds(10)) },
        "leeway(_ leeway: Int)": leeway { $0.leeway(10_000) },
        "maxAge(_ maxAge: Duration)": maxAge { $0.maxAge(.seconds(600)) },
        "maxAge(_ maxAge: Int)": maxAge { $0.maxAge(600) },
        "nonce(_ nonce: String)": Modifier(
            claim: "nonce", apply: { $0.nonce("a-nonce") }, violate: { $0["nonce"] = "another" }),
        "organization(_ organization: String)": organization { $0.organization("org_1") },
        "trustedAudiences(_ audiences: [String])": Modifier(
            claim: "aud", apply: { $0.trustedAudiences(["friend"]) }, meet: { $0.isFor(["friend"]) },
            violate: { $0.isFor(["friend", "stranger"]) }),
        "invitationURL(_ invitationURL: URL)": organization {
            $0.invitationURL(url("https://a.example/?invitation=i&organization=org_1"))
        },
    ]

    private static let others: [String: Modifier] = [
        "allowingConcurrentLogins()": Modifier { $0.allowingConcurrentLogins() },
        "audience(_ audience: String)": Modifier { $0.audience("another") },
        "authorizationDetails(_ details: [AuthorizationDetail])": Modifier { $0.authorizationDetails([]) },
        "authorizeURL(_ authorizeURL: URL)": Modifier { $0.authorizeURL(url("https://login.example.com/a")) },
        "completionPage(_ page: WebAuthentication.CompletionPage)": Modifier {
            $0.completionPage(.html("a", failed: "b"))
        },
        "connection(_ connection: String)": Modifier { $0.connection("c") },
        "connectionScope(_ connectionScope: String)": Modifier { $0.connectionScope("c") },
        "headers(_ headers: [String : String])": Modifier { $0.headers(["X-A": "b"]) },
        "onClose(_ callback: (@Sendable () -> Void)?)": Modifier { $0.onClose {} },
        "parameters(_ parameters: [String : String])": Modifier {
            $0.parameters(["iss": "https://evil.example/", "leeway": "300000", "code_challenge": "c", "x": "y"])
        },
        "presentationWindow(_ window: Any?)": Modifier { $0.presentationWindow(nil) },
        "pushing()": Modifier { $0.pushing() },
        "redirectURL(_ redirectURL: URL)": Modifier { $0.redirectURL(CheckedTenant.callback) },
        "scope(_ scope: String)": Modifier { $0.scope("openid") },
        "signingRequest(with key: SigningKey)": Modifier { login in
            (try? SigningKey(generating: .es256, id: "k")).map { login.signingRequest(with: $0) } ?? login
        },
        // A state of its own: the logins of other tests take place at the same time.
        "state(_ state: String)": Modifier { $0.state(UUID().uuidString) },
        "timeout(_ timeout: Duration)": Modifier { $0.timeout(.seconds(600)) },
        "useCredentialsManager(_ credentialsManager: CredentialsManager)": Modifier {
            $0.useCredentialsManager(
                CredentialsManager(
                    authentication: Auth0.authentication(clientId: "c", domain: "t.example.com"), store: MemoryStore()))
        },
        "useEphemeralSession()": Modifier { $0.useEphemeralSession() },
        "useHTTPS()": Modifier { $0.useHTTPS() },
    ]

    /// Modifiers that show the page elsewhere than in the user agent of this test.
    private static let elsewhere = [
        "provider(_ provider: @escaping WebAuthProvider)", "provider(_ provider: WebAuthBrowserProvider)",
        "provider(_ provider: WebAuthTerminalProvider)", "provider(_ provider: WebAuthWindowProvider)",
    ]

    private static func leeway(_ apply: @escaping @Sendable (any WebAuth) -> any WebAuth) -> Modifier {
        Modifier(claim: "exp", apply: apply, violate: { $0["exp"] = CheckedTenant.now - 30 })
    }

    private static func maxAge(_ apply: @escaping @Sendable (any WebAuth) -> any WebAuth) -> Modifier {
        Modifier(
            claim: "auth_time", apply: apply, meet: { $0["auth_time"] = CheckedTenant.now },
            violate: { $0["auth_time"] = CheckedTenant.now - 1_000 })
    }

    private static func organization(_ apply: @escaping @Sendable (any WebAuth) -> any WebAuth) -> Modifier {
        Modifier(
            claim: "org_id", apply: apply, meet: { $0["org_id"] = "org_1" }, violate: { $0["org_id"] = "org_2" })
    }

    private static func url(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/") }

    private let tenant: CheckedTenant

    init() throws { tenant = try CheckedTenant() }

    private func complaint(_ login: any WebAuth, about draft: TokenDraft) async -> Refusal? {
        tenant.issue(draft)
        guard case .failure(let error) = await login.result() else { return nil }
        return Refusal(error.cause)
    }

    @Test func `J23 every modifier of a login is tested in pairs`() throws {
        let listed = try ListedMembers.functions(of: "Auth0.WebAuth", returning: ["Self", "any WebAuth"])
        let tested = Self.elsewhere + Self.checks.keys + Self.others.keys

        #expect(Set(tested).symmetricDifference(listed).sorted() == [])
    }

    @Test(arguments: checks.keys.sorted())
    func `J23 each check of a login holds before and after every other modifier`(name: String) async throws {
        let check = try #require(Self.checks[name])
        for (otherName, other) in Self.checks.merging(Self.others, uniquingKeysWith: { $1 }) {
            var good = TokenDraft()
            for modifier in [check, other] { modifier.meet(&good) }
            for steps in [[check, other], [other, check]] {
                let login = steps.reduce(tenant.webAuth) { $1.apply($0) }

                #expect(await complaint(login, about: good) == nil, "\(name), \(otherName)")
                for modifier in [check, other] {
                    guard let claim = modifier.claim else { continue }
                    var bad = good
                    modifier.violate(&bad)
                    #expect(await complaint(login, about: bad)?.claim == claim, "\(name), \(otherName)")
                }
            }
        }
    }

    @Test(arguments: checks.merging(others, uniquingKeysWith: { $1 }).keys.sorted())
    func `J23 no modifier of a login makes a wrong token right`(name: String) async throws {
        let modifier = try #require(Self.checks[name] ?? Self.others[name])
        let login = modifier.apply(tenant.webAuth)
        var good = TokenDraft()
        modifier.meet(&good)
        let nonces: [CheckedTenant.Violation] = [
            ("another nonce", "nonce", { $0["nonce"] = "another" }), ("no nonce", "nonce", { $0["nonce"] = nil }),
        ]

        #expect(await complaint(login, about: good) == nil)
        for violation in CheckedTenant.violations + nonces {
            var bad = good
            violation.change(&bad)
            let refusal = await complaint(login, about: bad)

            #expect(refusal != nil && refusal?.claim == violation.claim, "\(violation.name)")
        }
    }

    @Test func `J15 a context class that the parameters ask for is required`() async {
        let login = tenant.webAuth.parameters(["acr_values": "gold silver"])

        for claims in [["acr": "gold"], ["acr": "silver"]] {
            #expect(await complaint(login, about: TokenDraft(claims: claims)) == nil)
        }
        for claims in [[:], ["acr": "bronze"], ["acr": "gold silver"]] {
            #expect(await complaint(login, about: TokenDraft(claims: claims))?.claim == "acr")
        }
    }

    @Test func `J15 J23 an organization of the program holds beside that of an invitation, in either order`() async {
        let invitation = Self.url("https://a.example/?invitation=i&organization=org_1")
        let named = TokenDraft(claims: ["org_id": "org_1", "org_name": "acme"])

        for organization in ["org_2", "acme"] {
            for login in [
                tenant.webAuth.organization(organization).invitationURL(invitation),
                tenant.webAuth.invitationURL(invitation).organization(organization),
                tenant.webAuth.invitationURL(invitation).parameters(["organization": organization]),
            ] {
                let isName = organization == "acme"
                #expect(await complaint(login, about: named)?.claim == (isName ? nil : "org_id"))
                #expect(await complaint(login, about: TokenDraft(claims: ["org_id": "org_2"]))?.claim == "org_id")
                let bare = await complaint(login, about: TokenDraft(claims: ["org_id": "org_1"]))
                #expect(bare?.claim == (isName ? "org_name" : "org_id"))
            }
        }
    }
}
