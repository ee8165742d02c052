import HTTPMessages
import JOSE
import RequestPipeline
import Streams
import Synchronization

/// The keys of one issuer, fetched on demand and cached.
///
/// The cached keys are an immutable value: it is read under a lock and used outside of it, from any thread.
final class KeySetCore: Sendable {
    private let url: HTTPURL
    private let allowed: Set<SignatureAlgorithm>
    private let time: TimeSource
    private let state: Mutex<KeySetState>

    init(_ url: HTTPURL, allowing allowed: Set<SignatureAlgorithm>, _ timing: RemoteKeySet.Timing, _ time: TimeSource) {
        (self.url, self.allowed, self.time) = (url, allowed, time)
        state = Mutex(KeySetState(timing: timing))
    }

    /// Verifies a signature with the cached keys; `nil` if they do not suffice and a fetch may return the key.
    ///
    /// The issuer may have replaced a key without a new identifier, or removed one of several without identifiers, so a
    /// wrong signature, another algorithm and several matching keys are such cases, too.
    func verifyWithCachedKeys(
        _ text: CompactJWS, _ type: JWSHeader.ExpectedType, over transport: any Transport
    ) -> Result<VerifiedJWT, IDTokenError>? {
        attempt(text, type, over: transport).result?.mapError(IDTokenError.init)
    }

    private func attempt(
        _ text: CompactJWS, _ type: JWSHeader.ExpectedType, over transport: any Transport
    ) -> (result: Result<VerifiedJWT, JOSEError>?, generation: Int) {
        let now = time.uptime
        let (ring, isDue, generation, mayChange) = state.withLock { state in
            (state.usableRing(at: now), state.beginRefresh(at: now), state.generation, state.mayChange(at: now))
        }
        if isDue { fetch(over: transport) }
        guard let ring else { return (nil, generation) }
        let result = ring.result(text, type)
        guard case .failure(let error) = result, error.code == .keyNotFound || mayChange else {
            return (result, generation)
        }
        let isOfOldKeys =
            switch error.code {
            case .keyNotFound, .keyAmbiguous, .signatureInvalid: true
            case .algorithmNotAllowed: allowed.contains(text.header.algorithm)
            default: false
            }
        return (isOfOldKeys ? nil : result, generation)
    }

    /// Verifies a signature; fetches the keys first if the cached keys do not suffice.
    func verify(
        _ text: CompactJWS, _ type: JWSHeader.ExpectedType, over transport: any Transport,
        completion: @escaping @Sendable (KeySetState.Verification) -> Void
    ) -> ImmediateOrPending<VerifiedJWT, IDTokenError> {
        let (result, generation) = attempt(text, type, over: transport)
        if let result { return .now(result.mapError(IDTokenError.init)) }
        let now = time.uptime
        let (need, id, ring, failure) = state.withLock { state in
            let (need, id) = state.need(
                otherThan: generation, at: now,
                verify: { ring, failure in Self.verification(ring, failure, text, type) }, complete: completion)
            return (need, id, state.ring, state.lastFailure)
        }
        switch need {
        case .tooSoon: return .now(Self.verification(ring, failure, text, type))
        case .tooMany: return .now(.failure(IDTokenError(KeySetError(.tooManyWaiting, from: url.origin))))
        case .fetch: fetch(over: transport)
        case .wait: break
        case .lookAgain: return verify(text, type, over: transport, completion: completion)
        }
        return .later(ClosureCancellable { self.leave(id) })
    }

    /// Cancels one waiter; the others and the fetch continue.
    private func leave(_ id: Int) {
        guard let waiter = state.withLock({ $0.leave(id) }) else { return }
        let error = KeySetError(.cancelled, from: url.origin)
        DeliveryQueue.background.deliver { waiter.complete(waiter.verify(nil, error)) }
    }

    private func fetch(over transport: any Transport) {
        let request = TransportRequest(method: .get, url: url, fields: ["Accept": "application/json"])
        _ = transport.send(request) { result in
            // Parsing keys is slow, and the transport's thread serves every transfer.
            DeliveryQueue.background.deliver {
                self.finish(self.outcome(of: result), over: transport)
                withExtendedLifetime(transport) {}
            }
        }
    }

    private func outcome(of result: Result<TransportResponse, TransportError>) -> KeySetState.Outcome {
        switch result {
        case .failure(let error):
            return .failure(
                KeySetError(.unreachable, statusCode: error.statusCode, from: url.origin, cause: error))
        case .success(let response):
            guard response.status == 200 else {
                return .failure(KeySetError(.unexpectedStatus, statusCode: response.status, from: url.origin))
            }
            do {
                return .success(KeyRing(try JSONWebKeySet(parsing: response.body), allowing: allowed))
            } catch { return .failure(KeySetError(.malformed, statusCode: 200, from: url.origin, cause: error)) }
        }
    }

    private func finish(_ outcome: KeySetState.Outcome, over transport: any Transport) {
        let now = time.uptime
        let (waiters, ring, failure) = state.withLock { state in
            (state.install(outcome, at: now), state.ring, state.lastFailure)
        }
        var results: [Int: KeySetState.Verification] = [:]
        for waiter in waiters { results[waiter.id] = waiter.verify(ring, failure) }
        let verified = Set(results.compactMap { id, result in (try? result.get()) == nil ? nil : id })
        let (ended, fetchesAgain) = state.withLock { $0.settle(verified, at: now) }
        if fetchesAgain { fetch(over: transport) }
        for waiter in ended {
            // Some of the waiters arrived after the keys.
            let result = results[waiter.id] ?? waiter.verify(ring, failure)
            // A completion may be a callback that blocks, even for the result of another waiter.
            DeliveryQueue.background.deliver { waiter.complete(result) }
        }
    }

    /// Returns the result with the current keys, after a fetch that may have failed.
    private static func verification(
        _ ring: KeyRing?, _ failure: KeySetError?, _ text: CompactJWS, _ type: JWSHeader.ExpectedType
    ) -> KeySetState.Verification {
        if let failure, failure.code == .cancelled { return .failure(IDTokenError(failure)) }
        guard let ring else {
            return .failure(failure.map { IDTokenError($0) } ?? IDTokenError(JOSEError(.keyNotFound)))
        }
        let result = ring.result(text, type)
        // Newer keys might have verified the token, so the failed fetch is reported.
        if let failure, case .failure(let error) = result, error.code == .keyNotFound {
            return .failure(IDTokenError(failure))
        }
        return result.mapError(IDTokenError.init)
    }
}

extension KeyRing {
    /// Verifies a signature and decodes the claims.
    func result(_ text: CompactJWS, _ type: JWSHeader.ExpectedType) -> Result<VerifiedJWT, JOSEError> {
        Result { () throws(JOSEError) in try VerifiedJWT(claimsOf: verified(text, type: type)) }
    }
}
