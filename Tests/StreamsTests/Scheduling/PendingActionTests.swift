import Streams
import StreamsTesting
import Testing

/// The actions that timed operators leave with a scheduler.
@Suite struct PendingActionTests {
    let scheduler = ManualScheduler()
    let probe = Probe<LifetimeCounter.Life, SampleError>()
    let lifetimes = LifetimeCounter()

    /// The timed operators.
    enum Operator: CaseIterable {
        case debounce, delay, throttle, throttleFirst, timeout

        func apply(
            to upstream: Probe<LifetimeCounter.Life, SampleError>, on scheduler: ManualScheduler
        ) -> AnyPublisher<LifetimeCounter.Life, SampleError> {
            switch self {
            case .debounce: upstream.debounce(for: 2, scheduler: scheduler).eraseToAnyPublisher()
            case .delay: upstream.delay(for: 2, scheduler: scheduler).eraseToAnyPublisher()
            case .throttle: upstream.throttle(for: 2, scheduler: scheduler, latest: true).eraseToAnyPublisher()
            case .throttleFirst: upstream.throttle(for: 2, scheduler: scheduler, latest: false).eraseToAnyPublisher()
            case .timeout: upstream.timeout(2, scheduler: scheduler).eraseToAnyPublisher()
            }
        }
    }

    @Test(arguments: [Operator.debounce, .delay, .throttle, .throttleFirst])
    func `S5 a thousand values leave one action`(timed: Operator) {
        let subscription = timed.apply(to: probe, on: scheduler).sink(
            receiveCompletion: { _ in }, receiveValue: { _ in })

        for _ in 0..<1_000 {
            probe.send(lifetimes.life())
            scheduler.advance(by: .milliseconds(1))
        }

        #expect(scheduler.pendingCount <= 1)
        withExtendedLifetime(subscription) {}
    }

    @Test(arguments: Operator.allCases)
    func `S5 a cancellation releases at once what waits for its date`(timed: Operator) {
        let operation = WeakObject()
        var subscription: AnyCancellable? = timed.apply(to: probe, on: scheduler).handleEvents(
            receiveSubscription: { operation.object = $0 }
        ).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        for _ in 0..<2 {
            probe.send(lifetimes.life())
            scheduler.run()
        }
        #expect(operation.object != nil && scheduler.pendingCount == 1)

        subscription?.cancel()
        subscription = nil

        #expect(scheduler.pendingCount == 0)
        #expect(operation.object == nil)
        #expect(lifetimes.living == 0)
    }

    @Test func `S5 a retry that is cancelled during its delay leaves no action`() {
        let subscription = Fail<Int, SampleError>(error: SampleError())
            .retry(3, backoff: .exponential(from: .seconds(2), to: .seconds(60), jitter: 1...1), scheduler: scheduler)
            .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        #expect(scheduler.pendingCount == 1)

        subscription.cancel()

        #expect(scheduler.pendingCount == 0)
    }

    @Test func `S5 a debounced value is published when its own period has passed`() {
        let recorder = recording(
            probe.map { [scheduler] _ in scheduler.now.nanoseconds }.debounce(for: 2, scheduler: scheduler))

        probe.send(lifetimes.life())
        scheduler.advance(by: .milliseconds(1_500))
        probe.send(lifetimes.life())
        scheduler.advance(by: .milliseconds(1_900))
        #expect(recorder.values == [])
        scheduler.advance(by: .milliseconds(100))
        #expect(recorder.values == [1_500_000_000])
        scheduler.advance(by: .seconds(5))
        probe.send(lifetimes.life())
        scheduler.advance(by: .seconds(2))
        #expect(recorder.values == [1_500_000_000, 8_500_000_000])
        recorder.cancel()
    }

    @Test func `S5 delayed values keep their distances`() {
        let arrivals = Arrivals()
        let subscription = probe.delay(for: 2, scheduler: scheduler).sink(
            receiveCompletion: { _ in arrivals.add(-scheduler.now.nanoseconds) },
            receiveValue: { _ in arrivals.add(scheduler.now.nanoseconds) })

        for pause in [0, 1, 500, 0, 3_000] {
            scheduler.advance(by: .milliseconds(pause))
            probe.send(lifetimes.life())
        }
        probe.send(completion: .finished)
        scheduler.advance(by: .seconds(10))

        let dates = [0, 1, 501, 501, 3_501].map { ($0 + 2_000) * 1_000_000 }
        #expect(arrivals.all == dates + [-5_501_000_000])
        withExtendedLifetime(subscription) {}
    }

    @Test func `S6 the first completion counts while a throttled value waits`() {
        let upstream = UnrulyPublisher(script: [.subscription, .value(1), .failure, .end])
        let recorder = recording(upstream.throttle(for: 2, scheduler: scheduler, latest: true))

        scheduler.advance(by: .seconds(5))

        #expect(recorder.values == [1])
        if case .failure = recorder.completion { return }
        Issue.record("it ended with \(String(describing: recorder.completion))")
    }

    @Test func `S6 a second subscription of a multicast upstream is cancelled`() {
        let upstream = Probe<Int, Never>()
        let connectable = upstream.multicast { PassthroughSubject() }
        let recorder = recording(connectable)
        let connection = connectable.connect()
        let token = CancelledSubscription()

        upstream.send(subscription: token)

        #expect(token.isCancelled)
        #expect(!upstream.isCancelled)
        recorder.cancel()
        connection.cancel()
    }

    @Test func `S7 the difference of demands is never negative`() {
        #expect(Demand.max(1) - 5 == Demand.none)
        #expect(Demand.max(1) - .max(5) == Demand.none)
        #expect(Demand.max(1) - .unlimited == Demand.none)
        #expect(Demand.unlimited - .unlimited == .unlimited)
        #expect(Demand.max(1) + -2 == Demand.none)
        #expect(Demand.max(3) * -1 == Demand.none)
        var demand = Demand.max(2)
        demand -= .max(3)
        #expect(demand == .none)
    }

    @Test func `S7 the last position does not trap`() {
        #expect(recording([1, 2].publisher.output(at: .max)).values == [])
        #expect(recording([1, 2].publisher.output(in: 1 ... .max)).values == [2])
        #expect(recording([1, 2].publisher.output(in: ...(.max))).values == [1, 2])
        #expect(recording([1, 2].publisher.output(in: 1...)).values == [2])
        #expect(recording(Just(1).output(at: .max)).values == [])
    }
}

/// Numbers in the order in which they arrive.
private final class Arrivals: Sendable {
    private let numbers = CurrentValueSubject<[Int], Never>([])
    var all: [Int] { numbers.value }
    func add(_ number: Int) { numbers.value += [number] }
}

/// An object that is not kept.
private final class WeakObject: @unchecked Sendable {  // used by one thread
    weak var object: AnyObject?
}

/// A subscription that knows whether it was cancelled.
private final class CancelledSubscription: Subscription {
    private let cancelled = CurrentValueSubject<Bool, Never>(false)
    var isCancelled: Bool { cancelled.value }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() { cancelled.value = true }
}

/// Subscribes a recorder.
private func recording<P: Publisher>(_ publisher: P) -> Recorder<P.Output, P.Failure> {
    let recorder = Recorder<P.Output, P.Failure>()
    publisher.subscribe(recorder)
    return recorder
}
