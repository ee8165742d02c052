import ByteEncodings
import JOSE
import OpenSSLCryptography

/// The claims of an access token or ID token of this tenant, after its signature was verified.
struct TokenClaims: Sendable {
    let members: [String: JSONValue]

    subscript(_ name: String) -> JSONValue? { members[name] }

    var subject: String? { members["sub"]?.string }
    /// The ID of the client that an access token was issued to, in either dialect.
    var clientID: String? { members["client_id"]?.string ?? members["azp"]?.string }
    /// The client that an ID token is for; `nil` for an access token and a logout token.
    var idTokenClient: String? {
        let isIDToken = members["scope"] == nil && members["azp"] == nil && !isLogoutToken
        return isIDToken ? members["aud"]?.string : nil
    }
    /// Whether this is a logout token ([OpenID Connect Back-Channel Logout
    /// §2.4](https://openid.net/specs/openid-connect-backchannel-1_0.html#LogoutToken)).
    var isLogoutToken: Bool { members["events"]?[TenantState.logoutEvent] != nil }
    /// The client with which the token ends.
    var owningClient: String? { clientID ?? idTokenClient }
    /// Whether this is an access token: ID tokens have no `scope`.
    var isAccessToken: Bool { members["jti"] != nil && members["scope"] != nil }
    var scopes: Set<String> { Set((members["scope"]?.string ?? "").split(separator: " ").map(String.init)) }

    var audiences: [String] {
        members["aud"]?.string.map { [$0] } ?? members["aud"]?.elements?.compactMap(\.string) ?? []
    }
}

/// The reason a token is rejected.
enum TokenDefect: Error {
    case missing
    case invalid
    case expired
    /// The token is bound to a key and presented as a bearer token.
    case bound
    /// The token is a bearer token and presented as a bound token.
    case unbound
    case proof(DPoPDefect)
}

extension SignatureAlgorithm {
    /// The signature scheme of an algorithm that a tenant signs with.
    fileprivate var scheme: SignatureScheme {
        switch self {
        case .ps256: .rsaPSS(.sha256)
        case .es256: .ecdsa(.p256)
        case .edDSA: .eddsa(.ed25519)
        default: .rsaPKCS1(.sha256)
        }
    }
}

/// The parts of a token in compact form, before its signature is verified.
private struct CompactToken {
    let header: [String: JSONValue]
    let payload: [String: JSONValue]
    /// The signed bytes.
    let input: [UInt8]
    let signature: [UInt8]?

    init?(_ token: String) {
        let segments = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard segments.count == 3, let header = Self.object(segments[0]), let payload = Self.object(segments[1]) else {
            return nil
        }
        (self.header, self.payload, input) = (header, payload, Array("\(segments[0]).\(segments[1])".utf8))
        signature = try? Base64URL.decode(segments[2])
    }

    private static func object(_ segment: String) -> [String: JSONValue]? {
        (try? Base64URL.decode(segment)).flatMap { try? JSONValue(parsing: $0) }?.dictionary
    }
}

extension TenantState {
    /// Verifies a token that this tenant signed, independently of the SDK's verification, so that a bug in either
    /// becomes visible.
    func claims(of token: String) throws(TokenDefect) -> TokenClaims {
        let claims = try verifiedClaims(of: token)
        guard let expiry = claims["exp"]?.integer, now < expiry else { throw .expired }
        guard !tokens.isRevoked(claims) else { throw .invalid }
        return claims
    }

    /// Verifies the ID token of a client that identifies the session to end, also after its expiry; `nil` for any other
    /// token ([OpenID Connect RP-Initiated Logout
    /// §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout)).
    func idTokenClaims(of token: String) -> TokenClaims? {
        guard let parts = CompactToken(token), !TokenClaims(members: parts.payload).isLogoutToken,
            let client = parts.payload["aud"]?.string.flatMap(client)
        else { return nil }
        guard client.signsIDTokensWithSecret else { return try? verifiedClaims(of: token) }
        guard let secret = client.secret, parts.header["alg"]?.string == "HS256",
            let authenticator = try? MessageAuthenticator(key: SecretBytes(Array(secret.utf8)), hash: .sha256),
            let code = try? authenticator.code(for: parts.input), let sent = parts.signature,
            ConstantTime.areEqual(code, sent), parts.payload["iss"] == .string(issuer)
        else { return nil }
        return TokenClaims(members: parts.payload)
    }

    /// Verifies a token that this tenant signed; an expired token is accepted.
    func verifiedClaims(of token: String) throws(TokenDefect) -> TokenClaims {
        guard let members = opaqueTokens.open(token) ?? signedMembers(of: token), members["iss"] == .string(issuer),
            members["exp"]?.integer != nil
        else { throw .invalid }
        return TokenClaims(members: members)
    }

    private func signedMembers(of token: String) -> [String: JSONValue]? {
        guard let parts = CompactToken(token), let signature = parts.signature,
            let key = parts.header["kid"]?.string.flatMap({ keys.key($0) }),
            parts.header["alg"] == .string(key.algorithm.rawValue), let publicKey = key.publicKey?.key,
            let verifier = try? SignatureVerifier(publicKey, key.algorithm.scheme),
            verifier.isValid(signature, for: parts.input)
        else { return nil }
        return parts.payload
    }

    /// Describes why a token is invalid.
    func reason(ofInvalid token: String) -> String {
        let parts = CompactToken(token)
        guard let payload = opaqueTokens.open(token) ?? parts?.payload else {
            return "The token is no JWT of this tenant"
        }
        guard payload["iss"] == .string(issuer) else {
            return "The issuer of the token is \(payload["iss"]?.string ?? "missing"), not \(issuer)"
        }
        if let parts {
            let id = parts.header["kid"]?.string
            guard let id, keys.key(id) != nil else {
                return "The key \(id ?? "without kid") is not in the key set, after a restart for example"
            }
            if (try? verifiedClaims(of: token)) == nil { return "The signature of the token is invalid" }
        }
        let claims = TokenClaims(members: payload)
        if tokens.isRevoked(claims) { return "The token was revoked, or its user or client was removed" }
        let audience = claims.audiences.joined(separator: ", ")
        return "The token is for \(audience), or its user is gone"
    }
}
