public import FoundationEssentials
import OpenID

/// The access token of one API, which ``CredentialsManager`` obtains with the refresh token of a login.
public struct APICredentials: Sendable, Hashable {
    /// The access token, `access_token` in JSON. It is a secret.
    public let accessToken: String
    /// The type of the access token, `Bearer` or `DPoP`; `token_type` in JSON.
    public let tokenType: String
    /// The time when the access token expires; `expires_in` in JSON, in seconds since 1970.
    public let expiresIn: Date
    /// The scopes of the access token, separated by spaces; `scope` in JSON.
    public let scope: String

    /// Creates credentials: the memberwise initializer, whose parameters are the same as the properties.
    public init(accessToken: String, tokenType: String, expiresIn: Date, scope: String) {
        (self.accessToken, self.tokenType) = (accessToken, tokenType)
        (self.expiresIn, self.scope) = (expiresIn, scope)
    }

    /// Creates credentials, with the label ``expiresAt``; see the initializer above, whose parameters are the same.
    public init(accessToken: String, tokenType: String, expiresAt: Date, scope: String) {
        self.init(accessToken: accessToken, tokenType: tokenType, expiresIn: expiresAt, scope: scope)
    }

    /// Creates credentials from the result of a token request.
    ///
    /// - Parameter credentials: The result; without scopes, ``scope`` is empty.
    public init(from credentials: Credentials) {
        self.init(
            accessToken: credentials.accessToken, tokenType: credentials.tokenType, expiresIn: credentials.expiresIn,
            scope: credentials.scope ?? "")
    }

    /// Creates credentials from stored tokens.
    init(_ tokens: ResourceTokens) {
        self.init(
            accessToken: tokens.accessToken, tokenType: tokens.tokenType, expiresIn: tokens.expiresIn,
            scope: tokens.scope)
    }

    /// The tokens in the form that is stored.
    var tokens: ResourceTokens {
        ResourceTokens(accessToken: accessToken, tokenType: tokenType, expiresIn: expiresIn, scope: scope)
    }

    /// The time when the access token expires: another name for ``expiresIn``.
    public var expiresAt: Date { expiresIn }
}

extension APICredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The credentials with the access token redacted.
    public var description: String {
        "APICredentials(accessToken: \"\(redactedText)\", tokenType: \"\(tokenType.excerptForLog)\", "
            + "expiresIn: \(expiresIn.text), scope: \"\(scope.excerptForLog)\")"
    }

    /// The credentials with the access token redacted.
    public var debugDescription: String { description }

    /// A mirror of the properties that are not secret.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "tokenType": tokenType.excerptForLog, "expiresIn": expiresIn.text, "scope": scope.excerptForLog,
            ])
    }
}

extension APICredentials: Codable {
    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case scope
    }

    /// Decodes credentials in the form that `encode(to:)` writes.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError` if a member is missing, has the wrong type, or if the expiry is not a date up to the
    ///   year 9999.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let seconds = try values.decode(Double.self, forKey: .expiresIn)
        let expiry = Date(timeIntervalSince1970: seconds)
        guard expiry.isNumericDate else {
            throw DecodingError.dataCorruptedError(
                forKey: .expiresIn, in: values, debugDescription: "the date is out of range")
        }
        self.init(
            accessToken: try values.decode(String.self, forKey: .accessToken),
            tokenType: try values.decode(String.self, forKey: .tokenType), expiresIn: expiry,
            scope: try values.decode(String.self, forKey: .scope))
    }

    /// Encodes the credentials, including the access token; the expiry in seconds since 1970.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: An `EncodingError` if ``expiresIn`` is not a date up to the year 9999, or the error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        guard expiresIn.isNumericDate else {
            throw EncodingError.invalidValue(
                expiresIn.text, .init(codingPath: [CodingKeys.expiresIn], debugDescription: "the date is out of range"))
        }
        try values.encode(accessToken, forKey: .accessToken)
        try values.encode(tokenType, forKey: .tokenType)
        try values.encode(expiresIn.timeIntervalSince1970, forKey: .expiresIn)
        try values.encode(scope, forKey: .scope)
    }
}
