package import FoundationEssentials

/// Credentials survive being encoded and decoded, by any coder.
///
/// Beside the members of a token response (RFC 6749 §5.1), where `expires_in` counts seconds, the encoded form has
/// `expiresAt`, the moment itself, which wins when it is there.
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
    }

    /// Reads credentials; no member is required.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            accessToken: try values.decodeIfPresent(String.self, forKey: .accessToken) ?? "",
            tokenType: try values.decodeIfPresent(String.self, forKey: .tokenType) ?? "",
            idToken: try values.decodeIfPresent(String.self, forKey: .idToken) ?? "",
            refreshToken: try values.decodeIfPresent(String.self, forKey: .refreshToken),
            expiresIn: try values.expiry(.expiresAt, .expiresIn) ?? Date(),
            scope: try values.decodeIfPresent(String.self, forKey: .scope),
            recoveryCode: try values.decodeIfPresent(String.self, forKey: .recoveryCode))
    }

    /// Writes credentials, secrets included.
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
    }
}

extension Date {
    /// Whole seconds until this moment; negative when it has passed.
    package var secondsFromNow: Int { Int(timeIntervalSinceNow.rounded()) }
}

extension KeyedDecodingContainer {
    /// The moment itself when it is there; else seconds from now, as a number or its digits; else a date in the form
    /// the decoder was told to expect.
    package func expiry(_ moment: Key, _ seconds: Key) throws -> Date? {
        if let moment = try decodeIfPresent(Date.self, forKey: moment) { return moment }
        if let number = try? decodeIfPresent(Double.self, forKey: seconds) { return Date(timeIntervalSinceNow: number) }
        if let text = try? decodeIfPresent(String.self, forKey: seconds), let number = Double(text) {
            return Date(timeIntervalSinceNow: number)
        }
        return try? decodeIfPresent(Date.self, forKey: seconds)
    }
}
