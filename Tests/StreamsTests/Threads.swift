import Foundation
import LinuxSystemCalls
import Synchronization
import TestEvents

/// Runs each closure on a thread of its own, all at the same time, and returns when all have returned.
///
/// One call at a time has its threads, and the others wait: closures that spin until their neighbours are done would
/// otherwise take the processors from the threads that they wait for.
func onThreads(_ works: [@Sendable () -> Void]) async { _ = await inRounds(1) { _ in runThreads(works) } }

/// Calls a closure in each round, on a thread that it may block with `runThreads`, and returns its results.
///
/// All rounds are one turn: a test that waited for its turn in each would last until the end of all tests.
func inRounds<Value: Sendable>(_ count: Int, _ body: @escaping @Sendable (_ round: Int) -> Value) async -> [Value] {
    await turns.turn {
        await withCheckedContinuation { done in
            Thread { done.resume(returning: (1...count).map(body)) }.start()
        }
    }
}

/// Runs each closure on a thread of its own, all at the same time, and blocks this thread until all have returned.
func runThreads(_ works: [@Sendable () -> Void]) {
    let isDone = DispatchSemaphore(value: 0)
    for work in works {
        Thread {
            work()
            isDone.signal()
        }.start()
    }
    for _ in works { isDone.wait() }
}

/// The turns of the calls of `onThreads` and `inRounds`.
private let turns = TurnQueue()

/// A Boolean that any thread raises once.
final class Flag: Sendable {
    private let state = Atomic(false)
    var isRaised: Bool { state.load(ordering: .acquiring) }
    func raise() { state.store(true, ordering: .releasing) }

    /// Calls a closure again and again until the flag is raised, and offers the processor to other threads in between:
    /// a thread that never waits takes contended locks from the threads that raise the flag.
    func untilRaised(_ work: () -> Void) {
        while !isRaised {
            work()
            sched_yield()
        }
    }
}

/// A counter that calls a closure when it reaches zero.
final class Latch: Sendable {
    private let left: Atomic<Int>
    private let open: @Sendable () -> Void

    init(_ count: Int, open: @escaping @Sendable () -> Void) {
        left = Atomic(count)
        self.open = open
    }

    func countDown() {
        if left.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { open() }
    }
}
