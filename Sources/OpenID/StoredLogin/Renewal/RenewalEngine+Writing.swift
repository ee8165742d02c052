import FoundationEssentials
import HTTPMessages
import LinuxSystemCalls
import RequestPipeline
import SecretStorage
package import Streams

/// Writes of the program. They take no renewal lock: a renewal that ends later finds the stored changes.
extension RenewalEngine {
    /// Stores a new login, regardless of the stored record and of renewals in progress. After an error the previous
    /// credentials remain stored.
    package func store(_ credentials: Credentials) throws {
        let now = clock.now
        var record = LoginRecord(credentials, of: service.binding, at: now)
        record.thumbprint = thumbprint
        // The tokens of resources of the same user stay valid; an unreadable record is replaced.
        if let previous = try? storage.read()?.record, previous.isOfSameUser(as: record) {
            record.resources = previous.resources.filter { $0.value.tokens.expiresIn > now }
        }
        try writing { ((), try written(record)) }
    }

    /// Stores tokens of a resource that the program has obtained itself.
    package func store(_ tokens: ResourceTokens, audience: String, scope: String?) throws {
        let key = LoginRecord.resourceKey(audience: audience, scope: scope)
        let entry = LoginRecord.ResourceEntry(tokens: tokens, storedAt: clock.now)
        try change(creating: LoginRecord(nil, of: service.binding, at: clock.now)) { $0.resources[key] = entry }
    }

    /// Removes tokens of a resource, and returns whether any were stored.
    package func clear(audience: String, scope: String?) throws -> Bool {
        let key = LoginRecord.resourceKey(audience: audience, scope: scope)
        guard try storage.read()?.record.resources[key] != nil else { return false }
        try change(creating: nil) { $0.resources[key] = nil }
        return true
    }

    /// Removes the record; a renewal in progress does not restore it.
    package func clear() throws -> Bool {
        try writing {
            let existed = try storage.remove()
            return (existed, .removed(existed: existed))
        }
    }

    /// Carries out a write of the program, and reports its beginning and its end: a read in between is no change by
    /// others.
    private func writing<Value>(_ write: () throws -> (Value, RenewalState.Event)) throws -> Value {
        carryOut(handle(.writing))
        do {
            let (value, end) = try write()
            carryOut(handle(end))
            return value
        } catch {
            carryOut(handle(.notWritten))
            throw error
        }
    }

    /// Changes the stored record in one step, and repeats the change when another caller was faster.
    private func change(creating new: LoginRecord?, _ change: (inout LoginRecord) -> Void) throws {
        try writing {
            for _ in 0..<RenewalState.Rules.maximumPreventedWrites {
                guard let stored = try storage.read() else {
                    guard var new else { return ((), .notWritten) }
                    change(&new)
                    if let written = try storage.create(new) { return ((), .stored(new, written)) }
                    // A login that is stored concurrently is kept, and a stored text that is no record of this client
                    // is replaced.
                    guard try storage.read() == nil else { continue }
                    return ((), try written(new))
                }
                var record = stored.record
                change(&record)
                if let written = try storage.replace(stored, with: record) { return ((), .changed(written)) }
            }
            throw RenewalState.prevented
        }
    }

    private func written(_ record: LoginRecord) throws -> RenewalState.Event {
        try storage.write(record)
        return .stored(record, try? storage.read())
    }

    /// The thumbprint of the client's DPoP key, when the tokens may be bound to it.
    private var thumbprint: String? {
        guard let dpop = service.dpop else { return nil }
        return try? dpop.sender.keys.keyNow(dpop.keychainIdentifier, creating: false)?.thumbprint
    }

    // MARK: Revocation

    /// Revokes the refresh token, and removes the record of its login. Another login that is stored in the meantime
    /// stays. `completion` is called exactly once, on a background thread.
    package func revoke(
        headers: [String: String], needsCredentials: Bool = false,
        _ completion: @escaping @Sendable (Result<Void, StoredLoginError>) -> Void
    ) -> any Cancellable {
        let once = CompletionOnce(completion)
        let revocation = Revocation(
            engine: self, headers: headers, needsCredentials: needsCredentials, slot: CancellationSlot(),
            completion: { once($0) })
        revocation.start()
        return ClosureCancellable {
            // First: the cancelled request has the client's error as its cause.
            revocation.completion(.failure(StoredLoginError(.revocationFailed, because: TransportError(.cancelled))))
            revocation.slot.cancel()
        }
    }

    /// One revocation: reads, sends, removes. Blocking steps run on worker threads.
    private struct Revocation: Sendable {
        let engine: RenewalEngine
        let headers: [String: String]
        let needsCredentials: Bool
        let slot: CancellationSlot
        let completion: @Sendable (Result<Void, StoredLoginError>) -> Void

        func start() {
            inBackground {
                guard let record = try engine.record() else {
                    return completion(needsCredentials ? .failure(engine.storage.noCredentials) : .success(()))
                }
                try end(record.login, revoked: nil)
            }
        }

        /// Sends the request without a lock: the token of a renewal that ends meanwhile is found and revoked
        /// afterwards.
        private func revoke(_ refreshToken: String, of login: UInt64) {
            slot.fill(
                engine.service.revoke(refreshToken, headers: headers) { result in
                    switch result {
                    case .success: inBackground { try end(login, revoked: refreshToken) }
                    case .failure(let error):
                        completion(.failure(StoredLoginError(.revocationFailed, because: error)))
                    }
                })
        }

        /// Removes the record of a login; revokes its refresh token first if it differs from the revoked one.
        private func end(_ login: UInt64, revoked: String?) throws {
            for attempt in 0..<RenewalState.Rules.maximumPreventedWrites {
                // The store has refused the record in memory, although it may not have announced a change of it yet.
                let (record, read) = try engine.state(rereading: attempt > 0)
                guard let record, record.login == login else { return completion(.success(())) }
                if let refreshToken = record.refreshToken, refreshToken != revoked {
                    return revoke(refreshToken, of: login)
                }
                guard let stored = try read ?? engine.storage.read(), stored.record.login == login else {
                    return completion(.success(()))
                }
                do {
                    let isRemoved = try engine.writing {
                        try engine.storage.remove(stored) ? (true, .revoked) : (false, .notWritten)
                    }
                    if isRemoved { return completion(.success(())) }
                } catch { throw StoredLoginError(.removalFailed, because: error) }
            }
            throw StoredLoginError(.removalFailed, because: RenewalState.prevented)
        }

        private func inBackground(_ work: @escaping @Sendable () throws -> Void) {
            let job = { @Sendable in
                do {
                    try work()
                } catch let error as StoredLoginError {
                    completion(.failure(error))
                } catch { completion(.failure(StoredLoginError(.readFailed, because: error))) }
            }
            WorkerThreads.beginning.run(job) {
                completion(.failure(StoredLoginError(.readFailed, because: SecretStoreError.noThread)))
            }
        }
    }

    // MARK: Observation

    /// The changes; with a subscriber, changes by others are detected when the store announces them.
    package var changes: AnyPublisher<LoginChange, Never> {
        Deferred { [self] in
            let observation = storage.store.observe(storage.name) { self.readAgain() }
            if observation != nil { readAgain() }
            // The closure lives as long as the subscription, and so do the observation and this object.
            return published.handleEvents(receiveCancel: { withExtendedLifetime(observation) {} })
        }
        .eraseToAnyPublisher()
    }

    /// Reads the record on a thread that may block, unless the copy in memory is current.
    private func readAgain() {
        guard current == nil else { return }
        WorkerThreads.beginning.run({ _ = try? self.state() }, orElse: {})
    }
}
