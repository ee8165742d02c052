// Publishers, subjects, schedulers and coders of a program's own.
import Dispatch
import Streams
import Synchronization

/// A publisher of the numbers below a limit.
struct Numbers: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let limit: Int

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        subscriber.receive(subscription: Counting(limit, subscriber))
    }
}

/// The subscription of `Numbers`.
final class Counting<Downstream: Subscriber>: Subscription where Downstream.Input == Int, Downstream.Failure == Never {
    private let limit: Int
    private let state: Mutex<(next: Int, downstream: Downstream?)>

    init(_ limit: Int, _ downstream: Downstream) {
        self.limit = limit
        state = Mutex((0, downstream))
    }

    var dropsWithoutDemand: Bool { false }

    func request(_ demand: Subscribers.Demand) {
        var demand = demand
        while demand > .none {
            let (value, downstream) = state.withLock { state in
                defer { state.next += 1 }
                return (state.next, state.downstream)
            }
            guard let downstream else { return }
            guard value < limit else {
                cancel()
                return downstream.receive(completion: .finished)
            }
            demand -= 1
            demand += downstream.receive(value)
        }
    }

    func cancel() { state.withLock { $0.downstream = nil } }
}

/// A publisher that runs without a subscription, too.
struct Once: _SynchronousPublisher {
    typealias Output = Int
    typealias Failure = Never

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        Just(1).receive(subscriber: subscriber)
    }

    __consuming func _run<S: Publishers._SynchronousSink>(_ sink: inout S) where S.Input == Int, S.Failure == Never {
        if sink.receive(1) { sink.receive(completion: .finished) }
    }
}

/// A sink that adds.
struct Sum: Publishers._SynchronousSink {
    typealias Input = Int
    typealias Failure = Never

    var total = 0

    mutating func receive(_ input: Int) -> Bool {
        total += input
        return true
    }

    mutating func receive(completion: Subscribers.Completion<Never>) {}
}

/// An operator of one step.
struct Doubled<Upstream: Publisher>: Publishers._StatelessOperator where Upstream.Output == Int {
    typealias Output = Int
    typealias Failure = Upstream.Failure

    struct _Work: Publishers._StatelessStep {
        typealias Input = Int
        typealias InputFailure = Upstream.Failure
        typealias Output = Int
        typealias Failure = Upstream.Failure

        func take(_ input: Int) -> Publishers._StepResult<Int, Failure> { .pass(input * 2) }
    }

    let upstream: Upstream

    func _makeStep() -> _Work { _Work() }
}

/// An operator that keeps something between values.
struct Numbered<Upstream: Publisher>: Publishers._StepOperator {
    typealias Output = Int
    typealias Failure = Upstream.Failure

    struct _Work: Publishers._Step {
        typealias Input = Upstream.Output
        typealias InputFailure = Upstream.Failure
        typealias Output = Int
        typealias Failure = Upstream.Failure

        var count = 0
        var isOver: Bool { count > 100 }

        mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Int, Failure> {
            count += 1
            return .pass(count)
        }

        func end(_ completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<Failure> { completion }
    }

    let upstream: Upstream

    func _makeStep() -> _Work { _Work() }
}

/// An operator with one value at the end.
struct Counted<Upstream: Publisher>: Publishers._GatheringOperator {
    typealias Output = Int
    typealias Failure = Upstream.Failure

    struct _Work: Publishers._GatheringStep {
        typealias Input = Upstream.Output
        typealias InputFailure = Upstream.Failure
        typealias Output = Int
        typealias Failure = Upstream.Failure

        var count = 0

        mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Int, Failure> {
            count += 1
            return .skip
        }

        func result() -> Int? { count }
    }

    let upstream: Upstream

    func _makeStep() -> _Work { _Work() }
}

/// A subscriber that wants one value after the other.
final class OneByOne<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
    private let subscription = Mutex<(any Subscription)?>(nil)

    var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }

    func receive(subscription: any Subscription) {
        self.subscription.withLock { $0 = subscription }
        subscription.request(.max(1))
    }

    func receive(_ input: Input) -> Subscribers.Demand { .max(1) }

    func receive(completion: Subscribers.Completion<Failure>) { subscription.withLock { $0 = nil } }

    func cancel() {
        let last = subscription.withLock { subscription in
            defer { subscription = nil }
            return subscription
        }
        last?.cancel()
    }
}

/// A subject around another one.
final class Counter: Subject, ConnectablePublisher {
    typealias Output = Int
    typealias Failure = Never

    private let subject = PassthroughSubject<Int, Never>()

    func send(_ value: Int) { subject.send(value) }
    func send(completion: Subscribers.Completion<Never>) { subject.send(completion: completion) }
    func send(subscription: any Subscription) { subject.send(subscription: subscription) }
    func connect() -> any Cancellable { OneByOne<Int, Never>() }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        subject.receive(subscriber: subscriber)
    }
}

/// A model with a publisher of its own.
final class Model: ObservableObject {
    let objectWillChange = Numbers(limit: 3)
}

/// Something with an identity that is not an object.
struct Identified: CustomCombineIdentifierConvertible {
    let combineIdentifier = CombineIdentifier()
}

/// A time in seconds.
struct Instant: Strideable, Sendable {
    struct Stride: SchedulerTimeIntervalConvertible, SignedNumeric, Comparable, Sendable {
        var seconds: Double
        var magnitude: Double { seconds.magnitude }

        init(seconds: Double) { self.seconds = seconds }
        init(integerLiteral value: Int) { seconds = Double(value) }
        init?<T: BinaryInteger>(exactly source: T) { seconds = Double(source) }

        static func seconds(_ value: Int) -> Stride { Stride(seconds: Double(value)) }
        static func seconds(_ value: Double) -> Stride { Stride(seconds: value) }
        static func milliseconds(_ value: Int) -> Stride { Stride(seconds: Double(value) / 1e3) }
        static func microseconds(_ value: Int) -> Stride { Stride(seconds: Double(value) / 1e6) }
        static func nanoseconds(_ value: Int) -> Stride { Stride(seconds: Double(value) / 1e9) }

        static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.seconds < rhs.seconds }
        static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(seconds: lhs.seconds + rhs.seconds) }
        static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(seconds: lhs.seconds - rhs.seconds) }
        static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(seconds: lhs.seconds * rhs.seconds) }
        static func *= (lhs: inout Stride, rhs: Stride) { lhs.seconds *= rhs.seconds }
    }

    let seconds: Double

    func distance(to other: Instant) -> Stride { Stride(seconds: other.seconds - seconds) }
    func advanced(by stride: Stride) -> Instant { Instant(seconds: seconds + stride.seconds) }
}

/// A scheduler on a queue.
struct QueueScheduler: Scheduler {
    typealias SchedulerTimeType = Instant
    typealias SchedulerOptions = Never

    let queue: DispatchQueue

    var now: Instant { Instant(seconds: Double(DispatchTime.now().uptimeNanoseconds) / 1e9) }
    var minimumTolerance: Instant.Stride { .seconds(0) }

    func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }

    func schedule(
        after date: Instant, tolerance: Instant.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
    ) {
        queue.asyncAfter(deadline: .now() + now.distance(to: date).seconds, execute: action)
    }

    func schedule(
        after date: Instant, interval: Instant.Stride, tolerance: Instant.Stride, options: Never?,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        let token = OneByOne<Int, Never>()
        schedule(after: date, tolerance: tolerance, options: options, action)
        return token
    }
}

/// A coder of lines.
struct Lines: TopLevelEncoder, TopLevelDecoder, Sendable {
    struct Unknown: Error {}

    func encode<T: Encodable>(_ value: T) throws -> String { "\(value)" }

    func decode<T: Decodable>(_ type: T.Type, from input: String) throws -> T {
        guard let value = input as? T else { throw Unknown() }
        return value
    }
}

func used() -> [any Cancellable] {
    let numbers = Numbers(limit: 10)
    let scheduler = QueueScheduler(queue: .global())
    let subscriber = OneByOne<Int, Never>()
    Once().subscribe(subscriber)
    return [
        subscriber,
        Doubled(upstream: numbers).delay(for: .milliseconds(5), scheduler: scheduler).sink { print($0) },
        Numbered(upstream: numbers).sink { print($0) }, Counted(upstream: numbers).sink { print($0) },
        numbers.map { "\($0)" }.decode(type: String.self, decoder: Lines()).sink {
            print($0)
        } receiveValue: {
            print($0)
        },
        Counter().autoconnect().sink { print($0) },
    ]
}
