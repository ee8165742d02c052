import JOSE
import Testing

@testable import OpenID

@Suite struct KeySetStateTests {
    private var state = KeySetState(timing: RemoteKeySet.Timing())
    private let ring = KeyRing(JSONWebKeySet([]))

    private mutating func need(at second: Int, seen: Int = 0) -> KeySetState.Need {
        add(at: second, seen: seen).0
    }

    private mutating func add(at second: Int, seen: Int = 0) -> (KeySetState.Need, id: Int) {
        state.need(
            otherThan: seen, at: .seconds(second), verify: { _, _ in .failure(IDTokenError(JOSEError(.keyNotFound))) },
            complete: { _ in })
    }

    /// Ends a fetch in which the tokens of all present callers are verified, or of none.
    private mutating func settle(_ verifiesAll: Bool = true, at second: Int = 0, late: Int = 0) -> Bool {
        let waiters = state.install(.success(ring), at: .seconds(second))
        for _ in 0..<late { _ = need(at: second, seen: state.generation) }
        return state.settle(verifiesAll ? Set(waiters.map(\.id)) : [], at: .seconds(second)).fetchesAgain
    }

    private mutating func isDue(at uptime: Duration) -> Bool { state.beginRefresh(at: uptime) }

    @Test mutating func `the first caller fetches, the others wait`() {
        #expect(need(at: 0) == .fetch)
        #expect(need(at: 0) == .wait)
        #expect(state.waiting == 2)
        let waiters = state.install(.success(ring), at: .seconds(1))
        #expect(waiters.count == 2)
        let (ended, fetchesAgain) = state.settle(Set(waiters.map(\.id)), at: .seconds(1))
        #expect(ended.count == 2 && !fetchesAgain)
        #expect(state.waiting == 0)
    }

    @Test mutating func `J6 a caller that missed an update looks again without a fetch`() {
        _ = need(at: 0)
        _ = settle(at: 1)

        #expect(need(at: 1, seen: 0) == .lookAgain)
        #expect(need(at: 1, seen: 1) == .fetch)
    }

    @Test(arguments: [0, 1])
    mutating func `K9 a token that arrives while the first fetch ends causes one more fetch`(early: Int) {
        _ = need(at: 0)
        for _ in 0..<early { #expect(need(at: 0) == .wait) }

        let waiters = state.install(.success(ring), at: .seconds(1))
        if early == 0 { #expect(need(at: 1, seen: 1) == .wait) }
        let (ended, fetchesAgain) = state.settle([waiters[0].id], at: .seconds(1))

        #expect(ended.map(\.id) == [waiters[0].id] && fetchesAgain)
        #expect(state.waiting == 1)
        // Only one more: the next token that is not verified waits until the cooldown has ended.
        #expect(!settle(false, at: 2, late: 1))
        #expect(need(at: 30, seen: 2) == .tooSoon)
        #expect(need(at: 31, seen: 2) == .fetch)
    }

    @Test mutating func `K9 a token that arrives during a refresh by age causes one more fetch`() {
        _ = need(at: 0)
        _ = settle()
        #expect(isDue(at: .seconds(600)))

        #expect(need(at: 601, seen: 1) == .wait)
        #expect(settle(false, at: 602))
        #expect(!settle(false, at: 603))

        #expect(need(at: 631, seen: 3) == .tooSoon)
        #expect(need(at: 632, seen: 3) == .fetch)
    }

    @Test mutating func `K9 a fetch that fails, or does not find the key that caused it, causes no other`() {
        _ = need(at: 0)
        #expect(!settle(false, late: 1))
        #expect(need(at: 1, seen: 1) == .tooSoon)

        #expect(need(at: 30, seen: 1) == .fetch)
        _ = need(at: 30, seen: 1)
        _ = state.install(.failure(KeySetError(.unreachable)), at: .seconds(30))
        #expect(!state.settle([], at: .seconds(30)).fetchesAgain)
        #expect(need(at: 31, seen: 1) == .tooSoon)
    }

    @Test(arguments: [true, false])
    mutating func `J24 a fetch that a token caused starts the cooldown, whatever its callers do`(leaves: Bool) {
        _ = need(at: 0)
        _ = settle()

        let (need, id) = add(at: 1, seen: 1)
        if leaves { _ = state.leave(id) }
        _ = settle(at: 2)

        #expect(need == .fetch)
        #expect(self.need(at: 30, seen: 2) == .tooSoon)
        #expect(self.need(at: 31, seen: 2) == .fetch)
    }

    @Test mutating func `J24 a first fetch whose only caller has left starts the cooldown`() {
        let (_, id) = add(at: 0)
        _ = state.leave(id)
        _ = settle(at: 1)

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
        _ = state.settle([], at: .seconds(110))

        #expect(need(at: 129) == .tooSoon)
        #expect(need(at: 130) == .fetch)
    }

    @Test mutating func `keys are refreshed when they are due, by one at a time`() {
        #expect(isDue(at: .zero) == false)
        _ = need(at: 0)
        _ = settle()

        #expect(isDue(at: .seconds(599)) == false)
        #expect(isDue(at: .seconds(600)) == true)
        #expect(isDue(at: .seconds(600)) == false)
        #expect(state.usableRing(at: .seconds(86_399)) != nil)
        #expect(state.usableRing(at: .seconds(86_400)) == nil)
        _ = state.install(.failure(KeySetError(.unreachable)), at: .seconds(86_400))
        _ = state.settle([], at: .seconds(86_400))
        #expect(state.usableRing(at: .seconds(629)) != nil)
    }

    @Test mutating func `C11 a cancelled caller is not called`() {
        let (_, id) = add(at: 0)
        _ = need(at: 0)

        let (first, second) = (state.leave(id), state.leave(id))

        #expect(first?.id == id)
        #expect(second == nil)
        #expect(state.install(.success(ring), at: .zero).count == 1)
    }
}
