import Auth0
import Foundation
import SecretStorage
import SecretStoreContract
import Synchronization
import TenantEmulator
import TestEvents
import Testing

/// The threads of many users at once.
@Suite(.timeLimit(.minutes(30))) struct ThreadTests {
    @Test func `5,000 users at once need 64 threads, and an answer is stored meanwhile`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.expired)
        let renewal = try await login.held { try await manager.credentials() }
        let store = SlowStore()
        let count = Sanitizer.isActive ? 500 : 5_000
        let (results, result) = AsyncStream<CredentialsManagerError?>.makeStream()
        for number in 0..<count {
            let user = CredentialsManager(
                authentication: login.authentication, storeKey: "\(number)", store: store, service: "tests")
            user.credentials { answer in
                if case .failure(let error) = answer { result.yield(error) } else { result.yield(nil) }
            }
        }
        try await store.readers.reaches(64)
        login.tenant.faults.release()

        // Every thread that begins calls is busy, and none of those that end renewals.
        _ = try await renewal.value
        #expect(store.readers.count == 64)
        store.open()

        for await error in results.prefix(count) { #expect(error == .noCredentials) }
        #expect(store.most <= 64)
    }

    @Test func `a callback may block for those of other calls that the same renewal ends`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.expired)
        let renewal = try await login.held { try await manager.credentials() }
        let (group, count) = (DispatchGroup(), 5)
        let (results, result) = AsyncStream<String?>.makeStream()
        for _ in 0..<count { group.enter() }
        for _ in 0..<count {
            manager.credentials { answer in
                group.leave()
                group.wait()
                result.yield(try? answer.get().accessToken)
            }
        }

        login.tenant.faults.release()

        let token = try await renewal.value.accessToken
        for await other in results.prefix(count) { #expect(other == token) }
        #expect(login.tenant.counters.renewals == 1)
    }
}

extension ThreadTests {
    @Test func `C30 a store that does not block is read on the thread of the call, by the first call, too`()
        async throws
    {
        let login = try await KeptLogin()
        let store = HookedStore()
        try await login.manager(store: store).save(login.credentials)
        let manager = login.manager(store: store)
        let reader = Mutex<pthread_t?>(nil)
        store.hook(.reading) { reader.withLock { $0 = pthread_self() } }

        manager.credentials { _ in }

        let thread = pthread_self()
        #expect(reader.withLock { $0 } == thread)
        #expect(try await manager.credentials() == login.credentials)
    }
}

/// A store without secrets, whose reads wait until a test opens it.
private final class SlowStore: WrappingStore {
    let base: any SecretStore = MemoryStore()
    var sharing: SecretSharing { .withinProcess }

    let readers = EventCounter()
    private let state = Mutex((isOpen: false, inside: 0, most: 0))
    private let condition = NSCondition()

    var most: Int { state.withLock { $0.most } }

    func open() {
        condition.withLock {
            state.withLock { $0.isOpen = true }
            condition.broadcast()
        }
    }

    func secret(named name: SecretName) throws -> SecretBytes? {
        state.withLock { state in
            state.inside += 1
            state.most = max(state.most, state.inside)
        }
        readers.add()
        condition.withLock {
            while !state.withLock({ $0.isOpen }) { condition.wait() }
        }
        state.withLock { $0.inside -= 1 }
        return nil
    }
}
