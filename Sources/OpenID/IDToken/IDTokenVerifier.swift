public import JOSE
package import RequestPipeline

/// A verifier of ID tokens, which checks the signature first, then the claims.
///
/// ```swift
/// var expected = IDTokenExpectations()
/// expected.nonce = nonce
/// let verifier = IDTokenVerifier(
///     issuer: "https://tenant.eu.auth0.com/", clientID: clientID, keys: .remote(keySet), expecting: expected)
/// let claims = try await verifier.verify(idToken)
/// ```
///
/// - SeeAlso: [OpenID Connect Core §3.1.3.7](https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation)
public struct IDTokenVerifier: Sendable {
    /// The required issuer, compared byte by byte (`iss`).
    public let issuer: String
    /// The client ID that the audience must contain (`aud`).
    public let clientID: String
    /// The further requirements on the claims.
    public var expectations: IDTokenExpectations
    /// The time of the server that has just sent the token, in seconds since 1970; `nil` if it is unknown.
    ///
    /// A token that is not valid by the local clock is checked with this time: the server's clock issued it, and a
    /// wrong local clock must not end a login.
    var serverTime: Int?
    private let keys: TokenKeys
    private let clock: TimeSource

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - issuer: The issuer, exactly as its metadata spell it: case, port and a trailing slash matter.
    ///   - clientID: The client ID of the authorization request.
    ///   - keys: The keys that verify signatures.
    ///   - expectations: The further requirements on the claims; none by default.
    ///   - clock: The source of the current time.
    public init(
        issuer: String, clientID: String, keys: TokenKeys,
        expecting expectations: IDTokenExpectations = IDTokenExpectations(), clock: TimeSource = .system
    ) {
        (self.issuer, self.clientID, self.keys) = (issuer, clientID, keys)
        (self.expectations, self.clock) = (expectations, clock)
    }

    /// Verifies a token; fetches the issuer's keys first if the cached keys do not suffice.
    ///
    /// - Parameter idToken: The token in compact form.
    /// - Returns: The verified claims.
    /// - Throws: An ``IDTokenError``: with the code ``IDTokenError/Code/keysUnavailable`` a retry may succeed; with any
    ///   other code the token must not be used.
    public func verify(_ idToken: String) async throws -> VerifiedJWT {
        try checked(await keys.verify(parsed(idToken), .jwt))
    }

    /// Verifies a token with the cached keys, without waiting.
    ///
    /// - Parameter idToken: The token in compact form.
    /// - Returns: The verified claims; `nil` if keys must be fetched first.
    /// - Throws: An ``IDTokenError`` if the token must not be used.
    public func verifyWithCachedKeys(_ idToken: String) throws -> VerifiedJWT? {
        try keys.verifyWithCachedKeys(parsed(idToken), .jwt).map { try checked($0.get()) }
    }

    /// Verifies a token, synchronously if the keys are cached.
    package func begin(
        _ idToken: String, _ completion: @escaping @Sendable (Result<VerifiedJWT, IDTokenError>) -> Void
    ) -> ImmediateOrPending<VerifiedJWT, IDTokenError> {
        let check = { @Sendable (result: Result<VerifiedJWT, IDTokenError>) in
            result.flatMap { token in Result { () throws(IDTokenError) in try checked(token) } }
        }
        do throws(IDTokenError) {
            return keys.verify(try parsed(idToken), .jwt) { completion(check($0)) }.map(check)
        } catch { return .now(.failure(error)) }
    }

    private func parsed(_ idToken: String) throws(IDTokenError) -> CompactJWS {
        if let problem = expectations.problem { throw problem }
        guard !idToken.isEmpty else {
            throw IDTokenError(.tokenMissing, "ask for the scope openid, so that the issuer sends an ID token")
        }
        return try CompactJWS(token: idToken)
    }

    private func checked(_ token: VerifiedJWT) throws(IDTokenError) -> VerifiedJWT {
        let rules = expectations.rules(issuer: issuer, clientID: clientID)
        do throws(IDTokenError) {
            try check(token, rules, at: clock.secondsSince1970)
        } catch {
            guard let serverTime, [.expired, .notYetValid].contains(error.code) else { throw error }
            try check(token, rules, at: serverTime)
        }
        return token
    }

    private func check(_ token: VerifiedJWT, _ rules: [any IDTokenRule], at now: Int) throws(IDTokenError) {
        for rule in rules { try rule.check(token, at: now) }
    }
}
