package import FoundationEssentials

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

    /// Decodes credentials; every member is optional.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError` if a member has the wrong type.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            accessToken: try values.decodeIfPresent(String.self, forKey: .accessToken) ?? "",
            tokenType: try values.decodeIfPresent(String.self, forKey: .tokenType) ?? "",
            idToken: try values.decodeIfPresent(String.self, forKey: .idToken) ?? "",
            refreshToken: try values.decodeIfPresent(String.self, forKey: .refreshToken),
            expiresIn: try values.expiry(.expiresAt, .expiresIn) ?? Date(),
            scope: try values.decodeIfPresent(String.self, forKey: .scope),
            recoveryCode: try values.decodeIfPresent(String.self, forKey: .recoveryCode),
            authorizationDetails: try values.decodeIfPresent([AuthorizationDetail].self, forKey: .authorizationDetails)
                ?? [])
    }

    /// Encodes the credentials, including their secrets.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(accessToken, forKey: .accessToken)
        try values.encode(tokenType, forKey: .tokenType)
        try values.encode(idToken, forKey: .idToken)
        try values.encodeIfPresent(refreshToken, forKey: .refreshToken)
        try values.encode(expiresIn.secondsFromNow, forKey: .expiresIn)
        try values.encode(expiresIn, forKey: .expiresAt)
        try values.encodeIfPresent(scope, forKey: .scope)
        try values.encodeIfPresent(recoveryCode, forKey: .recoveryCode)
        if !authorizationDetails.isEmpty { try values.encode(authorizationDetails, forKey: .authorizationDetails) }
    }
}

extension Date {
    /// The whole seconds until this time; negative if it has passed.
    package var secondsFromNow: Int { Int(timeIntervalSinceNow.rounded()) }
}

extension KeyedDecodingContainer {
    /// Decodes the absolute time if it is present; otherwise seconds from now, as a number or a string of digits;
    /// otherwise a date in the decoder's own format.
    package func expiry(_ moment: Key, _ seconds: Key) throws -> Date? {
        if let moment = try decodeIfPresent(Date.self, forKey: moment) { return moment }
        if let number = try? decodeIfPresent(Double.self, forKey: seconds) { return Date(timeIntervalSinceNow: number) }
        if let text = try? decodeIfPresent(String.self, forKey: seconds), let number = Double(text) {
            return Date(timeIntervalSinceNow: number)
        }
        return try? decodeIfPresent(Date.self, forKey: seconds)
    }
}
