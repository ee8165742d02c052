import ByteEncodings

/// The predefined alterations of claims that name a party or a login.
extension TokenTampering {
    /// No `iss`.
    public static let issMissing = claim("iss-missing", "iss", nil)
    /// The issuer of another server.
    public static let issOther = claim("iss-other", "iss", .string("https://evil.example/"))
    /// A number as `iss`.
    public static let issNumber = claim("iss-number", "iss", .integer(1))
    /// The issuer without the slash at its end.
    public static let issWithoutSlash = text("iss-without-slash", "iss") { String($0.dropLast()) }
    /// The issuer with another character at its end.
    public static let issLonger = text("iss-longer", "iss") { $0 + "x" }
    /// The issuer without its last character before the slash.
    public static let issShorter = text("iss-shorter", "iss") { String($0.dropLast(2)) + "/" }
    /// The issuer in upper case.
    public static let issUpperCase = text("iss-upper-case", "iss") { $0.uppercased() }
    /// The issuer with the scheme `https`.
    public static let issOtherScheme = text("iss-other-scheme", "iss") { "https" + $0.dropFirst(4) }
    /// No `aud`.
    public static let audMissing = claim("aud-missing", "aud", nil)
    /// The ID of another client as `aud`.
    public static let audOther = claim("aud-other", "aud", .string("another"))
    /// An empty array as `aud`.
    public static let audEmpty = claim("aud-empty", "aud", .array([]))
    /// An empty string as `aud`.
    public static let audEmptyText = claim("aud-empty-text", "aud", .string(""))
    /// A number as `aud`.
    public static let audNumber = claim("aud-number", "aud", .integer(1))
    /// Another client in `aud`, and no `azp`.
    public static let audAndAnother = TokenTampering(name: "aud-and-another") { claims, _ in
        claims["aud"] = .array([claims["aud"] ?? .null, .string("another")])
    }
    /// The issuer in `aud`, and no `azp`.
    public static let azpMissing = TokenTampering(name: "azp-missing") { claims, _ in
        claims["aud"] = .array([claims["aud"] ?? .null, claims["iss"] ?? .null])
    }
    /// The issuer in `aud`, and another client as `azp`.
    public static let azpOther = TokenTampering(name: "azp-other") { claims, _ in
        claims["aud"] = .array([claims["aud"] ?? .null, claims["iss"] ?? .null])
        claims["azp"] = .string("another")
    }
    /// No `sub`.
    public static let subMissing = claim("sub-missing", "sub", nil)
    /// An empty `sub`.
    public static let subEmpty = claim("sub-empty", "sub", .string(""))
    /// A number as `sub`.
    public static let subNumber = claim("sub-number", "sub", .integer(1))
    /// The ID of another user as `sub`.
    public static let subOther = claim("sub-other", "sub", .string("auth0|another"))
    /// No `nonce`.
    public static let nonceMissing = claim("nonce-missing", "nonce", nil)
    /// Another `nonce`.
    public static let nonceOther = claim("nonce-other", "nonce", .string("another"))
    /// A number as `nonce`.
    public static let nonceNumber = claim("nonce-number", "nonce", .integer(1))
    /// No `org_id`.
    public static let orgIDMissing = claim("org-id-missing", "org_id", nil)
    /// Another `org_id`.
    public static let orgIDOther = claim("org-id-other", "org_id", .string("org_other"))
    /// No `org_name`.
    public static let orgNameMissing = claim("org-name-missing", "org_name", nil)
    /// Another `org_name`.
    public static let orgNameOther = claim("org-name-other", "org_name", .string("other"))
    /// No `acr`.
    public static let acrMissing = claim("acr-missing", "acr", nil)
    /// Another `acr`.
    public static let acrOther = claim("acr-other", "acr", .string("0"))

    static let ofParties: [TokenTampering] = [
        .issMissing, .issOther, .issNumber, .issWithoutSlash, .issLonger, .issShorter, .issUpperCase,
        .issOtherScheme, .audMissing, .audOther, .audEmpty, .audEmptyText, .audNumber, .audAndAnother,
        .azpMissing, .azpOther, .subMissing, .subEmpty, .subNumber, .subOther, .nonceMissing, .nonceOther,
        .nonceNumber, .orgIDMissing, .orgIDOther, .orgNameMissing, .orgNameOther, .acrMissing, .acrOther,
    ]

    static func claim(_ name: String, _ claim: String, _ value: JSONValue?) -> TokenTampering {
        TokenTampering(name: name) { claims, _ in claims[claim] = value }
    }

    private static func text(
        _ name: String, _ claim: String, _ change: @escaping @Sendable (String) -> String
    ) -> TokenTampering {
        TokenTampering(name: name) { claims, _ in claims[claim] = claims[claim]?.string.map { .string(change($0)) } }
    }
}
