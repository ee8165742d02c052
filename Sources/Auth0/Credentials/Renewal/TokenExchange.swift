import FoundationEssentials
import JOSE
import OpenID
import RequestPipeline
import Synchronization

/// The token request of one call, and the record that its response leads to.
struct TokenExchange: Sendable {
    /// The response of the tenant: the new record, if all of it is valid.
    enum Answer: Sendable {
        /// The record to store, and the tokens of the call.
        case record(GrantRecord, RenewalCall.Outcome)
        /// The tenant has issued tokens, but they were not validated: the ID token is not valid, or there is no key to
        /// validate it with.
        ///
        /// The record has the new refresh token beside the old tokens; `nil` when the response is about another user.
        case notValidated(GrantRecord?, AuthenticationError)
        /// The request failed.
        case failure(AuthenticationError)
    }

    let call: RenewalCall
    let record: GrantRecord
    let refreshToken: String
    let authentication: any Authentication
    let validatesIDTokens: Bool
    let clock: TimeSource
    /// The stored ID token, with which a new one is compared; `nil` for a login without one, or without validation.
    private let previousIDToken: (any JWT)?

    /// Creates a token request.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - record: The stored record.
    ///   - refreshToken: Its refresh token.
    ///   - authentication: The client.
    ///   - validatesIDTokens: Whether new ID tokens are validated.
    ///   - clock: The source of the current time.
    /// - Throws: `AuthenticationError` when the stored ID token cannot be decoded: a new one could not be compared with it,
    ///   and the refresh token would be spent.
    init(
        call: RenewalCall, record: GrantRecord, refreshToken: String, authentication: any Authentication,
        validatesIDTokens: Bool, clock: TimeSource
    ) throws(AuthenticationError) {
        (self.call, self.record, self.refreshToken) = (call, record, refreshToken)
        (self.authentication, self.validatesIDTokens, self.clock) = (authentication, validatesIDTokens, clock)
        let idToken = validatesIDTokens ? record.credentials?.idToken ?? "" : ""
        do {
            previousIDToken = idToken.isEmpty ? nil : try decode(jwt: idToken)
        } catch { throw AuthenticationError(cause: error) }
    }

    /// Sends the request.
    ///
    /// - Parameter completion: Called exactly once, on a background thread.
    func begin(_ completion: @escaping @Sendable (Answer) -> Void) {
        switch call.need {
        case .credentials(let scope, _): renew(audience: nil, scope: scope, completion)
        case .renewal: renew(audience: nil, scope: nil, completion)
        case .api(let audience, let scope, _): renew(audience: audience, scope: scope, completion)
        case .session: exchangeForSession(completion)
        }
    }

    private func renew(
        audience: String?, scope: String?, _ completion: @escaping @Sendable (Answer) -> Void
    ) {
        let received = Received<Credentials>()
        authentication.renew(withRefreshToken: refreshToken, audience: audience, scope: scope)
            .parameters(call.parameters).headers(call.headers)
            .presentingBoundToken(isBound)
            .completing { received.note(completed($0, audience, scope)) }
            .expecting(validation)
            .start { result in
                // A test double's request is not decoded, so its value is completed here.
                completion(answer(result.map { completed($0, audience, scope) }, received.value, stored))
            }

        @Sendable func stored(_ new: Credentials) -> (GrantRecord, RenewalCall.Outcome) {
            guard audience == nil else { return api(new) }
            var next = record.renewed(with: new, at: clock.now)
            next.requestedScope = scope
            return (next, .credentials(new))
        }
    }

    /// Fills what a response leaves out: the refresh token, if it is not rotated, the ID token and the recovery code.
    private func completed(_ new: Credentials, _ audience: String?, _ scope: String?) -> Credentials {
        let old = record.credentials
        // RFC 6749 §6: without a scope in request and response, the scope of the login is unchanged.
        let unchanged = audience == nil ? old?.scope : nil
        return Credentials(
            accessToken: new.accessToken, tokenType: new.tokenType,
            idToken: new.idToken.isEmpty ? old?.idToken ?? "" : new.idToken,
            refreshToken: new.refreshToken ?? refreshToken, expiresIn: new.expiresIn,
            scope: new.scope ?? scope ?? unchanged, recoveryCode: new.recoveryCode ?? old?.recoveryCode,
            authorizationDetails: new.authorizationDetails.isEmpty
                ? old?.authorizationDetails ?? [] : new.authorizationDetails)
    }

    /// The record with an API's credentials; the access token of the login stays.
    private func api(_ new: Credentials) -> (GrantRecord, RenewalCall.Outcome) {
        guard case .api(let audience, let scope, _) = call.need else { return (record, .credentials(new)) }
        let credentials = APICredentials(from: new)
        var next = rotated(to: new.refreshToken, idToken: new.idToken)
        let key = GrantRecord.apiKey(audience: audience, scope: scope)
        next.apiCredentials[key] = GrantRecord.APIEntry(credentials: credentials, storedAt: clock.now)
        return (next, .api(credentials))
    }

    private func exchangeForSession(_ completion: @escaping @Sendable (Answer) -> Void) {
        let received = Received<SSOCredentials>()
        authentication.ssoExchange(withRefreshToken: refreshToken)
            .parameters(call.parameters).headers(call.headers)
            .presentingBoundToken(isBound)
            .completing { received.note($0) }
            .expecting(validation)
            .start { result in
                completion(
                    answer(result, received.value) { new in
                        (rotated(to: new.refreshToken, idToken: new.idToken), .session(new))
                    })
            }
    }

    /// The record with the old tokens of the login, but a new refresh token and a new ID token.
    private func rotated(to refreshToken: String?, idToken: String) -> GrantRecord {
        guard let old = record.credentials else { return record }
        let kept = Credentials(
            accessToken: old.accessToken, tokenType: old.tokenType, idToken: idToken.isEmpty ? old.idToken : idToken,
            refreshToken: refreshToken ?? old.refreshToken, expiresIn: old.expiresIn, scope: old.scope,
            recoveryCode: old.recoveryCode, authorizationDetails: old.authorizationDetails)
        var next = record.renewed(with: kept, at: record.storedAt)
        // These are the tokens of the login still: a waiting renewal is not done.
        next.generation = record.generation
        return next
    }

    private var isBound: Bool { record.credentials?.tokenType.lowercased() == "dpop" }

    /// Sets up the validation of the new ID token: it must be valid, and of the same login as the old one.
    private func validation<Value>(_ check: inout ClaimsCheck<Value>) {
        check.isOn = validatesIDTokens
        check.time = clock
        check.keptIDToken = record.credentials?.idToken ?? ""
        check.expectations.previousIDToken = previousIDToken
    }

    private func answer<Value: _RefreshTokenCarrying>(
        _ result: Result<Value, AuthenticationError>, _ received: Value?,
        _ stored: (Value) -> (GrantRecord, RenewalCall.Outcome)
    ) -> Answer {
        switch result {
        case .success(let value):
            let (record, outcome) = stored(value)
            return .record(record, outcome)
        case .failure(let error):
            // Whatever failed after the answer was received: the refresh token that was sent is spent.
            guard let received else { return .failure(error) }
            let claim = (error.cause as? IDTokenError)?.claim
            let isForeign = claim.map { ["sub", "iss", "aud"].contains($0) } ?? false
            let kept = isForeign ? nil : rotated(to: received.refreshToken, idToken: "")
            return .notValidated(kept, error)
        }
    }
}

/// A value with a refresh token.
private protocol _RefreshTokenCarrying: Sendable {
    var refreshToken: String? { get }
}

extension Credentials: _RefreshTokenCarrying {}
extension SSOCredentials: _RefreshTokenCarrying {}

/// The decoded value of a response that may be refused afterwards.
private final class Received<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)

    var value: Value? { stored.withLock { $0 } }

    func note(_ value: Value) -> Value {
        stored.withLock { $0 = value }
        return value
    }
}
