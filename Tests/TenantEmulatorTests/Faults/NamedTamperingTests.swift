import ByteEncodings
import Testing

@testable import TenantEmulator

@Suite struct NamedTamperingTests {
    private let claims: [String: JSONValue] = [
        "iss": .string("http://127.0.0.1/"), "aud": .string("client"), "sub": .string("user"), "exp": .integer(2000),
        "iat": .integer(1000), "auth_time": .integer(1000), "nonce": .string("n"), "at_hash": .string("a"),
        "c_hash": .string("c"), "org_id": .string("org_1"), "org_name": .string("acme"), "acr": .string("1"),
    ]

    /// The parts that an alteration changes, where its name begins with none of them or with one of several.
    private static let parts: [String: Set<String>] = [
        "alg-none": ["signature"], "alg-none-capital": ["signature", "alg"], "alg-confused": ["signature"],
        "signature-missing": ["signature", "alg"], "kid-unknown": ["signature"], "azp-missing": ["aud"],
        "azp-other": ["aud", "azp"],
    ]

    @Test(arguments: TokenTampering.names)
    func `a predefined alteration changes the part of a token that its name says, and no other`(name: String) throws {
        let tampering = try TokenTampering(named: name)
        let altered = tampering.changed(claims, now: 1000)
        let members = [
            "alg", "kid", "jku", "x5u", "x5c", "jwk", "crit", "b64", "zip", "typ", "nbf", "signature",
        ]
        let named = (members + claims.keys).filter { "\(name)-".hasPrefix($0.replacing("_", with: "-") + "-") }

        let changed = Set(claims.keys).union(altered.keys).filter { claims[$0] != altered[$0] }
            .union(tampering.header.keys).union(tampering.signature == .genuine ? [] : ["signature"])

        #expect(changed == Self.parts[name] ?? Set(named))
    }

    @Test func `the static members have the names of the command line`() throws {
        let members: [(String, TokenTampering)] = [
            ("alg-none", .algNone), ("kid-unknown", .kidUnknown), ("x5c", .x5c), ("iss-other", .issOther),
            ("org-id-other", .orgIDOther), ("exp-past", .expPast), ("at-hash-other", .atHashOther),
        ]

        for (name, member) in members {
            let named = try TokenTampering(named: name)
            #expect(member.name == name)
            #expect(member.header == named.header && member.signature == named.signature)
            #expect(member.changed(claims, now: 1000) == named.changed(claims, now: 1000))
        }
        #expect(try EmulatedTenant.ParameterChange(named: "state-twice") == .stateTwice)
        #expect(KeySetTampering(rawValue: "no-id") == .noID && KeySetTampering(rawValue: "odd") == nil)
        #expect(MetadataTampering(rawValue: "pkce-plain") == .plainProofKeys)
        #expect(MetadataTampering(rawValue: "odd") == nil && EmulatedTenant.BodyCut(rawValue: "odd") == nil)
    }

    @Test func `the names are unique, and another one is refused`() {
        #expect(Set(TokenTampering.names).count == TokenTampering.names.count)
        #expect(throws: EmulatorError.self) { try TokenTampering(named: "slightly-off") }
    }

    @Test(arguments: [
        ("iss-without-slash", "iss", JSONValue.string("http://127.0.0.1")),
        ("iss-shorter", "iss", .string("http://127.0.0./")), ("iss-other-scheme", "iss", .string("https://127.0.0.1/")),
        ("exp-past", "exp", .integer(-2600)), ("nbf-future", "nbf", .integer(4600)),
        ("aud-and-another", "aud", .array([.string("client"), .string("another")])),
    ])
    func `alters the claim that its name says`(name: String, claim: String, value: JSONValue) throws {
        #expect(try TokenTampering(named: name).changed(claims, now: 1000)[claim] == value)
    }
}
