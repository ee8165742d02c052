import Foundation
import Synchronization
import Testing

@testable import OpenID

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

    @Test func `K4 a clock that is set forward and back forgets nothing`() async throws {
        let state = Mutex((wall: 1_000, uptime: 5))
        let time = TimeSource(
            date: { Date(timeIntervalSince1970: Double(state.withLock { $0.wall })) },
            uptime: { .seconds(state.withLock { $0.uptime }) })
        let store = MemoryReplayStore(clock: time)
        #expect(try await store.insert(entry("1", until: 1_060)))

        state.withLock { $0 = (1_000_000, 36) }
        for id in 2...200 { #expect(try await store.insert(entry("\(id)", until: 1_000_060))) }
        state.withLock { $0 = (1_060, 65) }
        #expect(try await !store.insert(entry("1", until: 1_060)))
        state.withLock { $0 = (1_061, 66) }

        #expect(try await store.insert(entry("1", until: 1_061)))
    }

    @Test func `K4 the table stores 10,000 entries a second, 1,000 for each owner, in 32 MiB`() {
        var (table, capacity, generator) = (ReplayTable(), 1_048_576, SystemRandomNumberGenerator())
        let owners = (0..<10).map { _ in UInt32.random(in: 0 ... .max, using: &generator) }
        var (refused, bytes) = (0, 0)

        for second in 0..<70 {
            for number in 0..<10_000 {
                let isInserted = table.insert(
                    .random(in: 0 ... .max, using: &generator), of: owners[number % 10], for: 63, at: Int64(second),
                    capacity)
                if isInserted != true { refused += 1 }
            }
            bytes = max(bytes, table.byteCount)
        }

        #expect(refused == 0)
        #expect(bytes < 20 << 20, "\(bytes)")
        capacity = .max
        while table.count < 1_048_576 {
            _ = table.insert(.random(in: 0 ... .max, using: &generator), of: 1, for: 1_000, at: 70, capacity)
        }
        #expect(table.byteCount <= 32 << 20, "\(table.byteCount)")
        #expect(MemoryLayout<ReplaySegment.Entry>.stride == 16)
    }

    @Test func `K4 a table finds each entry until its end, and frees memory`() {
        var (table, random) = (ReplayTable(), SystemRandomNumberGenerator())
        let entries = (0..<20_000).map { _ in
            (UInt64.random(in: 0 ... .max, using: &random), Int.random(in: 0..<50, using: &random))
        }
        for (id, lifetime) in entries { #expect(table.insert(id, of: 7, for: lifetime, at: 10, 1_000_000) == true) }

        for (id, lifetime) in entries where lifetime >= 25 {
            #expect(table.insert(id, of: 8, for: 5, at: 35, 1_000_000) == false)
        }

        // One segment is swept in each second with an insertion.
        for second in 100..<170 { _ = table.insert(UInt64(second), of: 9, for: 1, at: Int64(second), 1_000_000) }
        #expect(table.count < 66)
        #expect(table.byteCount < 100_000)
    }

    @Test func `K4 a proof verifier accepts 1,000 proofs a second of one key`() async throws {
        let state = Mutex(Duration.zero)
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let time = TimeSource(
            date: { start + Double(state.withLock { $0 }.components.seconds) }, uptime: { state.withLock { $0 } })
        let store = MemoryReplayStore(clock: time)

        for second in 0..<130 {
            state.withLock { $0 = .seconds(second) }
            let now = 1_700_000_000 + second
            for number in 0..<1_000 {
                let entry = ReplayEntry(
                    "dpop", sender: "key", account: "account", identifier: "\(second) \(number)", expiry: now + 120,
                    localExpiry: now + 63)
                guard try await store.insert(entry) else { throw CancellationError() }
            }
        }
    }
}
