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
    /// Whether this is an access token: ID tokens have no `jti`.
    var isAccessToken: Bool { members["jti"] != nil && members["scope"] != nil }
    var scopes: Set<String> { Set((members["scope"]?.string ?? "").split(separator: " ").map(String.init)) }

    var audiences: [String] {
        members["aud"]?.string.map { [$0] } ?? members["aud"]?.elements?.compactMap(\.string) ?? []
    }
}

/// The reason a token is rejected.
enum TokenDefect: Error {
    /// The request has no token.
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

extension TenantState {
    /// Verifies a token that this tenant signed.
    ///
    /// This is independent of the SDK's token verification, so that a bug in either becomes visible.
    ///
    /// - Throws: ``TokenDefect/expired`` or ``TokenDefect/invalid``.
    func claims(of token: String) throws(TokenDefect) -> TokenClaims {
        let claims = try verifiedClaims(of: token)
        guard let expiry = claims["exp"]?.integer, now < expiry else { throw .expired }
        if let id = claims["jti"]?.string, tokens.revoked[id] != nil { throw .invalid }
        return claims
    }

    /// Verifies an ID token of one of the clients; an expired token is accepted.
    ///
    /// The token identifies the session to end: [OpenID Connect RP-Initiated Logout
    /// §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout).
    ///
    /// - Returns: The claims; `nil` for any other token.
    func idTokenClaims(of token: String) -> TokenClaims? {
        let segments = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard segments.count == 3, let payload = Self.object(segments[1]),
            let client = payload["aud"]?.string.flatMap(client)
        else { return nil }
        guard client.signsIDTokensWithSecret else { return try? verifiedClaims(of: token) }
        guard let secret = client.secret, Self.object(segments[0])?["alg"]?.string == "HS256",
            let authenticator = try? MessageAuthenticator(key: SecretBytes(Array(secret.utf8)), hash: .sha256),
            let code = try? authenticator.code(for: Array("\(segments[0]).\(segments[1])".utf8)),
            let sent = try? Base64URL.decode(segments[2]), ConstantTime.areEqual(code, sent),
            payload["iss"] == .string(issuer)
        else { return nil }
        return TokenClaims(members: payload)
    }

    /// Verifies a token that this tenant signed; an expired token is accepted.
    ///
    /// - Throws: ``TokenDefect/invalid``.
    func verifiedClaims(of token: String) throws(TokenDefect) -> TokenClaims {
        let token = opaqueTokens.open(token) ?? token
        let segments = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard segments.count == 3, let header = Self.object(segments[0]), let payload = Self.object(segments[1]),
            let signature = try? Base64URL.decode(segments[2]),
            let key = header["kid"]?.string.flatMap({ keys.key($0) }),
            header["alg"] == .string(key.algorithm.rawValue), let publicKey = key.publicKey?.key,
            let verifier = try? SignatureVerifier(publicKey, key.algorithm.scheme),
            verifier.isValid(signature, for: Array("\(segments[0]).\(segments[1])".utf8)),
            payload["iss"] == .string(issuer), payload["exp"]?.integer != nil
        else { throw .invalid }
        return TokenClaims(members: payload)
    }

    /// Describes why a token is invalid.
    func reason(ofInvalid token: String) -> String {
        let token = opaqueTokens.open(token) ?? token
        let segments = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard segments.count == 3, let header = Self.object(segments[0]), let payload = Self.object(segments[1]) else {
            return "The token is no JWT of this tenant"
        }
        guard payload["iss"] == .string(issuer) else {
            return "The issuer of the token is \(payload["iss"]?.string ?? "missing"), not \(issuer)"
        }
        guard let id = header["kid"]?.string, keys.key(id) != nil else {
            return
                "The key \(header["kid"]?.string ?? "without kid") is not in the key set, after a restart for example"
        }
        if (try? verifiedClaims(of: token)) == nil { return "The signature of the token is invalid" }
        if let id = payload["jti"]?.string, tokens.revoked[id] != nil { return "The token was revoked" }
        let audience = TokenClaims(members: payload).audiences.joined(separator: ", ")
        return "The token is for \(audience), or its user is gone"
    }

    private static func object(_ segment: String) -> [String: JSONValue]? {
        guard let bytes = try? Base64URL.decode(segment) else { return nil }
        return (try? JSONValue(parsing: bytes))?.dictionary
    }
}
