import Streams
import StreamsTesting
import Synchronization
import TestEvents
import Testing

@Suite struct CollectByTimeTests {
    private typealias Strategy = Publishers.TimeGroupingStrategy<FiringScheduler>

    @Test func `a timer on another thread loses no value before the completion`() async {
        await race(Sanitizer.rounds(15_000), sending: [1]) { .byTime($0, .seconds(1)) }
    }

    @Test func `a timer on another thread does not reorder full arrays`() async {
        await race(Sanitizer.rounds(1500), sending: Array(1...40)) { .byTimeOrCount($0, .seconds(1), 2) }
    }

    /// Sends values and a completion in each of `count` subscriptions, while another thread lets the timer fire.
    private func race(_ count: Int, sending values: [Int], _ strategy: (FiringScheduler) -> Strategy) async {
        let scheduler = FiringScheduler()
        let strategy = strategy(scheduler)
        let recorders = (1...count).map { _ in Recorder<[Int], Never>() }
        let isDone = Flag()
        let fire = { @Sendable in isDone.untilRaised { scheduler.fire() } }

        await onThreads([
            fire,
            {
                for recorder in recorders {
                    let subject = PassthroughSubject<Int, Never>()
                    subject.collect(strategy).subscribe(recorder)
                    for value in values { subject.send(value) }
                    subject.send(completion: .finished)
                }
                isDone.raise()
            },
        ])

        let damaged = recorders.filter { $0.values.flatMap { $0 } != values || $0.completionCount != 1 }
        #expect(damaged.count == 0, "such as \(damaged.first?.transcript ?? "")")
    }
}

/// A scheduler whose repeating action runs on the thread that calls ``fire()``.
private final class FiringScheduler: Scheduler {
    typealias SchedulerTimeType = ManualScheduler.SchedulerTimeType
    typealias SchedulerOptions = Never

    private let repeating = Mutex<(@Sendable () -> Void)?>(nil)

    let now = ManualScheduler().now
    var minimumTolerance: SchedulerTimeType.Stride { .zero }

    /// Runs the action a few times, as the window for a race is short.
    func fire() {
        guard let action = repeating.withLock({ $0 }) else { return }
        for _ in 1...16 { action() }
    }

    func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) { action() }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping @Sendable () -> Void
    ) { action() }

    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        repeating.withLock { $0 = action }
        return AnyCancellable { self.repeating.withLock { $0 = nil } }
    }
}
