import Foundation
import Synchronization

/// Runs each closure on a thread of its own, all at the same time, and returns when all have returned.
func onThreads(_ works: [@Sendable () -> Void]) async {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        let latch = Latch(works.count) { done.resume() }
        for work in works {
            Thread {
                work()
                latch.countDown()
            }.start()
        }
    }
}

/// A Boolean that any thread raises once.
final class Flag: Sendable {
    private let state = Atomic(false)
    var isRaised: Bool { state.load(ordering: .acquiring) }
    func raise() { state.store(true, ordering: .releasing) }
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
