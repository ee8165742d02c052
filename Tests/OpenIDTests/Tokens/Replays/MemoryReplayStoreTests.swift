import Foundation
import OpenID
import Testing

@Suite struct MemoryReplayStoreTests {
    private let clock = ProofClock(1_000)

    private func entry(
        _ id: String, sender: String = "a", account: String? = nil, until second: Double = 1_100
    ) -> ReplayEntry {
        ReplayEntry(id: id, sender: sender, account: account, expiry: Date(timeIntervalSince1970: second))
    }

    @Test func `an entry is inserted once until it has expired`() async throws {
        let store = MemoryReplayStore(clock: clock.source)

        #expect(try await store.insert(entry("1")))
        #expect(try await !store.insert(entry("1")))
        #expect(try await !store.insert(entry("1", sender: "b")))
        #expect(try await store.insert(entry("2")))
        clock.set(1_100)
        #expect(try await !store.insert(entry("1")))
        clock.set(1_101)
        #expect(try await store.insert(entry("1", until: 1_200)))
        #expect(try await !store.insert(entry("1", until: 1_200)))
    }

    @Test func `an expired entry can be replaced before it is swept`() async throws {
        let store = MemoryReplayStore(capacity: 4, clock: clock.source)

        // The first insertion sweeps, the next sweep is half a minute later; the share of one sender is one entry.
        #expect(try await store.insert(entry("1", until: 1_001)))
        clock.set(1_002)
        #expect(try await store.insert(entry("1", until: 1_020)))
        await #expect(throws: MemoryReplayStore.Full.self) { try await store.insert(entry("2")) }
    }

    @Test func `B19 one sender fills a sixteenth of the store, and the others the rest`() async throws {
        let store = MemoryReplayStore(capacity: 32, clock: clock.source)

        for id in ["1", "2"] { #expect(try await store.insert(entry(id))) }
        await #expect(throws: MemoryReplayStore.Full.self) { try await store.insert(entry("3")) }
        for sender in (1...15).map({ "sender \($0)" }) {
            for id in ["1", "2"] { #expect(try await store.insert(entry(sender + id, sender: sender))) }
        }
        await #expect(throws: MemoryReplayStore.Full.self) { try await store.insert(entry("e1", sender: "e")) }
        #expect(try await !store.insert(entry("1")))
        clock.set(1_101)
        #expect(try await store.insert(entry("3", until: 1_200)))
        #expect(try await store.insert(entry("e1", sender: "e", until: 1_200)))
    }

    @Test func `B19 one account fills a sixteenth of the store, with any number of keys`() async throws {
        let store = MemoryReplayStore(capacity: 32, clock: clock.source)

        for key in ["a", "b"] { #expect(try await store.insert(entry(key, sender: key, account: "ann"))) }
        for key in ["c", "d", "e"] {
            await #expect(throws: MemoryReplayStore.Full.self) {
                try await store.insert(entry(key, sender: key, account: "ann"))
            }
        }

        #expect(try await store.insert(entry("f", sender: "f", account: "bob")))
        #expect(try await store.insert(entry("g", sender: "a")))
    }

    @Test func `B19 a full store or share is swept before it refuses`() async throws {
        let store = MemoryReplayStore(capacity: 32, clock: clock.source)
        for id in ["1", "2"] { #expect(try await store.insert(entry(id, until: 1_001))) }
        await #expect(throws: MemoryReplayStore.Full.self) { try await store.insert(entry("3")) }

        clock.set(1_002)

        #expect(try await store.insert(entry("3")))
    }

    @Test func `a clock that is set back does not stop the sweeps`() async throws {
        let store = MemoryReplayStore(capacity: 4, clock: clock.source)
        clock.set(1_000_000)
        #expect(try await store.insert(entry("1", until: 1_000_010)))

        clock.set(1_000)
        await #expect(throws: MemoryReplayStore.Full.self) { try await store.insert(entry("2")) }
        #expect(try await store.insert(entry("3", sender: "b", until: 1_010)))
        clock.set(1_031)

        #expect(try await store.insert(entry("4", sender: "b")))
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
    func `a date out of bounds does not trap`(second: Double) async throws {
        let store = MemoryReplayStore(clock: clock.source)

        #expect(try await store.insert(entry("1", until: second)))
    }
}
