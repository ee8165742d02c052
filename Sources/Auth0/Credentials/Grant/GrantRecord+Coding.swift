import FoundationEssentials
import OpenID
import SecretStorage

extension GrantRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case version = "v"
        case generation, login, credentials, requestedScope, apiCredentials, sessionExpiry, thumbprint, storedAt
        case renewalBegan, isRenewalOver, refusedAt
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
        let stored: Date?

        init(_ entry: APIEntry) {
            let credentials = entry.credentials
            (access, type) = (credentials.accessToken, credentials.tokenType)
            (expiry, scope, stored) = (credentials.expiresIn, credentials.scope, entry.storedAt)
        }

        func entry(orAt date: Date) -> APIEntry {
            APIEntry(
                credentials: APICredentials(accessToken: access, tokenType: type, expiresIn: expiry, scope: scope),
                storedAt: stored ?? date)
        }
    }

    private static let version = 1

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard try values.decode(Int.self, forKey: .version) <= Self.version else {
            throw SecretStoreError(.unsupportedVersion, detail: "a later version of the SDK stored the credentials")
        }
        generation = try values.decode(UInt64.self, forKey: .generation)
        login = try values.decodeIfPresent(UInt64.self, forKey: .login) ?? 0
        credentials = try values.decodeIfPresent(Tokens.self, forKey: .credentials)?.credentials
        requestedScope = try values.decodeIfPresent(String.self, forKey: .requestedScope)
        sessionExpiry = try values.decodeIfPresent(Date.self, forKey: .sessionExpiry)
        thumbprint = try values.decodeIfPresent(String.self, forKey: .thumbprint)
        let stored = try values.decode(Date.self, forKey: .storedAt)
        storedAt = stored
        apiCredentials = try values.decode([String: APITokens].self, forKey: .apiCredentials)
            .mapValues { $0.entry(orAt: stored) }
        renewalBegan = try values.decodeIfPresent(Date.self, forKey: .renewalBegan)
        isRenewalOver = try values.decodeIfPresent(Bool.self, forKey: .isRenewalOver) ?? false
        refusedAt = try values.decodeIfPresent(Date.self, forKey: .refusedAt)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(Self.version, forKey: .version)
        try values.encode(generation, forKey: .generation)
        try values.encode(login, forKey: .login)
        try values.encodeIfPresent(credentials.map(Tokens.init), forKey: .credentials)
        try values.encodeIfPresent(requestedScope, forKey: .requestedScope)
        try values.encode(apiCredentials.mapValues(APITokens.init), forKey: .apiCredentials)
        try values.encodeIfPresent(sessionExpiry, forKey: .sessionExpiry)
        try values.encodeIfPresent(thumbprint, forKey: .thumbprint)
        try values.encode(storedAt, forKey: .storedAt)
        try values.encodeIfPresent(renewalBegan, forKey: .renewalBegan)
        if isRenewalOver { try values.encode(true, forKey: .isRenewalOver) }
        try values.encodeIfPresent(refusedAt, forKey: .refusedAt)
    }
}
