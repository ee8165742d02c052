package import ByteEncodings
public import FoundationEssentials
import OpenID

/// A session transfer token, which continues the session of an application on a website.
///
/// The token is short-lived and the server accepts it once.
public struct SSOCredentials: Sendable, Hashable {
    /// The session transfer token, `access_token` in JSON. It is a secret.
    ///
    /// Pass it to the website as the query item `session_transfer_token` of its login address, or as the cookie
    /// `auth0_session_transfer_token`.
    public let sessionTransferToken: String
    /// The type of the session transfer token, a URI; `issued_token_type` in JSON.
    public let issuedTokenType: String
    /// The date at which the session transfer token expires; `expires_in` in JSON, in seconds from now.
    public let expiresIn: Date
    /// The ID token, `id_token` in JSON. It is a secret.
    public let idToken: String
    /// The new refresh token, `refresh_token` in JSON; `nil` when refresh tokens are not rotated. It is a secret.
    public let refreshToken: String?

    /// Creates credentials: the memberwise initializer, whose parameters are the same as the properties.
    public init(
        sessionTransferToken: String, issuedTokenType: String, expiresIn: Date, idToken: String,
        refreshToken: String? = nil
    ) {
        (self.sessionTransferToken, self.issuedTokenType) = (sessionTransferToken, issuedTokenType)
        (self.expiresIn, self.idToken, self.refreshToken) = (expiresIn, idToken, refreshToken)
    }

    /// Creates credentials, with the label ``expiresAt``; see the initializer above, whose parameters are the same.
    public init(
        sessionTransferToken: String, issuedTokenType: String, expiresAt: Date, idToken: String,
        refreshToken: String? = nil
    ) {
        self.init(
            sessionTransferToken: sessionTransferToken, issuedTokenType: issuedTokenType, expiresIn: expiresAt,
            idToken: idToken, refreshToken: refreshToken)
    }

    /// The date at which the session transfer token expires: a synonym of ``expiresIn``.
    public var expiresAt: Date { expiresIn }
}

extension SSOCredentials {
    /// Returns the properties of the cookie that continues the session in a window of the program, for `HTTPCookie`.
    ///
    /// ```swift
    /// let cookie = HTTPCookie(properties: ssoCredentials.cookieProperties(domain: "tenant.example.com"))
    /// ```
    ///
    /// The cookie is `Secure`, `HttpOnly` and `SameSite=Lax`, which an `HTTPCookie` of Linux does not keep. Do not
    /// write `.secure: true` yourself: Foundation on Linux accepts only the text "TRUE", and makes a cookie that is
    /// sent without TLS.
    ///
    /// - Parameter domain: The domain of the tenant that the website uses: its host name, without scheme. It may differ
    ///   from the program's domain, for example a custom domain.
    /// - Returns: The properties; the value is a secret.
    public func cookieProperties<Key: RawRepresentable<String> & Hashable>(domain: String) -> [Key: Any] {
        let properties: [(String, Any)] = [
            ("Name", "auth0_session_transfer_token"), ("Value", sessionTransferToken), ("Domain", domain),
            ("Path", "/"), ("Expires", expiresIn), ("Secure", "TRUE"), ("HttpOnly", "TRUE"), ("SameSite", "lax"),
        ]
        return properties.reduce(into: [:]) { result, property in
            if let key = Key(rawValue: property.0) { result[key] = property.1 }
        }
    }
}

extension SSOCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A description with the tokens redacted.
    public var description: String {
        let refresh = refreshToken == nil ? "nil" : "Optional(\"\(redactedText)\")"
        return "SSOCredentials(sessionTransferToken: \"\(redactedText)\", "
            + "issuedTokenType: \"\(issuedTokenType.excerptForLog)\", expiresIn: \(expiresIn.text), "
            + "idToken: \"\(redactedText)\", refreshToken: \(refresh))"
    }

    /// A description with the tokens redacted.
    public var debugDescription: String { description }

    /// The members for reflection, without the tokens.
    public var customMirror: Mirror {
        Mirror(self, children: ["issuedTokenType": issuedTokenType.excerptForLog, "expiresIn": expiresIn.text])
    }
}

extension SSOCredentials: Codable {
    private enum CodingKeys: String, CodingKey {
        case sessionTransferToken = "access_token"
        case issuedTokenType = "issued_token_type"
        case expiresIn = "expires_in"
        case expiresAt
        case idToken = "id_token"
        case refreshToken = "refresh_token"
    }

    /// Creates credentials by decoding; every member but the refresh token is required.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a required member is missing or a member has the wrong type, when a token is
    ///   empty or has a character other than visible ASCII characters and spaces, or when the expiry is not a date up
    ///   to the year 9999.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let expiry = try values.expiry(.expiresAt, .expiresIn) else {
            throw DecodingError.dataCorruptedError(
                forKey: .expiresIn, in: values, debugDescription: "neither seconds nor a date")
        }
        self.init(
            sessionTransferToken: try values.requiredToken(.sessionTransferToken),
            issuedTokenType: try values.decode(String.self, forKey: .issuedTokenType),
            expiresIn: expiry,
            idToken: try values.requiredToken(.idToken),
            refreshToken: try values.token(.refreshToken))
    }

    /// Encodes the credentials, tokens included.
    ///
    /// The expiry date is written twice: as `expires_in` in seconds from now, and as the date `expiresAt`, which
    /// decoding prefers.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: `EncodingError` when ``expiresIn`` is not a date up to the year 9999, or the error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(sessionTransferToken, forKey: .sessionTransferToken)
        try values.encode(issuedTokenType, forKey: .issuedTokenType)
        try values.encodeExpiry(expiresIn, .expiresAt, .expiresIn)
        try values.encode(idToken, forKey: .idToken)
        try values.encodeIfPresent(refreshToken, forKey: .refreshToken)
    }
}

extension SSOCredentials: JSONReadable {
    package init(from json: inout JSONScanner) throws(JSONError) {
        var (token, type, idToken, refreshToken): (String?, String?, String?, String?)
        var lifetime: Double?
        try json.object { name, json throws(JSONError) in
            switch name {
            case "access_token": token = try json.token("access_token")
            case "issued_token_type": type = try json.string()
            case "expires_in": lifetime = try json.lifetime()
            case "id_token": idToken = try json.token("id_token")
            case "refresh_token": refreshToken = try json.token("refresh_token")
            default: try json.skip()
            }
        }
        guard let token else { throw JSONError(.missingMember, member: "access_token") }
        guard let type else { throw JSONError(.missingMember, member: "issued_token_type") }
        guard let lifetime else { throw JSONError(.missingMember, member: "expires_in") }
        guard let idToken else { throw JSONError(.missingMember, member: "id_token") }
        self.init(
            sessionTransferToken: token, issuedTokenType: type, expiresIn: Date(timeIntervalSinceNow: lifetime),
            idToken: idToken, refreshToken: refreshToken)
    }
}

extension SSOCredentials: _IDTokenCarrying {
    /// The access token that belongs to the ID token: `nil`, because the server issued a session transfer token
    /// instead.
    public var _accessTokenBesideIDToken: String? { nil }
}
