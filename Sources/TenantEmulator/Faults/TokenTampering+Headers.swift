import ByteEncodings

/// The predefined alterations of the signature and of the header.
extension TokenTampering {
    /// No signature, and `none` as `alg`.
    public static let algNone = signed("alg-none", .none)
    /// No signature, and `None` as `alg`.
    public static let algNoneCapital = signed("alg-none-capital", .none, ["alg": .string("None")])
    /// An `HS256` signature with the public key as the secret.
    public static let algConfused = signed("alg-confused", .confusedSecret)
    /// The genuine signature with one bit changed.
    public static let signatureFlipped = signed("signature-flipped", .flippedBit)
    /// The signature of an unpublished key, with the `kid` of a published one.
    public static let signatureForeign = signed("signature-foreign", .foreignKey)
    /// No signature, and `RS256` as `alg`.
    public static let signatureMissing = signed("signature-missing", .none, ["alg": .string("RS256")])
    /// The signature of an unpublished key, with an unknown `kid`.
    public static let kidUnknown = signed("kid-unknown", .unknownKey)
    /// No `alg`.
    public static let algMissing = header("alg-missing", "alg", .null)
    /// A number as `alg`.
    public static let algNumber = header("alg-number", "alg", .integer(256))
    /// An unknown `alg`.
    public static let algUnknown = header("alg-unknown", "alg", .string("RS999"))
    /// No `kid`.
    public static let kidMissing = header("kid-missing", "kid", .null)
    /// An empty `kid`.
    public static let kidEmpty = header("kid-empty", "kid", .string(""))
    /// A number as `kid`.
    public static let kidNumber = header("kid-number", "kid", .integer(1))
    /// The path of a file as `kid`.
    public static let kidPath = header("kid-path", "kid", .string("../../etc/passwd"))
    /// A `kid` of 40,000 bytes.
    public static let kidHuge = header("kid-huge", "kid", .string(String(repeating: "k", count: 40_000)))
    /// The URL of a foreign key set (`jku`).
    public static let jku = header("jku", "jku", .string("https://evil.example/jwks.json"))
    /// The URL of a foreign certificate (`x5u`).
    public static let x5u = header("x5u", "x5u", .string("https://evil.example/certificate.pem"))
    /// A certificate chain in the header (`x5c`).
    public static let x5c = header("x5c", "x5c", ["AAAA"].json)
    /// A key in the header (`jwk`).
    public static let jwk = header("jwk", "jwk", .members(["kty": "RSA", "n": "AQAB", "e": "AQAB"]))
    /// A critical extension (`crit`).
    public static let crit = header("crit", "crit", ["exp"].json)
    /// A payload that is not encoded (`b64`).
    public static let b64 = header("b64", "b64", .boolean(false))
    /// A compressed payload (`zip`).
    public static let zip = header("zip", "zip", .string("DEF"))
    /// The `typ` of an access token.
    public static let typAccessToken = header("typ-access-token", "typ", .string("at+jwt"))
    /// The `typ` of a logout token.
    public static let typLogout = header("typ-logout", "typ", .string("logout+jwt"))
    /// The `typ` of a DPoP proof.
    public static let typProof = header("typ-proof", "typ", .string("dpop+jwt"))

    private static func signed(
        _ name: String, _ signature: Signature, _ header: [String: JSONValue] = [:]
    ) -> TokenTampering {
        TokenTampering(name: name, header: header, signature: signature)
    }

    private static func header(_ name: String, _ member: String, _ value: JSONValue) -> TokenTampering {
        signed(name, .genuine, [member: value])
    }

    static let ofHeader: [TokenTampering] = [
        .algNone, .algNoneCapital, .algConfused, .signatureFlipped, .signatureForeign, .signatureMissing,
        .kidUnknown,
        .algMissing, .algNumber, .algUnknown, .kidMissing, .kidEmpty, .kidNumber, .kidPath, .kidHuge, .jku,
        .x5u, .x5c, .jwk, .crit, .b64, .zip, .typAccessToken, .typLogout, .typProof,
    ]
}
