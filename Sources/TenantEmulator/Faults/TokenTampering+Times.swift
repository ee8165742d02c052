import ByteEncodings

/// The predefined alterations of claims that are times or hashes.
extension TokenTampering {
    /// No `exp`.
    public static let expMissing = claim("exp-missing", "exp", nil)
    /// An `exp` one hour ago.
    public static let expPast = time("exp-past", "exp", in: -3600)
    /// Text as `exp`.
    public static let expText = claim("exp-text", "exp", .string("soon"))
    /// A negative `exp`.
    public static let expNegative = claim("exp-negative", "exp", .integer(-1))
    /// An `exp` of 1e300.
    public static let expHuge = claim("exp-huge", "exp", .double(1e300))
    /// A null as `exp`.
    public static let expNull = claim("exp-null", "exp", .null)
    /// No `iat`.
    public static let iatMissing = claim("iat-missing", "iat", nil)
    /// An `iat` one hour ahead.
    public static let iatFuture = time("iat-future", "iat", in: 3600)
    /// Text as `iat`.
    public static let iatText = claim("iat-text", "iat", .string("now"))
    /// An `nbf` one hour ahead.
    public static let nbfFuture = time("nbf-future", "nbf", in: 3600)
    /// Text as `nbf`.
    public static let nbfText = claim("nbf-text", "nbf", .string("now"))
    /// No `auth_time`.
    public static let authTimeMissing = claim("auth-time-missing", "auth_time", nil)
    /// An `auth_time` ten days ago.
    public static let authTimeOld = time("auth-time-old", "auth_time", in: -864_000)
    /// Text as `auth_time`.
    public static let authTimeText = claim("auth-time-text", "auth_time", .string("once"))
    /// No `at_hash`.
    public static let atHashMissing = claim("at-hash-missing", "at_hash", nil)
    /// The hash of another access token as `at_hash`.
    public static let atHashOther = claim("at-hash-other", "at_hash", .string("AAAAAAAAAAAAAAAAAAAAAA"))
    /// A number as `at_hash`.
    public static let atHashNumber = claim("at-hash-number", "at_hash", .integer(1))
    /// No `c_hash`.
    public static let cHashMissing = claim("c-hash-missing", "c_hash", nil)
    /// The hash of another code as `c_hash`.
    public static let cHashOther = claim("c-hash-other", "c_hash", .string("AAAAAAAAAAAAAAAAAAAAAA"))

    static let ofTimes: [TokenTampering] = [
        .expMissing, .expPast, .expText, .expNegative, .expHuge, .expNull, .iatMissing, .iatFuture, .iatText,
        .nbfFuture, .nbfText, .authTimeMissing, .authTimeOld, .authTimeText, .atHashMissing, .atHashOther,
        .atHashNumber, .cHashMissing, .cHashOther,
    ]

    /// Sets a claim to a time relative to the tenant's time, in seconds.
    private static func time(_ name: String, _ claim: String, in seconds: Int) -> TokenTampering {
        TokenTampering(name: name) { claims, now in claims[claim] = .integer(now + seconds) }
    }
}
