import Dispatch
import LinuxSystemCalls
import Synchronization

/// The ownership of a loop, which moves to another thread when a completion blocks.
///
/// A completion is called on the thread of the loop, because a switch to another one costs more than all other work for
/// a request. If a watchdog finds the thread in the same call twice, 10 milliseconds apart, another thread takes over
/// the loop, and the first one ends when its call returns.
final class LoopOwnership: Sendable {
    /// A counter that is incremented at the start and at the end of each call; odd during a call.
    private let sequence = Atomic<UInt64>(0)
    private let isWatched = Atomic(false)
    private let process = ProcessGeneration.current
    private static let watchdog = DispatchQueue(label: "auth0-http.watch")
    private static let stallInterval = DispatchTimeInterval.milliseconds(10)

    /// Calls a completion. Returns whether the calling thread still owns the loop; if not, it must not access it again.
    func call(_ completion: () -> Void, of loop: Loop) -> Bool {
        let callNumber = sequence.add(1, ordering: .sequentiallyConsistent).newValue
        if !isWatched.load(ordering: .sequentiallyConsistent) { beginWatching(loop) }
        completion()
        guard process.isCurrent else {
            // A forked child shares the sockets and the epoll instance with its parent, so the loop is never released.
            _ = Unmanaged.passRetained(loop)
            return false
        }
        return sequence.compareExchange(
            expected: callNumber, desired: callNumber &+ 1, ordering: .acquiringAndReleasing
        ).exchanged
    }

    private func beginWatching(_ loop: Loop) {
        guard !isWatched.exchange(true, ordering: .sequentiallyConsistent) else { return }
        check(Handover(loop: loop), since: nil)
    }

    /// Checks after the stall interval whether the loop is still in the same call, and repeats while there are calls.
    private func check(_ loop: Handover, since last: UInt64?) {
        Self.watchdog.asyncAfter(deadline: .now() + Self.stallInterval) {
            let sequence = self.sequence.load(ordering: .sequentiallyConsistent)
            if sequence == last, sequence & 1 == 1 {
                self.takeOver(loop, from: sequence)
            } else if sequence == last {
                // `call` increments the counter before it reads `isWatched`, so either it sees the store or this sees
                // the new count.
                self.isWatched.store(false, ordering: .sequentiallyConsistent)
                guard self.sequence.load(ordering: .sequentiallyConsistent) != sequence,
                    !self.isWatched.exchange(true, ordering: .sequentiallyConsistent)
                else { return }
            }
            self.check(loop, since: sequence)
        }
    }

    private func takeOver(_ loop: Handover, from sequence: UInt64) {
        let isTaken = self.sequence.compareExchange(
            expected: sequence, desired: sequence &+ 1, ordering: .acquiringAndReleasing
        ).exchanged
        guard isTaken else { return }
        let isStarted = BackgroundThread.start(named: "auth0-http") { loop.loop.drive() }
        // Without a new thread, a global queue must run the loop, or all requests would wait for the blocked call.
        if !isStarted { DispatchQueue.global().async { loop.loop.drive() } }
    }
}

private struct Handover: @unchecked Sendable {  // accessed only by the thread that owns the loop
    let loop: Loop
}
