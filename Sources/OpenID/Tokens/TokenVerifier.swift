import ByteEncodings
public import HTTPMessages
import JOSE

/// Decides, for a server, whether an access token opens its door.
///
/// Make one when the program starts, and use it from any thread: it keeps the keys, and remembers the proofs it has seen.
/// A token whose key is at hand is checked without waiting for anything.
///
/// ```swift
/// let verifier = TokenVerifier(
///     issuer: "https://tenant.eu.auth0.com/", audience: "https://api.example.com/", keys: .remote(keySet))
/// let token = try await verifier.verify(text)
/// try token.require(scopes: "read:messages")
/// ```
///
/// - SeeAlso: [RFC 9068 §4](https://www.rfc-editor.org/rfc/rfc9068#section-4)
public struct TokenVerifier: Sendable {
    /// Who has to have issued the token, octet by octet.
    public let issuer: String
    /// The API that the token has to be for.
    public let audience: String
    private let keys: TokenKeys
    private let leeway: Int
    private let profiles: Set<TokenProfile>
    private let proofs: DPoPProofVerifier
    private let time: TimeSource

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - issuer: The issuer, exactly as its metadata spell it: case, port and the slash at the end count.
    ///   - audience: The identifier of the API.
    ///   - keys: What signatures are checked with.
    ///   - leeway: The allowed difference between the clocks, brought to zero to five minutes; a fraction of a second is
    ///     ignored.
    ///   - profiles: The forms of token that are accepted.
    ///   - proofs: Checks the proofs that come with tokens which are bound to a key.
    ///   - time: What tells the time.
    public init(
        issuer: String, audience: String, keys: TokenKeys, leeway: Duration = .seconds(60),
        profiles: Set<TokenProfile> = Set(TokenProfile.allCases), proofs: DPoPProofVerifier = DPoPProofVerifier(),
        time: TimeSource = .system
    ) {
        (self.issuer, self.audience, self.keys) = (issuer, audience, keys)
        self.leeway = Int(min(max(leeway, .zero), .seconds(300)).components.seconds)
        (self.profiles, self.proofs, self.time) = (profiles, proofs, time)
    }

    /// Verifies a token that anybody who has it may use, with keys that are fetched first when those at hand do not serve.
    ///
    /// - Parameter token: The token in compact form.
    /// - Returns: What it allows.
    /// - Throws: Why it allows nothing; ``TokenVerificationError/Code/proofMissing`` for a token that is bound to a key.
    public func verify(_ token: String) async throws -> VerifiedAccessToken {
        try unbound(await anyToken(token))
    }

    /// Verifies such a token with the keys at hand, without waiting for anything.
    ///
    /// - Returns: What it allows; `nil` when keys would have to be fetched first.
    /// - Throws: ``TokenVerificationError``, as ``verify(_:)`` does.
    public func verifyNow(_ token: String) throws -> VerifiedAccessToken? {
        let (text, profile) = try parsed(token)
        guard let verified = keys.verifyNow(text, .any) else { return nil }
        let signed = verified.mapError { TokenVerificationError(IDTokenError($0)) }
        return try unbound(checked(try signed.get(), profile))
    }

    /// Verifies the token of a request, and the proof that comes with it when it is bound to a key.
    ///
    /// - Parameters:
    ///   - fields: The header fields of the request: `Authorization` and `DPoP` are read.
    ///   - method: The method of the request.
    ///   - url: The address of the request as the client wrote it, which behind a proxy is not the one that arrives.
    ///   - nonces: The nonces of this server that are good now; `nil` asks for none.
    /// - Returns: What the token allows.
    /// - Throws: Why the request is refused; ``TokenVerificationError/statusCode`` and
    ///   ``TokenVerificationError/challenge`` are what to answer.
    /// - SeeAlso: [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1),
    ///   [RFC 9449 §7](https://www.rfc-editor.org/rfc/rfc9449#section-7)
    public func verify(
        _ fields: HTTPFields, method: HTTPMethod, url: HTTPURL, nonces: [String]? = nil
    ) async throws -> VerifiedAccessToken {
        let presented = try PresentedToken(fields)
        let token = try await anyToken(presented.token)
        guard presented.isBound else { return try unbound(token) }
        guard let thumbprint = token.keyThumbprint else {
            throw TokenVerificationError(.proofMissing, claim: "cnf", "the token is bound to no key; send it as Bearer")
        }
        do {
            _ = try proofs.verify(
                fields, method: method, url: url, accessToken: presented.token, boundTo: thumbprint, nonces: nonces)
        } catch {
            throw TokenVerificationError(.proofInvalid, "send a fresh proof for exactly this request", cause: error)
        }
        return token
    }
}

extension TokenVerifier {
    private func anyToken(_ token: String) async throws(TokenVerificationError) -> VerifiedAccessToken {
        let (text, profile) = try parsed(token)
        let verified: VerifiedJWS
        do {
            verified = try await keys.verify(text, .any)
        } catch { throw TokenVerificationError(IDTokenError(error)) }
        return try checked(verified, profile)
    }

    private func parsed(_ token: String) throws(TokenVerificationError) -> (CompactJWS, TokenProfile) {
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
        _ text: VerifiedJWS, _ profile: TokenProfile
    ) throws(TokenVerificationError) -> VerifiedAccessToken {
        let token: VerifiedJWT
        do {
            token = try VerifiedJWT(claimsOf: text)
        } catch { throw TokenVerificationError(IDTokenError(error)) }
        do throws(IDTokenError) {
            let now = time.secondsSince1970
            try IssuerRule(issuer: issuer).check(token, at: now)
            guard (token.audience ?? []).contains(where: audience.isSame) else {
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
    /// The thumbprint of the key that the token is bound to.
    ///
    /// A binding of another kind, which nobody here can check, is no reason to let everybody in.
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
