import Auth0
import Dispatch
import Foundation
import OpenID
import RequestPipeline
import Testing

/// The checks of one request of an Auth0 client: none replaces or loosens another, whatever their order.
///
/// The modifiers and the calls are those of the API listing: a new one has to be added here.
@Suite struct RequestCheckTests {
    typealias Login = Request<Credentials, AuthenticationError>

    /// A modifier of a request, with a change of the token that meets its check, and one that violates it.
    struct Modifier: Sendable {
        /// The claim in the error; `nil` for a modifier that checks nothing.
        var claim: String?
        let apply: @Sendable (Login) -> Login
        var meet: @Sendable (inout TokenDraft) -> Void = { _ in }
        var violate: @Sendable (inout TokenDraft) -> Void = { _ in }
    }

    private static let isOn = "validateClaims()"

    /// The modifiers by their declarations.
    private static let modifiers: [String: Modifier] = [
        isOn: Modifier { $0.validateClaims() },
        "withIssuer(_ issuer: String)": Modifier(
            claim: "iss", apply: { $0.withIssuer("https://other.example/") },
            meet: { $0["iss"] = "https://other.example/" }, violate: { $0["iss"] = "https://evil.example/" }),
        "withLeeway(_ leeway: Duration)": leeway { $0.withLeeway(.seconds(10)) },
        "withLeeway(_ leeway: Int)": leeway { $0.withLeeway(10) },
        "withMaxAge(_ maxAge: Duration)": maxAge { $0.withMaxAge(.seconds(600)) },
        "withMaxAge(_ maxAge: Int?)": maxAge { $0.withMaxAge(600) },
        "withNonce(_ nonce: String?)": Modifier(
            claim: "nonce", apply: { $0.withNonce("n") }, meet: { $0["nonce"] = "n" },
            violate: { $0["nonce"] = "m" }),
        "withOrganization(_ organization: String?)": Modifier(
            claim: "org_id", apply: { $0.withOrganization("org_1") }, meet: { $0["org_id"] = "org_1" },
            violate: { $0["org_id"] = "org_2" }),
        "withTrustedAudiences(_ audiences: [String])": Modifier(
            claim: "aud", apply: { $0.withTrustedAudiences(["friend"]) }, meet: { $0.isFor(["friend"]) },
            violate: { $0.isFor(["friend", "stranger"]) }),
        "parameters(_ extraParameters: [String : any Sendable])": Modifier {
            $0.parameters(["nonce": "m", "max_age": 100_000, "organization": "org_2", "leeway": 300])
        },
        "headers(_ extraHeaders: [String : String])": Modifier { $0.headers(["X-Nonce": "m"]) },
        "requestValidators(_ extraValidators: [any RequestValidator])": Modifier { $0.requestValidators([]) },
        "timeout(_ timeout: Duration)": Modifier { $0.timeout(.seconds(600)) },
        "deliver(on queue: DispatchQueue)": Modifier { $0.deliver(on: .global()) },
    ]

    private static func leeway(_ apply: @escaping @Sendable (Login) -> Login) -> Modifier {
        Modifier(claim: "exp", apply: apply, violate: { $0["exp"] = CheckedTenant.now - 30 })
    }

    private static func maxAge(_ apply: @escaping @Sendable (Login) -> Login) -> Modifier {
        Modifier(
            claim: "auth_time", apply: apply, meet: { $0["auth_time"] = CheckedTenant.now },
            violate: { $0["auth_time"] = CheckedTenant.now - 1_000 })
    }

    private let tenant: CheckedTenant

    init() throws { tenant = try CheckedTenant() }

    private var login: Login {
        tenant.authentication.codeExchange(withCode: "the-code", codeVerifier: "V", redirectURI: "https://a.example")
    }

    private func complaint<Value, Failure: Auth0APIError>(
        _ request: Request<Value, Failure>, about draft: TokenDraft
    ) async -> Refusal? {
        tenant.issue(draft)
        guard case .failure(let error) = await request.result() else { return nil }
        return Refusal(error.cause)
    }

    @Test func `J23 every modifier of a request is tested in pairs`() throws {
        let results: Set = ["Request<Value, Failure>"]
        let listed = try ListedMembers.functions(of: "RequestPipeline.Request", returning: results).union(
            ListedMembers.functions(
                of: "OpenID.Request", returning: results, without: ["_SubjectCarrying", "Failure == OpenIDError"]))

        #expect(Set(Self.modifiers.keys).symmetricDifference(listed).sorted() == [])
    }

    @Test(arguments: modifiers.keys.sorted())
    func `J23 each two checks of a request hold, in either order and whenever validation is asked for`(
        name: String
    ) async throws {
        let first = try #require(Self.modifiers[name])
        for (otherName, second) in Self.modifiers {
            let pair = [first, second]
            var good = TokenDraft()
            for modifier in pair { modifier.meet(&good) }
            for position in 0...2 {
                var steps = pair
                if name != Self.isOn, otherName != Self.isOn, let validation = Self.modifiers[Self.isOn] {
                    steps.insert(validation, at: position)
                }
                let request = steps.reduce(login) { $1.apply($0) }

                #expect(await complaint(request, about: good) == nil, "\(name), \(otherName), \(position)")
                for modifier in pair {
                    guard let claim = modifier.claim else { continue }
                    var bad = good
                    modifier.violate(&bad)
                    #expect(
                        await complaint(request, about: bad)?.claim == claim, "\(name), \(otherName), \(position)")
                }
            }
        }
    }

    @Test(arguments: modifiers.keys.sorted())
    func `J23 no modifier of a request makes a wrong token right`(name: String) async throws {
        let modifier = try #require(Self.modifiers[name])
        var good = TokenDraft()
        modifier.meet(&good)
        for request in [modifier.apply(login).validateClaims(), modifier.apply(login.validateClaims())] {
            for violation in CheckedTenant.violations {
                var bad = good
                violation.change(&bad)
                let error = await complaint(request, about: bad)

                #expect(error != nil && error?.claim == violation.claim, "\(violation.name)")
            }
        }
    }

    /// The calls of the API that return an ID token, by name and labels: each returns the error of a token.
    private static let calls: [String: @Sendable (RequestCheckTests, TokenDraft) async -> Refusal?] = [
        "codeExchange(withCode:codeVerifier:redirectURI:)": call {
            $0.codeExchange(withCode: "c", codeVerifier: "v", redirectURI: "r")
        },
        "customTokenExchange(subjectToken:subjectTokenType:audience:scope:organization:actorToken:parameters:)": call {
            $0.customTokenExchange(
                subjectToken: "s", subjectTokenType: "urn:t", actorToken: ActorToken(token: "a", tokenType: "urn:a"))
        },
        "customTokenExchange(subjectToken:subjectTokenType:audience:scope:organization:parameters:)": call {
            $0.customTokenExchange(subjectToken: "s", subjectTokenType: "urn:t", organization: "org_2")
        },
        "login(appleAuthorizationCode:fullName:profile:audience:scope:)": call {
            $0.login(appleAuthorizationCode: "c")
        },
        "login(email:code:audience:scope:)": call { $0.login(email: "e", code: "1") },
        "login(facebookSessionAccessToken:profile:audience:scope:)": call {
            $0.login(facebookSessionAccessToken: "t", profile: [:])
        },
        "login(otp:challenge:audience:scope:)": call {
            $0.login(otp: "1", challenge: PasswordlessChallenge(authSession: "s"))
        },
        "login(passkey:challenge:connection:audience:scope:organization:)": call {
            $0.login(
                passkey: EndpointCall.assertedPasskey,
                challenge: PasskeyLoginChallenge(
                    authenticationSession: "s", relyingPartyId: "example.com", challengeData: Data()))
        },
        "login(phoneNumber:code:audience:scope:)": call { $0.login(phoneNumber: "+1", code: "1") },
        "login(usernameOrEmail:password:realmOrConnection:audience:scope:)": call {
            $0.login(usernameOrEmail: "u", password: "p", realmOrConnection: "r")
        },
        "login(withOOBCode:mfaToken:bindingCode:)": call { $0.login(withOOBCode: "o", mfaToken: "m") },
        "login(withOTP:mfaToken:)": call { $0.login(withOTP: "1", mfaToken: "m") },
        "login(withRecoveryCode:mfaToken:)": call { $0.login(withRecoveryCode: "r", mfaToken: "m") },
        "loginDefaultDirectory(withUsername:password:audience:scope:)": call {
            $0.loginDefaultDirectory(withUsername: "u", password: "p")
        },
        "renew(withRefreshToken:audience:scope:)": call { $0.renew(withRefreshToken: "r") },
        "ssoExchange(withRefreshToken:)": call { $0.ssoExchange(withRefreshToken: "r") },
        "verify(oobCode:bindingCode:mfaToken:)": callMFA { $0.verify(oobCode: "o", bindingCode: nil, mfaToken: "m") },
        "verify(otp:mfaToken:)": callMFA { $0.verify(otp: "1", mfaToken: "m") },
        "verify(recoveryCode:mfaToken:)": callMFA { $0.verify(recoveryCode: "r", mfaToken: "m") },
    ]

    private static func call<Value: _IDTokenCarrying>(
        _ make: @escaping @Sendable (any Authentication) -> Request<Value, AuthenticationError>
    ) -> @Sendable (RequestCheckTests, TokenDraft) async -> Refusal? {
        { tests, draft in
            let request = make(tests.tenant.authentication).withNonce("n").validateClaims().withOrganization("org_1")
            return await tests.complaint(request, about: draft)
        }
    }

    private static func callMFA(
        _ make: @escaping @Sendable (any MFAClient) -> Request<Credentials, MFAVerifyError>
    ) -> @Sendable (RequestCheckTests, TokenDraft) async -> Refusal? {
        { tests, draft in
            let request = make(tests.tenant.mfa).withNonce("n").validateClaims().withOrganization("org_1")
            return await tests.complaint(request, about: draft)
        }
    }

    @Test func `J23 every call that returns an ID token is tested`() throws {
        let results: Set = ["Credentials", "SSOCredentials"]
        let listed = try ["Authentication", "MFAClient"].reduce(into: Set<String>()) { found, type in
            for failure in ["AuthenticationError", "MFAVerifyError"] {
                let requests = Set(results.map { "Request<\($0), \(failure)>" })
                let functions = try ListedMembers.functions(of: "Auth0.\(type)", returning: requests)
                found.formUnion(functions.map { ListedMembers.signature(of: $0) })
            }
        }

        #expect(Set(Self.calls.keys).symmetricDifference(listed).sorted() == [])
    }

    @Test(arguments: calls.keys.sorted())
    func `J23 each call that returns an ID token checks all that is asked`(name: String) async throws {
        let complaint = try #require(Self.calls[name])
        let good = TokenDraft(claims: ["nonce": "n", "org_id": "org_1"])
        let changes: [(String?, @Sendable (inout TokenDraft) -> Void)] = [
            (nil, { $0.isForged = true }), ("aud", { $0["aud"] = "another" }), ("nonce", { $0["nonce"] = "m" }),
            ("org_id", { $0["org_id"] = "org_2" }), ("iss", { $0["iss"] = "https://evil.example/" }),
        ]

        #expect(await complaint(self, good) == nil)
        for (claim, change) in changes {
            var bad = good
            change(&bad)
            let error = await complaint(self, bad)
            #expect(error != nil && error?.claim == claim)
        }
    }

    @Test func `J18 J23 two required subjects contradict each other, in either order`() async throws {
        let profile = tenant.authentication.userInfo(withAccessToken: "AT")

        #expect(await complaint(profile.withSubject("auth0|1").withSubject(nil), about: TokenDraft()) == nil)
        for subjects in [["auth0|1", "auth0|2"], ["auth0|2", "auth0|1"], ["auth0|2", nil], [nil, "auth0|2"]] {
            let request = subjects.reduce(profile) { $0.withSubject($1) }
            #expect(await complaint(request, about: TokenDraft())?.claim == "sub")
        }
    }
}
