package import ByteEncodings
public import FoundationEssentials
import OpenID

/// A token that carries a session over from a program to a web site, once and soon.
public struct SSOCredentials: Sendable, Hashable {
    /// The token for the web site, as the cookie or query item `auth0_session_transfer_token`.
    public let sessionTransferToken: String
    /// What kind of token it is.
    public let issuedTokenType: String
    /// When it expires.
    public let expiresIn: Date
    /// The ID token that came with it.
    public let idToken: String
    /// The new refresh token, where refresh tokens are rotated.
    public let refreshToken: String?

    /// Makes credentials.
    public init(
        sessionTransferToken: String, issuedTokenType: String, expiresIn: Date, idToken: String,
        refreshToken: String? = nil
    ) {
        self.sessionTransferToken = sessionTransferToken
        self.issuedTokenType = issuedTokenType
        self.expiresIn = expiresIn
        self.idToken = idToken
        self.refreshToken = refreshToken
    }

    /// Makes credentials, with the other name of ``expiresIn``.
    public init(
        sessionTransferToken: String, issuedTokenType: String, expiresAt: Date, idToken: String,
        refreshToken: String? = nil
    ) {
        self.init(
            sessionTransferToken: sessionTransferToken, issuedTokenType: issuedTokenType, expiresIn: expiresAt,
            idToken: idToken, refreshToken: refreshToken)
    }

    /// When the token expires: another name for ``expiresIn``.
    public var expiresAt: Date { expiresIn }
}

extension SSOCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The credentials without their secrets.
    public var description: String {
        let refresh = refreshToken == nil ? "nil" : "Optional(\"\(redactedText)\")"
        return "SSOCredentials(sessionTransferToken: \"\(redactedText)\", issuedTokenType: \"\(issuedTokenType)\", "
            + "expiresIn: \(expiresIn), idToken: \"\(redactedText)\", refreshToken: \(refresh))"
    }

    /// The credentials without their secrets.
    public var debugDescription: String { description }

    /// The members that are no secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["issuedTokenType": issuedTokenType, "expiresIn": expiresIn])
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

    /// Reads credentials; all members but the refresh token are required.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let expiry = try values.expiry(.expiresAt, .expiresIn) else {
            throw DecodingError.dataCorruptedError(
                forKey: .expiresIn, in: values, debugDescription: "neither seconds nor a date")
        }
        self.init(
            sessionTransferToken: try values.decode(String.self, forKey: .sessionTransferToken),
            issuedTokenType: try values.decode(String.self, forKey: .issuedTokenType),
            expiresIn: expiry,
            idToken: try values.decode(String.self, forKey: .idToken),
            refreshToken: try values.decodeIfPresent(String.self, forKey: .refreshToken))
    }

    /// Writes credentials, secrets included.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(sessionTransferToken, forKey: .sessionTransferToken)
        try values.encode(issuedTokenType, forKey: .issuedTokenType)
        try values.encode(expiresIn.secondsFromNow, forKey: .expiresIn)
        try values.encode(expiresIn, forKey: .expiresAt)
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
            case "access_token": token = try json.string()
            case "issued_token_type": type = try json.string()
            case "expires_in": lifetime = try json.lifetime()
            case "id_token": idToken = try json.string()
            case "refresh_token": refreshToken = try json.stringOrNull()
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

extension SSOCredentials: IDTokenCarrying {
    /// None: what came is a session transfer token.
    public var accessTokenBesideIDToken: String? { nil }
}
