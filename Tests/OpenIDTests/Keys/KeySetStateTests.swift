import JOSE
import Testing

@testable import OpenID

@Suite struct KeySetStateTests {
    private var state = KeySetState(timing: RemoteKeySet.Timing())
    private let ring = KeyRing(JSONWebKeySet([]))

    private mutating func need(at second: Int, seen: Int = 0) -> KeySetState.Need {
        state.need(otherThan: seen, at: .seconds(second)) { _, _ in true }.0
    }

    private mutating func isDue(at uptime: Duration) -> Bool { state.beginRefresh(at: uptime) }

    @Test mutating func `the first caller fetches, the others wait`() {
        #expect(need(at: 0) == .fetch)
        #expect(need(at: 0) == .wait)
        #expect(state.waiting == 2)
        #expect(state.install(.success(ring), at: .seconds(1)).count == 2)
        #expect(state.close(servedAll: true).isEmpty)
    }

    @Test mutating func `J6 a caller that missed an update looks again without a fetch`() {
        _ = need(at: 0)
        _ = state.install(.success(ring), at: .seconds(1))
        _ = state.close(servedAll: true)

        #expect(need(at: 1, seen: 0) == .lookAgain)
        #expect(need(at: 1, seen: 1) == .fetch)
    }

    @Test mutating func `J6 a caller that arrives during a fetch waits for it`() {
        _ = need(at: 0)
        _ = state.install(.success(ring), at: .seconds(1))

        #expect(need(at: 1, seen: 1) == .wait)
        #expect(state.close(servedAll: true).count == 1)
        #expect(need(at: 1, seen: 1) == .tooSoon)
    }

    @Test(arguments: [true, false])
    mutating func `J24 a fetch that a token caused starts the cooldown, whatever its callers do`(leaves: Bool) {
        _ = need(at: 0)
        _ = state.install(.success(ring), at: .zero)
        _ = state.close(servedAll: true)

        let (need, id) = state.need(otherThan: 1, at: .seconds(1)) { _, _ in true }
        if leaves { _ = state.leave(id) }
        _ = state.install(.success(ring), at: .seconds(2))
        _ = state.close(servedAll: !leaves)

        #expect(need == .fetch)
        #expect(self.need(at: 30, seen: 2) == .tooSoon)
        #expect(self.need(at: 31, seen: 2) == .fetch)
    }

    @Test mutating func `J24 a first fetch whose only caller has left starts the cooldown`() {
        let (_, id) = state.need(otherThan: 0, at: .zero) { _, _ in true }
        _ = state.leave(id)
        _ = state.install(.success(ring), at: .seconds(1))
        _ = state.close(servedAll: false)

        #expect(need(at: 29, seen: 1) == .tooSoon)
        #expect(need(at: 30, seen: 1) == .fetch)
    }

    @Test mutating func `J6 only so many callers wait for one fetch`() {
        for _ in 0..<KeySetState.maximumWaiters { _ = need(at: 0) }

        #expect(need(at: 0) == .tooMany)
        #expect(state.waiting == KeySetState.maximumWaiters)
        #expect(state.leave(1) != nil)
        #expect(need(at: 0) == .wait)
        _ = state.install(.success(ring), at: .seconds(1))
        #expect(need(at: 1, seen: 1) == .wait)
    }

    @Test mutating func `J6 the cooldown starts with the fetch`() {
        _ = need(at: 100)
        _ = state.install(.failure(KeySetError(.unreachable)), at: .seconds(110))
        _ = state.close(servedAll: false)

        #expect(need(at: 129) == .tooSoon)
        #expect(need(at: 130) == .fetch)
    }

    @Test mutating func `keys are refreshed when they are due, by one at a time`() {
        #expect(isDue(at: .zero) == false)
        _ = need(at: 0)
        _ = state.install(.success(ring), at: .zero)
        _ = state.close(servedAll: true)

        #expect(isDue(at: .seconds(599)) == false)
        #expect(isDue(at: .seconds(600)) == true)
        #expect(isDue(at: .seconds(600)) == false)
        #expect(state.usableRing(at: .seconds(86_399)) != nil)
        #expect(state.usableRing(at: .seconds(86_400)) == nil)
        _ = state.install(.failure(KeySetError(.unreachable)), at: .seconds(86_400))
        _ = state.close(servedAll: true)
        #expect(state.usableRing(at: .seconds(629)) != nil)
    }

    @Test mutating func `C11 a cancelled caller is not called`() {
        let (_, id) = state.need(otherThan: 0, at: .zero) { _, _ in true }
        _ = need(at: 0)

        let (first, second) = (state.leave(id), state.leave(id))

        #expect(first?.id == id)
        #expect(second == nil)
        #expect(state.install(.success(ring), at: .zero).count == 1)
    }
}
