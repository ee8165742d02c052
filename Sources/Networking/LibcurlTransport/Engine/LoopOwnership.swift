import Dispatch
import Synchronization
import LinuxSystemCalls

/// Lets completions block without blocking the loop.
///
/// A completion is called on the thread that runs the loop, because a hop to another thread costs more than all the
/// rest the SDK does for a request. While it is called the loop is at rest, and its thread says so; when it is found in
/// the same call twice, some milliseconds apart, another thread takes the loop over, and the first one ends when its
/// call returns. A completion may therefore wait for as long as it likes, even for another request of the same
/// transport.
final class LoopOwnership: Sendable {
    /// Odd while a completion is called; counts up with each call and each return.
    private let turn = Atomic<UInt64>(0)
    private let isWatched = Atomic(false)
    private static let watch = DispatchQueue(label: "auth0-http.watch")
    private static let patience = DispatchTimeInterval.milliseconds(10)

    /// Calls a completion of a loop.
    ///
    /// - Returns: Whether the calling thread still has the loop. If not, it must not touch it again.
    func call(_ completion: () -> Void, of loop: Loop) -> Bool {
        let mine = turn.add(1, ordering: .sequentiallyConsistent).newValue
        if !isWatched.load(ordering: .sequentiallyConsistent) { beginWatching(loop) }
        completion()
        return turn.compareExchange(expected: mine, desired: mine &+ 1, ordering: .acquiringAndReleasing).exchanged
    }

    private func beginWatching(_ loop: Loop) {
        guard !isWatched.exchange(true, ordering: .sequentiallyConsistent) else { return }
        look(at: Handover(loop: loop), since: nil)
    }

    /// Looks again after a while, and again for as long as there are calls.
    private func look(at loop: Handover, since last: UInt64?) {
        Self.watch.asyncAfter(deadline: .now() + Self.patience) {
            let turn = self.turn.load(ordering: .sequentiallyConsistent)
            if turn == last, turn & 1 == 1 {
                self.take(loop, from: turn)
            } else if turn == last {
                // Whoever calls next looks whether it is watched after it has counted: one of both sees the other.
                self.isWatched.store(false, ordering: .sequentiallyConsistent)
                guard self.turn.load(ordering: .sequentiallyConsistent) != turn,
                    !self.isWatched.exchange(true, ordering: .sequentiallyConsistent)
                else { return }
            }
            self.look(at: loop, since: turn)
        }
    }

    private func take(_ loop: Handover, from turn: UInt64) {
        let isTaken = self.turn.compareExchange(
            expected: turn, desired: turn &+ 1, ordering: .acquiringAndReleasing
        ).exchanged
        guard isTaken else { return }
        let isStarted = BackgroundThread.start(named: "auth0-http") { loop.loop.drive() }
        // No thread is to be had: this one must do, or every request of the transport would wait for the one call.
        if !isStarted { DispatchQueue.global().async { loop.loop.drive() } }
    }
}

/// Carries a loop to the thread that has won its baton.
private struct Handover: @unchecked Sendable {  // touched only by the thread that has the baton
    let loop: Loop
}
