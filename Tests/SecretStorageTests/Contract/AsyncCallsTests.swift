import Foundation
import OpenSSLCryptography
import SecretStorage
import Synchronization
import Testing

/// The threads of asynchronous calls.
@Suite(.timeLimit(.minutes(30))) struct AsyncCallsTests {
    @Test("C27 a thousand calls at the same time take at most 64 threads, and all are answered")
    func boundsThreads() async throws {
        let store = GatedStore(calls: 1_000)
        let name = SecretName(service: "app", account: "user")
        let answered = try await withThrowingTaskGroup(of: SecretBytes?.self) { group in
            for _ in 0..<1_000 {
                group.addTask {
                    store.begin()
                    return try await store.secret(named: name)
                }
            }
            return try await group.reduce(0) { count, secret in secret == nil ? count + 1 : count }
        }
        #expect(answered == 1_000)
        #expect(store.mostActive <= 64)
    }
}

/// A store without secrets, whose calls wait until a number of calls has begun.
private final class GatedStore: SecretStore {
    private let gate = NSCondition()
    private let state: Mutex<(left: Int, active: Int, most: Int)>

    init(calls: Int) { state = Mutex((calls, 0, 0)) }

    var sharing: SecretSharing { .withinProcess }
    var mostActive: Int { state.withLock { $0.most } }

    func begin() {
        state.withLock { $0.left -= 1 }
        gate.withLock { gate.broadcast() }
    }

    func secret(named name: SecretName) throws -> SecretBytes? {
        state.withLock { state in
            state.active += 1
            state.most = max(state.most, state.active)
        }
        gate.withLock { while state.withLock({ $0.left }) > 0 { gate.wait() } }
        state.withLock { $0.active -= 1 }
        return nil
    }

    func setSecret(_ secret: SecretBytes, named name: SecretName) throws {}
    func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes { secret }
    func removeSecret(named name: SecretName) throws -> Bool { false }
    func accounts(ofService service: String) throws -> [String] { [] }
}
