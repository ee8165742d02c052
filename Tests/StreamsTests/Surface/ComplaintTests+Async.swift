import Streams
import StreamsTesting
import Synchronization
import Testing

extension ComplaintTests {
    @Test func `async-algorithms 324 and 338: a failure keeps its type on the way to async`() async {
        let failing = Just(1).setFailureType(to: SampleError.self).append(Fail(error: SampleError(code: 5)))
        var seen: [Int] = []
        do throws(SampleError) {
            for try await value in failing.values { seen.append(value) }
            Issue.record("it did not fail")
        } catch {
            #expect(error.code == 5)
        }
        #expect(seen == [1])
    }

    @MainActor
    @Test func `async-algorithms 391: iterating on the main actor never leaves it`() async {
        let subject = PassthroughSubject<Int, Never>()
        var iterator = subject.values.makeAsyncIterator()
        let (before, inbox) = (MainTurns(), Array(1...100))
        for value in inbox { subject.send(value) }
        before.count()

        // Buffered values are returned without a hop, so no other task runs on the main actor in between.
        for value in inbox { #expect(await iterator.next(isolation: #isolation) == value) }

        #expect(before.turns == 0)
        await Task.yield()
    }

    @MainActor private final class MainTurns {
        private(set) var turns = 0
        func count() { Task { @MainActor in self.turns += 1 } }
    }

    @Test func `leaks: a future, a multicast and a failed retry keep nothing`() {
        let lifetimes = LifetimeCounter()
        do {
            let life = lifetimes.life()
            let future = Future<Int, SampleError> { promise in
                life.touch()
                promise(.success(1))
            }
            let multicast = future.map { value -> Int in
                life.touch()
                return value
            }.multicast { PassthroughSubject() }
            let token = multicast.sink { _ in
                life.touch()
            } receiveValue: { _ in
                life.touch()
            }
            multicast.connect().cancel()
            token.cancel()
            let failing = Deferred { Fail<Int, SampleError>(error: SampleError()) }.handleEvents(receiveOutput: { _ in
                life.touch()
            })
            failing.retry(3).sink { _ in
                life.touch()
            } receiveValue: { _ in
                life.touch()
            }.cancel()
        }
        #expect(lifetimes.living == 0)
    }
}

/// A scheduler that runs actions in another order than they were scheduled, as a concurrent queue may.
final class ShufflingScheduler: Scheduler {
    typealias SchedulerTimeType = ImmediateScheduler.SchedulerTimeType
    typealias SchedulerOptions = Never

    private let actions = Mutex<[@Sendable () -> Void]>([])

    var now: SchedulerTimeType { ImmediateScheduler.shared.now }
    var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs all actions, and those that they schedule, the latest first.
    func runAll() {
        while let action = actions.withLock({ $0.popLast() }) { action() }
    }

    func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
        actions.withLock { $0.append(action) }
    }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping @Sendable () -> Void
    ) { schedule(options: nil, action) }

    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        schedule(options: nil, action)
        return Subscriptions.empty
    }
}
