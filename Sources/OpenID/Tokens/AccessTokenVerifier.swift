public import HTTPMessages
import JOSE

/// A verifier of access tokens, for a server.
///
/// Create one verifier when the program starts, and use it from any thread: it caches keys and remembers accepted
/// proofs, which all copies share. A token whose key is cached is verified without waiting.
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
    /// Whether tokens must be bound to a key or a certificate of the client.
    public let binding: Binding
    /// The verifier of the proofs that accompany tokens bound to a key.
    public let proofs: DPoPProofVerifier
    let keys: TokenKeys
    /// In seconds; `nil` if it is out of bounds.
    private let leeway: Int?
    private let profiles: Set<Profile>
    private let clock: TimeSource

    /// Creates a verifier for an API with one identifier.
    ///
    /// - Parameters:
    ///   - issuer: The issuer, exactly as its metadata spell it: case, port and a trailing slash matter.
    ///   - audience: The identifier of the API.
    ///   - keys: The keys that verify signatures.
    ///   - leeway: The tolerated difference between the clocks: 60 seconds by default, 0 to 300 seconds; fractions of a
    ///     second are ignored. With any other value every verification fails with
    ///     ``TokenVerificationError/Code/expectationInvalid``.
    ///   - profiles: The accepted token formats; RFC 9068 by default.
    ///   - binding: Whether tokens must be bound to a key or a certificate of the client; ``Binding/optional`` by
    ///     default.
    ///   - proofs: The verifier of the proofs that accompany tokens bound to a key.
    ///   - clock: The source of the current time.
    public init(
        issuer: String, audience: String, keys: TokenKeys, leeway: Duration = .seconds(60),
        profiles: Set<Profile> = [.rfc9068], binding: Binding = .optional,
        proofs: DPoPProofVerifier = DPoPProofVerifier(), clock: TimeSource = .system
    ) {
        self.init(
            issuer: issuer, audiences: [audience], keys: keys, leeway: leeway, profiles: profiles, binding: binding,
            proofs: proofs, clock: clock)
    }

    /// Creates a verifier for an API with several identifiers, such as one for each version; a token for any of them is
    /// accepted, and without identifiers no token. See
    /// ``init(issuer:audience:keys:leeway:profiles:binding:proofs:clock:)``, whose parameters are the same.
    public init(
        issuer: String, audiences: [String], keys: TokenKeys, leeway: Duration = .seconds(60),
        profiles: Set<Profile> = [.rfc9068], binding: Binding = .optional,
        proofs: DPoPProofVerifier = DPoPProofVerifier(), clock: TimeSource = .system
    ) {
        (self.issuer, self.audiences, self.keys, self.leeway) = (issuer, audiences, keys, Leeway.seconds(leeway))
        (self.profiles, self.binding, self.proofs, self.clock) = (profiles, binding, proofs, clock)
    }

    /// Verifies a bearer token; fetches the issuer's keys first if the cached keys do not suffice.
    ///
    /// <!-- swift: let provider = try await OpenID.discover(exampleTenant.domain + "/").start()
    /// let verifier = try provider.accessTokenVerifier(audience: "https://api.example.com/", profiles: [.auth0])
    /// let scope = "openid read:todos"
    /// let issued = try await loggedIn(audience: "https://api.example.com/", scope: scope).accessToken -->
    ///
    /// ```swift
    /// let token = try await verifier.verify(issued)
    /// print(token.hasScope("read:todos"))
    /// // prints true
    /// ```
    ///
    /// - Parameters:
    ///   - token: The token in compact form.
    ///   - certificate: The certificate of the client's connection; `nil`, the default, if it has none.
    /// - Returns: The verified contents of the token.
    /// - Throws: A ``TokenVerificationError``; with the code ``TokenVerificationError/Code/proofMissing`` for a token
    ///   that is bound to a key.
    public func verify(_ token: String, certificate: Certificate? = nil) async throws -> VerifiedAccessToken {
        do throws(TokenVerificationError) {
            return try bearer(await anyToken(token), certificate)
        } catch { throw error.offering(schemes(isDPoPPresented: false)) }
    }

    /// Verifies a bearer token with the cached keys, without waiting; see ``verify(_:certificate:)``,
    /// whose parameters are the same.
    ///
    /// <!-- swift: let provider = try await OpenID.discover(exampleTenant.domain + "/").start()
    /// let verifier = try provider.accessTokenVerifier(audience: "https://api.example.com/", profiles: [.auth0])
    /// let scope = "openid read:todos"
    /// let issued = try await loggedIn(audience: "https://api.example.com/", scope: scope).accessToken
    /// _ = try await verifier.verify(issued) -->
    ///
    /// ```swift
    /// let token = try verifier.verifyWithCachedKeys(issued)
    /// print(token == nil ? "use verify, which fetches the keys" : "verified")
    /// // prints verified
    /// ```
    ///
    /// - Returns: The verified contents of the token; `nil` if keys must be fetched first.
    /// - Throws: A ``TokenVerificationError``, as ``verify(_:certificate:)``.
    public func verifyWithCachedKeys(_ token: String, certificate: Certificate? = nil) throws -> VerifiedAccessToken? {
        do throws(TokenVerificationError) {
            let verified: VerifiedAccessToken?
            do throws(IDTokenError) {
                let (text, profile) = try parsed(token)
                verified = try keys.verifyWithCachedKeys(text, .any).map { result throws(IDTokenError) in
                    try checked(result.get(), profile)
                }
            } catch { throw TokenVerificationError(error) }
            guard let verified else { return nil }
            return try bearer(verified, certificate)
        } catch { throw error.offering(schemes(isDPoPPresented: false)) }
    }

    /// Verifies the access token of a request, and that the client holds the key or the certificate that the token is
    /// bound to.
    ///
    /// <!-- swift: import HTTPMessages
    /// let provider = try await OpenID.discover(exampleTenant.domain + "/").start()
    /// let verifier = try provider.accessTokenVerifier(audience: "https://api.example.com/", profiles: [.auth0])
    /// let scope = "openid read:todos"
    /// let issued = try await loggedIn(audience: "https://api.example.com/", scope: scope).accessToken -->
    ///
    /// ```swift
    /// let fields: TransportFields = ["Authorization": "Bearer \(issued)"]
    /// let address = try HTTPURL("https://api.example.com/todos")
    /// let token = try await verifier.verify(fields, method: .get, url: address)
    /// print(token.hasScope("read:todos"))
    /// // prints true
    /// ```
    ///
    /// - Parameters:
    ///   - fields: The header fields of the request, of which `Authorization` and `DPoP` are read.
    ///   - method: The method of the request.
    ///   - url: The address of the request as the client sent it; behind a proxy it differs from the received address.
    ///   - certificate: The certificate of the client's connection; `nil`, the default, if it has none.
    ///   - nonces: The currently valid nonces of this server, in place of the proof verifier's issuer; `nil` by
    ///     default.
    /// - Returns: The verified contents of the token; add its ``VerifiedAccessToken/responseFields`` to the response.
    /// - Throws: A ``TokenVerificationError``; its ``TokenVerificationError/statusCode`` and
    ///   ``TokenVerificationError/responseFields`` are for the server's response.
    /// - SeeAlso: [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1), [RFC 9449
    ///   §7](https://www.rfc-editor.org/rfc/rfc9449#section-7), [RFC 8705
    ///   §3](https://www.rfc-editor.org/rfc/rfc8705#section-3)
    public func verify(
        _ fields: TransportFields, method: TransportMethod, url: HTTPURL, certificate: Certificate? = nil,
        nonces: [String]? = nil
    ) async throws -> VerifiedAccessToken {
        try await verify(
            PresentedRequest(
                authorization: fields["Authorization"], proof: fields["DPoP"], method: method, url: url,
                certificate: certificate, nonces: nonces))
    }

    /// Verifies the access token of a request of any server framework, given the values of its fields `Authorization`
    /// and `DPoP`; see ``verify(_:method:url:certificate:nonces:)``, whose parameters are the same otherwise.
    ///
    /// A field that the request lacks is `nil`. If a field occurs more than once, pass its values joined by a comma;
    /// such a request is rejected. The URL is absolute.
    ///
    /// <!-- swift: let provider = try await OpenID.discover(exampleTenant.domain + "/").start()
    /// let verifier = try provider.accessTokenVerifier(audience: "https://api.example.com/", profiles: [.auth0]) -->
    ///
    /// ```swift
    /// do {
    ///     _ = try await verifier.verify(authorization: nil, method: "GET", url: "https://api.example.com/todos")
    /// } catch let error as TokenVerificationError {
    ///     print(error.statusCode)
    /// }
    /// // prints 401
    /// ```
    ///
    /// - Returns: The verified contents of the token; add its ``VerifiedAccessToken/responseFields`` to the response.
    /// - Throws: A ``TokenVerificationError``; with the code ``TokenVerificationError/Code/requestMalformed`` also for
    ///   a URL that is not an absolute HTTP address.
    public func verify(
        authorization: String?, dpop: String? = nil, method: String, url: String, certificate: Certificate? = nil,
        nonces: [String]? = nil
    ) async throws -> VerifiedAccessToken {
        let address: HTTPURL
        do {
            address = try HTTPURL(url)
        } catch {
            throw TokenVerificationError(
                .requestMalformed, advice: "pass the absolute address of the request", cause: error
            )
            .offering(schemes(isDPoPPresented: false))
        }
        return try await verify(
            PresentedRequest(
                authorization: authorization, proof: dpop, method: TransportMethod(rawValue: method), url: address,
                certificate: certificate, nonces: nonces))
    }
}

/// The parts of a request that authenticate its sender.
private struct PresentedRequest {
    let authorization: String?
    let proof: String?
    let method: TransportMethod
    let url: HTTPURL
    let certificate: AccessTokenVerifier.Certificate?
    let nonces: [String]?
}

extension AccessTokenVerifier {
    private func verify(_ request: PresentedRequest) async throws(TokenVerificationError) -> VerifiedAccessToken {
        var isDPoP = false
        do throws(TokenVerificationError) {
            let presented = try PresentedToken(request.authorization)
            isDPoP = presented.isBound
            let token = try await anyToken(presented.token)
            guard isDPoP else { return try bearer(token, request.certificate) }
            return try await proved(token, presented.token, request)
        } catch { throw error.offering(schemes(isDPoPPresented: isDPoP)) }
    }

    /// Checks a token that is presented as a bearer token.
    private func bearer(
        _ token: VerifiedAccessToken, _ certificate: Certificate?
    ) throws(TokenVerificationError) -> VerifiedAccessToken {
        guard token.keyThumbprint == nil else {
            throw TokenVerificationError(
                .proofMissing, claim: "cnf", advice: "the token is bound to a key; send it as DPoP, with a proof")
        }
        try check(token, certificate)
        try binding.check(token)
        return token
    }

    /// Checks a token that is presented with a proof.
    private func proved(
        _ token: VerifiedAccessToken, _ text: String, _ request: PresentedRequest
    ) async throws(TokenVerificationError) -> VerifiedAccessToken {
        guard let thumbprint = token.keyThumbprint else {
            throw TokenVerificationError(
                .proofMissing, claim: "cnf", advice: "the token is bound to no key; send it as Bearer")
        }
        try check(token, request.certificate)
        try binding.check(token)
        let proof: DPoPProof
        do throws(DPoPProofError) {
            // Last, because it remembers the proof.
            proof = try await proofs.verify(
                proof: request.proof, method: request.method, url: request.url, accessToken: text,
                boundTo: thumbprint, account: account(of: token), nonces: request.nonces)
        } catch { throw TokenVerificationError(error) }
        var token = token
        token.newNonce = proofs.newNonce(after: proof)
        token.schemes = schemes(isDPoPPresented: true)
        return token
    }

    /// Returns the account whose share of the replay store a proof uses; a store can serve several issuers.
    private func account(of token: VerifiedAccessToken) -> String {
        "account\0\(issuer.utf8.count)\0\(issuer)\(token.subject)".sha256
    }

    private func anyToken(_ token: String) async throws(TokenVerificationError) -> VerifiedAccessToken {
        do throws(IDTokenError) {
            let (text, profile) = try parsed(token)
            return try checked(await keys.verify(text, .any), profile)
        } catch { throw TokenVerificationError(error) }
    }

    private func parsed(_ token: String) throws(IDTokenError) -> (CompactJWS, Profile) {
        guard leeway != nil else { throw IDTokenError(.expectationInvalid, Leeway.advice) }
        guard !token.isEmpty else {
            throw IDTokenError(.tokenMissing, "send an access token in the field Authorization")
        }
        let text: CompactJWS
        do {
            text = try CompactJWS(parsing: token)
        } catch {
            guard !token.utf8.contains(UInt8(ascii: " ")) else {
                throw IDTokenError(.malformed, "pass the token alone, without Bearer or DPoP before it", cause: error)
            }
            // No part, or the five parts of an encrypted token, which the service issues for no API (RFC 7516 §3.1).
            guard [0, 4].contains(token.utf8.count { $0 == UInt8(ascii: ".") }) else { throw IDTokenError(error) }
            throw IDTokenError(
                .malformed, "the token is opaque, not a signed JWT: the login has to name this API as its audience",
                cause: error)
        }
        guard let profile = profiles.first(where: { $0.accepts(text.header.type) }) else {
            throw IDTokenError(
                .malformed, claim: "typ",
                "this is another kind of token: profiles: of the verifier lists the accepted ones")
        }
        return (text, profile)
    }

    private func checked(_ token: VerifiedJWT, _ profile: Profile) throws(IDTokenError) -> VerifiedAccessToken {
        // `parsed` has refused a leeway out of bounds.
        let (now, leeway) = (clock.secondsSince1970, leeway ?? 0)
        try IssuerRule(issuer: issuer).check(token, at: now)
        guard (token.audience ?? []).contains(where: { name in audiences.contains { $0.isSame(as: name) } }) else {
            throw IDTokenError(
                .claimMismatch, claim: "aud", "the token is for another API or none; ask for this audience")
        }
        try TimeRule(leeway: leeway).check(token, at: now)
        try profile.check(token)
        return try VerifiedAccessToken(contentsOf: token)
    }
}
