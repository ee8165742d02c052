public import JOSE
package import RequestPipeline

/// Decides whether an ID token is to be believed: its signature first, then what it says.
///
/// ```swift
/// var expected = IDTokenExpectations()
/// expected.nonce = nonce
/// let validator = IDTokenValidator(
///     issuer: "https://tenant.eu.auth0.com/", clientID: clientID, keys: .remote(keySet), expecting: expected)
/// let claims = try await validator.validate(idToken)
/// ```
///
/// - SeeAlso: [OpenID Connect Core §3.1.3.7](https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation)
public struct IDTokenValidator: Sendable {
    /// Who has to have issued the token, octet by octet.
    public let issuer: String
    /// Whom the token has to be for.
    public let clientID: String
    /// What else it has to say.
    public var expectations: IDTokenExpectations
    private let keys: TokenKeys
    private let time: TimeSource

    /// Makes a validator.
    ///
    /// - Parameters:
    ///   - issuer: The issuer, exactly as its metadata spell it: case, port and the slash at the end count.
    ///   - clientID: The client ID that the token was asked for with.
    ///   - keys: What signatures are checked with.
    ///   - expectations: What else the token has to say.
    ///   - time: What tells the time.
    public init(
        issuer: String, clientID: String, keys: TokenKeys,
        expecting expectations: IDTokenExpectations = IDTokenExpectations(), time: TimeSource = .system
    ) {
        (self.issuer, self.clientID, self.keys) = (issuer, clientID, keys)
        (self.expectations, self.time) = (expectations, time)
    }

    /// Validates a token, with keys that are fetched first when those at hand do not serve.
    ///
    /// - Parameter idToken: The token in compact form.
    /// - Returns: What it says.
    /// - Throws: ``IDTokenError/Code/keysUnavailable`` when the keys cannot be had, which may pass; anything else means that
    ///   the token must not be used.
    public func validate(_ idToken: String) async throws -> VerifiedJWT {
        let text = try text(idToken)
        let verified: VerifiedJWS
        do {
            verified = try await keys.verify(text, .jwt)
        } catch { throw IDTokenError(error) }
        return try believed(verified)
    }

    /// Validates a token with the keys at hand, without waiting for anything.
    ///
    /// - Returns: What it says; `nil` when keys would have to be fetched first.
    /// - Throws: ``IDTokenError``: why the token must not be used.
    public func validateNow(_ idToken: String) throws -> VerifiedJWT? {
        guard let verified = keys.verifyNow(try text(idToken), .jwt) else { return nil }
        return try believed(verified.mapError(KeySetFailure.token)).get()
    }

    /// Validates a token, at once where that is possible.
    package func begin(
        _ idToken: String, _ completion: @escaping @Sendable (Result<VerifiedJWT, IDTokenError>) -> Void
    ) -> ImmediateOrPending<VerifiedJWT, IDTokenError> {
        let parsed: CompactJWS
        do {
            parsed = try text(idToken)
        } catch { return .now(.failure(error)) }
        switch keys.verify(parsed, .jwt, completion: { completion(self.believed($0)) }) {
        case .now(let result): return .now(believed(result))
        case .later(let work): return .later(work)
        }
    }

    private func text(_ idToken: String) throws(IDTokenError) -> CompactJWS {
        if let problem = expectations.problem { throw problem }
        guard !idToken.isEmpty else {
            throw IDTokenError(.tokenMissing, "ask for the scope openid, so that the issuer sends an ID token")
        }
        do {
            return try CompactJWS(parsing: idToken)
        } catch { throw IDTokenError(error) }
    }

    private func believed(_ result: Result<VerifiedJWS, KeySetFailure>) -> Result<VerifiedJWT, IDTokenError> {
        result.mapError(IDTokenError.init).flatMap { text in
            Result { () throws(IDTokenError) in try believed(text) }
        }
    }

    private func believed(_ text: VerifiedJWS) throws(IDTokenError) -> VerifiedJWT {
        let token: VerifiedJWT
        do {
            token = try VerifiedJWT(claimsOf: text)
        } catch { throw IDTokenError(error) }
        let now = time.secondsSince1970
        for rule in expectations.rules(issuer: issuer, clientID: clientID) { try rule.check(token, at: now) }
        return token
    }
}
