import ByteEncodings
package import HTTPMessages
import JOSE
package import RequestPipeline
import Streams

/// The check of a request's ID token: what was asked for so far, whether or not it is to be made.
package struct ClaimsCheck<Value: IDTokenCarrying>: ValueCheck {
    /// Whether the check is made at all.
    package var isOn = false
    /// Who has to have issued the token; `nil` means the base URL of the API.
    package var issuer: String?
    /// For whom it has to be; `nil` means the client ID that the request names.
    package var clientID: String?
    /// What its signature is checked with; `nil` means the keys at ``keysURL``.
    package var keys: TokenKeys?
    /// An ID token that was there before and is not checked again: what a renewal without a new one keeps. Empty where there
    /// need not be one.
    package var keptIDToken: String?
    /// Where the issuer's keys are; `nil` means `.well-known/jwks.json` below that base.
    package var keysURL: HTTPURL?
    /// What else the token has to say.
    package var expectations = IDTokenExpectations()
    /// What tells the time.
    package var time = TimeSource.system
    /// Where keys are kept.
    var cache = KeySetCache.ofProcess

    /// A check that asks for nothing yet.
    package init() {}

    package var problem: (any Error)? { isOn ? expectations.problem : nil }

    package func begin(
        _ value: Value, of endpoint: Endpoint, by client: ClientContext,
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> ImmediateOrPending<Void, any Error> {
        guard isOn, keptIDToken.map(value.idToken.isSame) != true else { return .now(.success(())) }
        let validator: IDTokenValidator
        do {
            validator = try self.validator(value, endpoint, client)
        } catch { return .now(.failure(error)) }
        switch validator.begin(value.idToken, { completion(Self.outcome(of: $0)) }) {
        case .now(let result): return .now(Self.outcome(of: result))
        case .later(let work): return .later(work)
        }
    }

    private func validator(_ value: Value, _ endpoint: Endpoint, _ client: ClientContext) throws -> IDTokenValidator {
        let base = try endpoint.base.get()
        let keys = try keys ?? published(below: base, over: client)
        var expectations = expectations
        expectations.accessToken = value.accessTokenBesideIDToken
        return IDTokenValidator(
            issuer: issuer ?? base.string, clientID: clientID ?? endpoint["client_id"]?.string ?? "", keys: keys,
            expecting: expectations, time: time)
    }

    private func published(below base: HTTPURL, over client: ClientContext) throws -> TokenKeys {
        .remote(
            cache.keySet(at: try keysURL ?? base.appending(".well-known/jwks.json"), over: client.transport))
    }

    /// Who cancelled wants to hear of that, and not of tokens.
    private static func outcome(of result: Result<VerifiedJWT, IDTokenError>) -> Result<Void, any Error> {
        switch result {
        case .success: .success(())
        case .failure(let error): .failure(error.code == .cancelled ? TransportError(.cancelled) : error)
        }
    }
}
