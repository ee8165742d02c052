import FoundationEssentials

/// Codable credentials, for any coder.
///
/// The encoded form contains the members of a token response (RFC 6749 §5.1), with `expires_in` in seconds, and
/// `expiresAt`, the absolute time, which takes precedence.
extension Credentials: Codable {
    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case idToken = "id_token"
        case refreshToken = "refresh_token"
        case expiresIn = "expires_in"
        case expiresAt
        case scope
        case recoveryCode = "recovery_code"
        case authorizationDetails = "authorization_details"
    }

    /// Decodes credentials; every member is optional, and an empty token counts as missing.
    ///
    /// `expires_in` may be a finite number of seconds, a text that contains one, or a date in the decoder's format.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError` if a member has the wrong type, if a token has a character other than visible ASCII
    ///   characters and spaces, or if the expiry is not a date up to the year 9999.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            accessToken: try values.token(.accessToken) ?? "",
            tokenType: try values.decodeIfPresent(String.self, forKey: .tokenType) ?? "",
            idToken: try values.token(.idToken) ?? "",
            refreshToken: try values.token(.refreshToken),
            expiresIn: try values.expiry(.expiresAt, .expiresIn) ?? Date(),
            scope: try values.decodeIfPresent(String.self, forKey: .scope),
            recoveryCode: try values.token(.recoveryCode),
            authorizationDetails: try values.decodeIfPresent([AuthorizationDetail].self, forKey: .authorizationDetails)
                ?? [])
    }

    /// Encodes the credentials, including their secrets.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: An `EncodingError` if ``expiresIn`` is not a date up to the year 9999, or the error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(accessToken, forKey: .accessToken)
        try values.encode(tokenType, forKey: .tokenType)
        try values.encode(idToken, forKey: .idToken)
        try values.encodeIfPresent(refreshToken, forKey: .refreshToken)
        try values.encodeExpiry(expiresIn, .expiresAt, .expiresIn)
        try values.encodeIfPresent(scope, forKey: .scope)
        try values.encodeIfPresent(recoveryCode, forKey: .recoveryCode)
        if !authorizationDetails.isEmpty { try values.encode(authorizationDetails, forKey: .authorizationDetails) }
    }
}
