import ByteEncodings
package import HTTPMessages
import JOSE
package import RequestPipeline
import Streams

/// The validation of a request's ID token, as configured so far; it may be switched off.
package struct ClaimsCheck<Value: _IDTokenCarrying>: ValueCheck {
    package var isOn = false
    /// Whether the caller of the request requires an ID token, even if it is optional otherwise.
    var isRequired = false
    /// The required issuer; `nil` means the base URL of the API.
    package var issuer: String?
    /// Whether the caller of the request requires the issuer.
    var isIssuerRequired = false
    /// The required audience; `nil` means the client ID of the request.
    package var clientID: String?
    /// The keys that verify the signature, or the reason why there are none; `nil` means the keys at ``keysURL``.
    package var keys: Result<TokenKeys, any Error>?
    /// The ID token that a renewal keeps if the server response contains no new one; for an equal token, only the
    /// requirements of the request's caller are checked. Empty if an ID token is optional.
    package var keptIDToken: String?
    /// The address of the issuer's keys; `nil` means `.well-known/jwks.json` below the base URL.
    package var keysURL: HTTPURL?
    /// The further requirements on the claims.
    package var expectations = IDTokenExpectations()
    package var time = TimeSource.system
    /// Returns the time of the server that has sent the response; `nil` if only the local clock decides.
    package var serverTime: @Sendable () -> Int? = { nil }
    var cache = KeySetCache.ofProcess

    package init() {}

    package var problem: (any Error)? {
        guard isOn else { return nil }
        // If an ID token is optional, keys are required only for a response that has one.
        if case .failure(let error)? = keys, keptIDToken?.isEmpty != true || requiresIDToken { return error }
        return expectations.problem
    }

    /// The requirements of the request's caller on the claims.
    private var requiredRules: [any IDTokenRule] {
        expectations.requiredRules + (isIssuerRequired ? issuer.map { [IssuerRule(issuer: $0)] } ?? [] : [])
    }

    private var requiresIDToken: Bool { isRequired || !requiredRules.isEmpty }

    package func begin(
        _ value: Value, of endpoint: Endpoint, by client: ClientContext,
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> ImmediateOrPending<Void, any Error> {
        guard isOn else { return .now(.success(())) }
        if let keptIDToken, value.idToken.isSame(as: keptIDToken) {
            return .now(Result { try checkKept(keptIDToken) })
        }
        do {
            let outcome = { @Sendable (result: Result<VerifiedJWT, IDTokenError>) in
                result.map { _ in () }.mapError(\.ofRequest)
            }
            return try verifier(value, endpoint, client).begin(value.idToken) { completion(outcome($0)) }.map(outcome)
        } catch { return .now(.failure(error)) }
    }

    /// Checks the caller's requirements on the kept ID token, which was validated when it was received, and may have
    /// expired since.
    private func checkKept(_ idToken: String) throws(IDTokenError) {
        guard requiresIDToken else { return }
        guard !idToken.isEmpty else {
            throw IDTokenError(.tokenMissing, "the request requires an ID token, and the response has none")
        }
        let rules = requiredRules
        guard !rules.isEmpty else { return }
        let token: VerifiedJWT
        do throws(JOSEError) {
            token = try VerifiedJWT(ofKept: CompactJWS(parsing: idToken))
        } catch { throw IDTokenError(error) }
        for rule in rules { try rule.check(token, at: time.secondsSince1970) }
    }

    private func verifier(_ value: Value, _ endpoint: Endpoint, _ client: ClientContext) throws -> IDTokenVerifier {
        let base = try endpoint.base.get()
        let keys =
            try keys?.get()
            ?? .remote(
                cache.keySet(at: try keysURL ?? base.appending(".well-known/jwks.json"), over: client.transport))
        var expectations = expectations
        expectations.accessToken = value._accessTokenBesideIDToken
        var verifier = IDTokenVerifier(
            issuer: issuer ?? base.string, clientID: clientID ?? endpoint["client_id"]?.string ?? "", keys: keys,
            expecting: expectations, clock: time)
        verifier.serverTime = serverTime()
        return verifier
    }
}

extension IDTokenError {
    /// The error of a request: a cancelled wait for keys is its cancellation, not a failure of the token.
    var ofRequest: any Error { code == .cancelled ? TransportError(.cancelled) : self }
}
