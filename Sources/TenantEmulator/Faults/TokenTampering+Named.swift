import ByteEncodings

extension TokenTampering {
    /// The names of the predefined alterations, grouped by kind.
    public static var names: [String] { named.map(\.name) }

    /// Creates a predefined alteration.
    ///
    /// - Parameter name: One of ``names``.
    /// - Throws: ``EmulatorError/Code/unknown`` for any other name.
    public init(named name: String) throws {
        guard let tampering = Self.named.first(where: { $0.name == name })?.tampering else {
            throw EmulatorError(.unknown, "tampering \(name)")
        }
        self = tampering
    }

    private typealias Named = (name: String, tampering: TokenTampering)

    private static let named: [Named] = signatures + headers + issuers + audiences + times + subjects + hashes

    private static func signed(
        _ name: String, _ signature: Signature, _ header: [String: JSONValue] = [:]
    ) -> Named {
        (name, TokenTampering(header: header, signature: signature, edit: { _, _ in }))
    }

    private static func header(_ name: String, _ member: String, _ value: JSONValue) -> Named {
        signed(name, .genuine, [member: value])
    }

    private static func claim(_ name: String, _ claim: String, _ value: JSONValue?) -> Named {
        (name, TokenTampering { claims, _ in claims[claim] = value })
    }

    /// Sets a claim to a time relative to the tenant's time, in seconds.
    private static func time(_ name: String, _ claim: String, in seconds: Int) -> Named {
        (name, TokenTampering { claims, now in claims[claim] = .integer(now + seconds) })
    }

    /// Transforms the text of a claim.
    private static func text(
        _ name: String, _ claim: String, _ change: @escaping @Sendable (String) -> String
    ) -> Named {
        (name, TokenTampering { claims, _ in claims[claim] = claims[claim]?.string.map { .string(change($0)) } })
    }

    private static let signatures: [Named] = [
        signed("alg-none", .none), signed("alg-none-capital", .none, ["alg": .string("None")]),
        signed("alg-confused", .confusedSecret), signed("signature-flipped", .flippedBit),
        signed("signature-foreign", .foreignKey), signed("signature-missing", .none, ["alg": .string("RS256")]),
        signed("kid-unknown", .unknownKey),
    ]

    private static let headers: [Named] = [
        header("alg-missing", "alg", .null), header("alg-number", "alg", .integer(256)),
        header("alg-unknown", "alg", .string("RS999")), header("kid-missing", "kid", .null),
        header("kid-empty", "kid", .string("")), header("kid-number", "kid", .integer(1)),
        header("kid-path", "kid", .string("../../etc/passwd")),
        header("kid-huge", "kid", .string(String(repeating: "k", count: 40_000))),
        header("jku", "jku", .string("https://evil.example/jwks.json")),
        header("x5u", "x5u", .string("https://evil.example/certificate.pem")),
        header("x5c", "x5c", ["AAAA"].json),
        header("jwk", "jwk", .members(["kty": "RSA", "n": "AQAB", "e": "AQAB"])),
        header("crit", "crit", ["exp"].json), header("b64", "b64", .boolean(false)),
        header("zip", "zip", .string("DEF")), header("typ-access-token", "typ", .string("at+jwt")),
        header("typ-logout", "typ", .string("logout+jwt")), header("typ-proof", "typ", .string("dpop+jwt")),
    ]

    private static let issuers: [Named] = [
        claim("iss-missing", "iss", nil), claim("iss-other", "iss", .string("https://evil.example/")),
        claim("iss-number", "iss", .integer(1)), text("iss-without-slash", "iss") { String($0.dropLast()) },
        text("iss-longer", "iss") { $0 + "x" }, text("iss-shorter", "iss") { String($0.dropLast(2)) + "/" },
        text("iss-upper-case", "iss") { $0.uppercased() },
        text("iss-other-scheme", "iss") { "https" + $0.dropFirst(4) },
    ]

    private static let audiences: [Named] = [
        claim("aud-missing", "aud", nil), claim("aud-other", "aud", .string("somebody-else")),
        claim("aud-empty", "aud", .array([])), claim("aud-empty-text", "aud", .string("")),
        claim("aud-number", "aud", .integer(1)),
        (
            "aud-and-another",
            TokenTampering { claims, _ in claims["aud"] = .array([claims["aud"] ?? .null, .string("somebody-else")]) }
        ),
        (
            "azp-missing",
            TokenTampering { claims, _ in claims["aud"] = .array([claims["aud"] ?? .null, claims["iss"] ?? .null]) }
        ),
        (
            "azp-other",
            TokenTampering { claims, _ in
                claims["aud"] = .array([claims["aud"] ?? .null, claims["iss"] ?? .null])
                claims["azp"] = .string("somebody-else")
            }
        ),
    ]

    private static let times: [Named] = [
        claim("exp-missing", "exp", nil), time("exp-past", "exp", in: -3600), claim("exp-text", "exp", .string("soon")),
        claim("exp-negative", "exp", .integer(-1)), claim("exp-huge", "exp", .double(1e300)),
        claim("exp-null", "exp", .null), claim("iat-missing", "iat", nil), time("iat-future", "iat", in: 3600),
        claim("iat-text", "iat", .string("now")), time("nbf-future", "nbf", in: 3600),
        claim("nbf-text", "nbf", .string("now")), claim("auth-time-missing", "auth_time", nil),
        time("auth-time-old", "auth_time", in: -864_000), claim("auth-time-text", "auth_time", .string("once")),
    ]

    private static let subjects: [Named] = [
        claim("sub-missing", "sub", nil), claim("sub-empty", "sub", .string("")),
        claim("sub-number", "sub", .integer(1)),
        claim("sub-other", "sub", .string("auth0|somebody-else")), claim("nonce-missing", "nonce", nil),
        claim("nonce-other", "nonce", .string("another")), claim("nonce-number", "nonce", .integer(1)),
        claim("org-id-missing", "org_id", nil), claim("org-id-other", "org_id", .string("org_other")),
        claim("org-name-missing", "org_name", nil), claim("org-name-other", "org_name", .string("other")),
        claim("acr-missing", "acr", nil), claim("acr-other", "acr", .string("0")),
    ]

    private static let hashes: [Named] = [
        claim("at-hash-missing", "at_hash", nil), claim("at-hash-other", "at_hash", .string("AAAAAAAAAAAAAAAAAAAAAA")),
        claim("at-hash-number", "at_hash", .integer(1)), claim("c-hash-missing", "c_hash", nil),
        claim("c-hash-other", "c_hash", .string("AAAAAAAAAAAAAAAAAAAAAA")),
    ]
}
