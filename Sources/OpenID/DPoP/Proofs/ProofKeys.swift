import LinuxSystemCalls
import OpenSSLCryptography
package import SecretStorage
import Synchronization

/// The keys of a store; each is read once and then cached, and read again by each login.
///
/// The store is read on a dedicated thread, so that no caller of the asynchronous functions waits for disks and locks.
package final class ProofKeys: Sendable {
    /// The keys in this application's own folder.
    package static let standard = ProofKeys(store: FileStore())

    /// A completion that receives the key; `nil` if it does not exist and should not be created.
    package typealias Completion = @Sendable (Result<ProofKey?, DPoPError>) -> Void

    private struct State {
        var keys: [SecretName: ProofKey] = [:]
        /// The number of removals: a key that was read before a removal is not cached after it.
        var removals = 0
    }

    private let store: any SecretStore
    private let state = Mutex(State())
    private let worker = WorkerThreads(named: "auth0-keys", limit: 1)

    package init(store: any SecretStore) { self.store = store }

    /// Finds a key by its identifier, or creates a missing one, for a login.
    ///
    /// Concurrent callers, in any process, get the same key: a key that another process has replaced would bind the
    /// login to a key that is stored nowhere. The completion is called exactly once: inside this call if the key is
    /// cached and not for a login, otherwise on a background thread.
    package func key(_ identifier: String, creating isCreating: Bool, completion: @escaping Completion) {
        if !isCreating, let key = state.withLock({ $0.keys[Self.name(identifier)] }) {
            return completion(.success(key))
        }
        worker.run { [self] in
            completion(Result { () throws(DPoPError) in try keyNow(identifier, creating: isCreating) })
        } orElse: {
            completion(.failure(.keychainOperationFailed))
        }
    }

    /// Returns the key of an identifier; waits for the store unless the key is cached and not for a login.
    package func keyNow(_ identifier: String, creating isCreating: Bool) throws(DPoPError) -> ProofKey? {
        let name = Self.name(identifier)
        let (known, removals) = state.withLock { ($0.keys[name], $0.removals) }
        if let known, !isCreating { return known }
        guard let stored = try storedKey(name, isCreating) else { return nil }
        let key = try ProofKey(stored: stored)
        state.withLock { state in
            if state.removals == removals { state.keys[name] = key }
        }
        return key
    }

    private func storedKey(_ name: SecretName, _ isCreating: Bool) throws(DPoPError) -> SecretBytes? {
        do {
            guard isCreating else { return try store.secret(named: name) }
            if let stored = try? store.secret(named: name) { return stored }
            return try createdKey(name, ProofKey().stored)
        } catch let error as DPoPError {
            throw error
        } catch { throw DPoPError(.keychainOperationFailed, cause: error) }
    }

    /// Returns the key that another caller has just created, or stores a new one, also in place of a damaged key: the
    /// tokens of that key are lost, and a login must be possible.
    private func createdKey(_ name: SecretName, _ new: SecretBytes) throws -> SecretBytes {
        do {
            return try store.secret(named: name, orStore: new)
        } catch let error as SecretStoreError where error.code == .corrupt {
            let lock = try store.sharing.shared(store).renewalLock(of: name, until: .now + .seconds(10))
            defer { withExtendedLifetime(lock) {} }
            do {
                // Another caller may have replaced the damaged key before this one had the lock.
                return try store.secret(named: name, orStore: new)
            } catch let error as SecretStoreError where error.code == .corrupt {
                try store.setSecret(new, named: name)
                return new
            }
        }
    }

    /// Removes a key from the store and the cache; waits for the store.
    package func remove(_ identifier: String) throws(DPoPError) {
        forget(identifier)
        do {
            try store.removeSecret(named: Self.name(identifier))
        } catch { throw DPoPError(.keychainOperationFailed, cause: error) }
        // A concurrent reader must not cache the removed key.
        forget(identifier)
    }

    /// Removes a key from the cache, so that the next request reads it again: another process may have replaced it.
    func forget(_ identifier: String) {
        state.withLock { state in
            state.keys[Self.name(identifier)] = nil
            state.removals += 1
        }
    }

    private static func name(_ identifier: String) -> SecretName {
        SecretName(service: identifier, account: "com.auth0.sdk.dpop.privateKey")
    }
}
