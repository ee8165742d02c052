import FoundationEssentials
import OpenID
import SecretStorage

/// The stored state of one grant: the credentials of a login, and those of the APIs that its refresh token opened.
///
/// All of it is one secret, so that a refresh token and the tokens obtained with it are replaced in one step.
struct GrantRecord: Sendable {
    /// A number that a login and each renewal change, and the mark of a renewal does not.
    var generation = UInt64.random(in: 0...UInt64.max)
    /// The credentials of the login; `nil` when only credentials of APIs are stored.
    var credentials: Credentials?
    /// The scope of the last renewal that asked for one: a tenant may grant less, and asking again would not help.
    var requestedScope: String?
    /// The credentials of APIs by ``apiKey(audience:scope:)``.
    var apiCredentials: [String: APICredentials] = [:]
    /// The end of the session, fixed at the login.
    var sessionExpiry: Date?
    /// The thumbprint of the DPoP key that the tokens are bound to.
    var thumbprint: String?
    /// The time at which the credentials were stored: a later clock that shows less was set back.
    var storedAt: Date
    /// The time at which a renewal began whose end is not stored; a process ended in the middle if its lock is free.
    var renewalBegan: Date?

    /// Creates the record of a login.
    init(_ credentials: Credentials?, at now: Date) {
        self.credentials = credentials
        storedAt = now
        sessionExpiry = credentials?.sessionExpiresAt
    }

    /// The refresh token, unless it is empty.
    var refreshToken: String? { credentials?.refreshToken.flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns the key of an API's credentials: its scopes in order, and its audience.
    static func apiKey(audience: String, scope: String?) -> String {
        // Scopes have no line break, so no two pairs have the same key.
        (scope?.scopes.sorted().joined(separator: " ") ?? "") + "\n" + audience
    }

    /// The record that a new generation of credentials begins.
    func renewed(with credentials: Credentials, at now: Date) -> GrantRecord {
        var copy = self
        copy.generation = UInt64.random(in: 0...UInt64.max)
        copy.credentials = credentials
        copy.storedAt = now
        copy.renewalBegan = nil
        // The end of the session is the login's; a renewal never moves it.
        copy.sessionExpiry = sessionExpiry ?? credentials.sessionExpiresAt
        copy.apiCredentials = apiCredentials.filter { $0.value.expiresIn > now }
        return copy
    }
}

extension String {
    /// The distinct scopes of a text, in the order of the text.
    var scopes: [String] {
        var seen: Set<String> = []
        return split(whereSeparator: \.isWhitespace).map(String.init).filter { seen.insert($0).inserted }
    }
}

extension GrantRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case version = "v"
        case generation, credentials, requestedScope, apiCredentials, sessionExpiry, thumbprint, storedAt, renewalBegan
    }

    /// The tokens as they are, without the checks of a token response: what was stored is read again.
    private struct Tokens: Codable {
        let access: String
        let type: String
        let id: String
        let refresh: String?
        let expiry: Date
        let scope: String?
        let recovery: String?
        let details: [AuthorizationDetail]?

        init(_ credentials: Credentials) {
            access = credentials.accessToken
            type = credentials.tokenType
            id = credentials.idToken
            refresh = credentials.refreshToken
            expiry = credentials.expiresIn
            scope = credentials.scope
            recovery = credentials.recoveryCode
            details = credentials.authorizationDetails.isEmpty ? nil : credentials.authorizationDetails
        }

        var credentials: Credentials {
            Credentials(
                accessToken: access, tokenType: type, idToken: id, refreshToken: refresh, expiresIn: expiry,
                scope: scope, recoveryCode: recovery, authorizationDetails: details ?? [])
        }
    }

    /// The tokens of an API; their own coding would round the expiry.
    private struct APITokens: Codable {
        let access: String
        let type: String
        let expiry: Date
        let scope: String

        init(_ credentials: APICredentials) {
            (access, type) = (credentials.accessToken, credentials.tokenType)
            (expiry, scope) = (credentials.expiresIn, credentials.scope)
        }

        var credentials: APICredentials {
            APICredentials(accessToken: access, tokenType: type, expiresIn: expiry, scope: scope)
        }
    }

    private static let version = 1

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard try values.decode(Int.self, forKey: .version) <= Self.version else {
            throw SecretStoreError(.unsupportedVersion, detail: "a later version of the SDK stored the credentials")
        }
        generation = try values.decode(UInt64.self, forKey: .generation)
        credentials = try values.decodeIfPresent(Tokens.self, forKey: .credentials)?.credentials
        requestedScope = try values.decodeIfPresent(String.self, forKey: .requestedScope)
        apiCredentials = try values.decode([String: APITokens].self, forKey: .apiCredentials).mapValues(\.credentials)
        sessionExpiry = try values.decodeIfPresent(Date.self, forKey: .sessionExpiry)
        thumbprint = try values.decodeIfPresent(String.self, forKey: .thumbprint)
        storedAt = try values.decode(Date.self, forKey: .storedAt)
        renewalBegan = try values.decodeIfPresent(Date.self, forKey: .renewalBegan)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(Self.version, forKey: .version)
        try values.encode(generation, forKey: .generation)
        try values.encodeIfPresent(credentials.map(Tokens.init), forKey: .credentials)
        try values.encodeIfPresent(requestedScope, forKey: .requestedScope)
        try values.encode(apiCredentials.mapValues(APITokens.init), forKey: .apiCredentials)
        try values.encodeIfPresent(sessionExpiry, forKey: .sessionExpiry)
        try values.encodeIfPresent(thumbprint, forKey: .thumbprint)
        try values.encode(storedAt, forKey: .storedAt)
        try values.encodeIfPresent(renewalBegan, forKey: .renewalBegan)
    }
}
