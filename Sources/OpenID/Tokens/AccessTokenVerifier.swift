import ByteEncodings
public import HTTPMessages
import JOSE

/// A verifier of access tokens, for a server.
///
/// Create one verifier when the program starts, and use it from any thread: it caches keys and remembers accepted
/// proofs. A token whose key is cached is verified without waiting.
///
/// ```swift
/// let verifier = AccessTokenVerifier(
///     issuer: "https://tenant.eu.auth0.com/", audience: "https://api.example.com/", keys: .remote(keySet))
/// let token = try await verifier.verify(text)
/// try token.require(scopes: "read:messages")
/// ```
///
/// - SeeAlso: [RFC 9068 §4](https://www.rfc-editor.org/rfc/rfc9068#section-4)
public struct AccessTokenVerifier: Sendable {
    /// The required issuer, compared byte by byte (`iss`).
    public let issuer: String
    /// The identifiers of the API, one of which the audience must contain (`aud`).
    public let audiences: [String]
    private let keys: TokenKeys
    private let leeway: Int
    private let profiles: Set<Profile>
    private let proofs: DPoPProofVerifier
    private let time: TimeSource

    /// Creates a verifier for an API with one identifier.
    ///
    /// - Parameters:
    ///   - issuer: The issuer, exactly as its metadata spell it: case, port and a trailing slash matter.
    ///   - audience: The identifier of the API.
    ///   - keys: The keys that verify signatures.
    ///   - leeway: The tolerated difference between the clocks: 60 seconds by default, clamped to 0…300 seconds;
    ///     fractions of a second are ignored.
    ///   - profiles: The accepted token formats; all by default.
    ///   - proofs: The verifier of the proofs that accompany tokens bound to a key.
    ///   - time: The source of the current time.
    public init(
        issuer: String, audience: String, keys: TokenKeys, leeway: Duration = .seconds(60),
        profiles: Set<Profile> = [.rfc9068, .auth0], proofs: DPoPProofVerifier = DPoPProofVerifier(),
        time: TimeSource = .system
    ) {
        self.init(
            issuer: issuer, audiences: [audience], keys: keys, leeway: leeway, profiles: profiles, proofs: proofs,
            time: time)
    }

    /// Creates a verifier for an API with several identifiers, such as one for each version.
    ///
    /// - Parameters:
    ///   - issuer: The issuer, exactly as its metadata spell it: case, port and a trailing slash matter.
    ///   - audiences: The identifiers of the API; a token for any of them is accepted. A verifier without identifiers
    ///     accepts no token.
    ///   - keys: The keys that verify signatures.
    ///   - leeway: The tolerated difference between the clocks: 60 seconds by default, clamped to 0…300 seconds;
    ///     fractions of a second are ignored.
    ///   - profiles: The accepted token formats; all by default.
    ///   - proofs: The verifier of the proofs that accompany tokens bound to a key.
    ///   - time: The source of the current time.
    public init(
        issuer: String, audiences: [String], keys: TokenKeys, leeway: Duration = .seconds(60),
        profiles: Set<Profile> = [.rfc9068, .auth0], proofs: DPoPProofVerifier = DPoPProofVerifier(),
        time: TimeSource = .system
    ) {
        (self.issuer, self.audiences, self.keys) = (issuer, audiences, keys)
        self.leeway = Int(min(max(leeway, .zero), .seconds(300)).components.seconds)
        (self.profiles, self.proofs, self.time) = (profiles, proofs, time)
    }

    /// Verifies a bearer token; fetches the issuer's keys first if the cached keys do not suffice.
    ///
    /// - Parameter token: The token in compact form.
    /// - Returns: The verified contents of the token.
    /// - Throws: A ``TokenVerificationError``; with the code ``TokenVerificationError/Code/proofMissing`` for a token
    ///   that is bound to a key.
    public func verify(_ token: String) async throws -> VerifiedAccessToken {
        try unbound(await anyToken(token))
    }

    /// Verifies a bearer token with the cached keys, without waiting.
    ///
    /// - Parameter token: The token in compact form.
    /// - Returns: The verified contents of the token; `nil` if keys must be fetched first.
    /// - Throws: A ``TokenVerificationError``, as ``verify(_:)``.
    public func verifyNow(_ token: String) throws -> VerifiedAccessToken? {
        let (text, profile) = try parsed(token)
        guard let verified = keys.verifyNow(text, .any) else { return nil }
        let signed = verified.mapError { TokenVerificationError(IDTokenError($0)) }
        return try unbound(checked(try signed.get(), profile))
    }

    /// Verifies the access token of a request, and its proof of possession if the token is bound to a key.
    ///
    /// - Parameters:
    ///   - fields: The header fields of the request, of which `Authorization` and `DPoP` are read.
    ///   - method: The method of the request.
    ///   - url: The address of the request as the client sent it; behind a proxy it differs from the received address.
    ///   - nonces: The currently valid nonces of this server; `nil`, the default, requires none.
    /// - Returns: The verified contents of the token.
    /// - Throws: A ``TokenVerificationError``; its ``TokenVerificationError/statusCode`` and
    ///   ``TokenVerificationError/challenge`` are for the server's response.
    /// - SeeAlso: [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1), [RFC 9449
    ///   §7](https://www.rfc-editor.org/rfc/rfc9449#section-7)
    public func verify(
        _ fields: TransportFields, method: TransportMethod, url: HTTPURL, nonces: [String]? = nil
    ) async throws -> VerifiedAccessToken {
        try await verify(PresentedToken(fields["Authorization"]), fields["DPoP"], method, url, nonces)
    }

    /// Verifies the access token of a request, and its proof of possession if the token is bound to a key: for requests
    /// of any server framework.
    ///
    /// If a field occurs more than once in the request, pass its values joined by a comma; such a request is rejected.
    ///
    /// - Parameters:
    ///   - authorization: The value of the field `Authorization`; `nil` if the request has none.
    ///   - dpop: The value of the field `DPoP`; `nil`, the default, if the request has none.
    ///   - method: The method of the request, such as `GET`.
    ///   - url: The absolute address of the request as the client sent it; behind a proxy it differs from the received
    ///     address.
    ///   - nonces: The currently valid nonces of this server; `nil`, the default, requires none.
    /// - Returns: The verified contents of the token.
    /// - Throws: A ``TokenVerificationError``; with the code ``TokenVerificationError/Code/requestMalformed`` also for a
    ///   URL that is not an absolute HTTP address.
    /// - SeeAlso: [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1), [RFC 9449
    ///   §7](https://www.rfc-editor.org/rfc/rfc9449#section-7)
    public func verify(
        authorization: String?, dpop: String? = nil, method: String, url: String, nonces: [String]? = nil
    ) async throws -> VerifiedAccessToken {
        let address: HTTPURL
        do {
            address = try HTTPURL(url)
        } catch {
            throw TokenVerificationError(.requestMalformed, "pass the absolute address of the request", cause: error)
        }
        return try await verify(
            PresentedToken(authorization), dpop, TransportMethod(rawValue: method), address, nonces)
    }

    private func verify(
        _ presented: PresentedToken, _ proof: String?, _ method: TransportMethod, _ url: HTTPURL, _ nonces: [String]?
    ) async throws(TokenVerificationError) -> VerifiedAccessToken {
        let token = try await anyToken(presented.token)
        guard presented.isBound else { return try unbound(token) }
        guard let thumbprint = token.keyThumbprint else {
            throw TokenVerificationError(.proofMissing, claim: "cnf", "the token is bound to no key; send it as Bearer")
        }
        do {
            _ = try proofs.verify(
                proof: proof, method: method, url: url, accessToken: presented.token, boundTo: thumbprint,
                nonces: nonces)
        } catch {
            throw TokenVerificationError(.proofInvalid, "send a fresh proof for exactly this request", cause: error)
        }
        return token
    }
}

extension AccessTokenVerifier {
    private func anyToken(_ token: String) async throws(TokenVerificationError) -> VerifiedAccessToken {
        let (text, profile) = try parsed(token)
        let verified: VerifiedJWS
        do {
            verified = try await keys.verify(text, .any)
        } catch { throw TokenVerificationError(IDTokenError(error)) }
        return try checked(verified, profile)
    }

    private func parsed(_ token: String) throws(TokenVerificationError) -> (CompactJWS, Profile) {
        guard !token.isEmpty else {
            throw TokenVerificationError(.tokenMissing, "send an access token in the field Authorization")
        }
        let text: CompactJWS
        do {
            text = try CompactJWS(parsing: token)
        } catch { throw TokenVerificationError(IDTokenError(error)) }
        guard let profile = profiles.first(where: { $0.accepts(text.header.type) }) else {
            throw TokenVerificationError(.malformed, claim: "typ", "this is another kind of token")
        }
        return (text, profile)
    }

    private func checked(
        _ text: VerifiedJWS, _ profile: Profile
    ) throws(TokenVerificationError) -> VerifiedAccessToken {
        let token: VerifiedJWT
        do {
            token = try VerifiedJWT(claimsOf: text)
        } catch { throw TokenVerificationError(IDTokenError(error)) }
        do throws(IDTokenError) {
            let now = time.secondsSince1970
            try IssuerRule(issuer: issuer).check(token, at: now)
            guard (token.audience ?? []).contains(where: { name in audiences.contains { $0.isSame(as: name) } }) else {
                throw IDTokenError(.claimMismatch, claim: "aud", "the token is for another API; ask for this audience")
            }
            try ExpiryRule(leeway: leeway).check(token, at: now)
            try NotBeforeRule(leeway: leeway).check(token, at: now)
            try IssuedAtRule(leeway: leeway).check(token, at: now)
            try profile.check(token)
            return VerifiedAccessToken(
                token, subject: try token.requiredText("sub"), keyThumbprint: try token.keyThumbprint())
        } catch { throw TokenVerificationError(error) }
    }

    private func unbound(_ token: VerifiedAccessToken) throws(TokenVerificationError) -> VerifiedAccessToken {
        guard token.keyThumbprint == nil else {
            throw TokenVerificationError(
                .proofMissing, claim: "cnf", "the token is bound to a key; send it as DPoP, with a proof")
        }
        return token
    }
}

extension VerifiedJWT {
    /// Returns the thumbprint of the key that the token is bound to; `nil` for a bearer token.
    ///
    /// A token with another kind of binding, which cannot be verified here, is rejected, not accepted as a bearer
    /// token.
    ///
    /// - SeeAlso: [RFC 7800 §3.1](https://www.rfc-editor.org/rfc/rfc7800#section-3.1),
    ///   [RFC 9449 §6.1](https://www.rfc-editor.org/rfc/rfc9449#section-6.1)
    fileprivate func keyThumbprint() throws(IDTokenError) -> String? {
        guard let confirmation = claims["cnf"] else { return nil }
        guard let thumbprint = confirmation["jkt"]?.string, !thumbprint.isEmpty else {
            throw IDTokenError(.claimInvalid, claim: "cnf", "the token is bound in a way that is not known here")
        }
        return thumbprint
    }
}
