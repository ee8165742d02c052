import Foundation
import TestEvents
import Testing

@testable import OpenID

@Suite struct RenewalTurnForkTests {
    @Test func `C10 a forked child does not begin the renewals that wait in its parent`() async {
        // In a process of its own, in which no other test takes a turn.
        await #expect(processExitsWith: .exitCode(42)) {
            let begun = EventCounter()
            var turns: [RenewalTurn] = []
            while let turn = RenewalTurn.request({ _ in begun.add() }).turn { turns.append(turn) }

            let status = Fork.status {
                turns.removeLast()
                guard begun.count == 0, let own = RenewalTurn.request({ _ in }).turn else { return 1 }
                turns = []
                return withExtendedLifetime(own) { 42 }
            }

            turns.removeLast()
            _exit(begun.count == 1 ? status : 2)
        }
    }
}
