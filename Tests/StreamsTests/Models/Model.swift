import Streams
import StreamsTesting
import Synchronization
import Testing

/// An operator and a slow, obviously right model of it.
struct Model: Sendable, CustomTestStringConvertible {
    /// The signatures of the modelled operators, as `OperatorList` spells them.
    let operators: [String]
    let testDescription: String
    /// Whether the operator takes only publishers that cannot fail.
    var isInfallible = false
    /// The model, if the operator has one upstream publisher and no clock.
    var list: ListModel?
    /// Returns the events of a subscriber with unlimited demand that does not cancel.
    let expected: @Sendable (Play) -> [Mark]
    /// Subscribes to the operator.
    let attach: @Sendable (_ sources: Sources, _ isErased: Bool, _ watcher: Watcher) -> Void
    /// Takes the fused path of `sink`; `nil` if the operator has none.
    var runFused: (@Sendable (Sources, Watcher) -> Void)?

    /// The upstream publishers and the scheduler of an operator.
    struct Sources: Sendable {
        let a: ModelSource
        let b: ModelSource
        let scheduler: ManualScheduler
    }

    /// Creates the model of an operator of two publishers, or with a clock.
    init<P: Publisher>(
        _ operators: String..., note: String = "", expected: @escaping @Sendable (Play) -> [Mark],
        apply: @escaping @Sendable (Sources) -> P
    ) {
        self.operators = operators
        testDescription = operators[0] + note
        self.expected = expected
        attach = { sources, isErased, watcher in
            let publisher = apply(sources)
            if isErased { watcher.watch(publisher.eraseToAnyPublisher()) } else { watcher.watch(publisher) }
        }
    }

    /// Creates the model of an operator of one publisher.
    init<P: Publisher>(
        _ operators: String..., note: String = "", list: ListModel, apply: @escaping @Sendable (ModelSource) -> P
    ) {
        self.operators = operators
        testDescription = operators[0] + note
        self.list = list
        expected = { list.marks($0.a) }
        attach = { sources, isErased, watcher in
            let publisher = apply(sources.a)
            if isErased { watcher.watch(publisher.eraseToAnyPublisher()) } else { watcher.watch(publisher) }
        }
    }

    /// Creates the model of an operator of one publisher with a fused path; that it compiles proves that there is one.
    init<P: _SynchronousPublisher>(
        _ operators: String..., note: String = "", fused list: ListModel, apply: @escaping @Sendable (ModelSource) -> P
    ) {
        self.operators = operators
        testDescription = operators[0] + note
        self.list = list
        expected = { list.marks($0.a) }
        attach = { sources, isErased, watcher in
            let publisher = apply(sources.a)
            if isErased { watcher.watch(publisher.eraseToAnyPublisher()) } else { watcher.watch(publisher) }
        }
        runFused = { sources, watcher in
            apply(sources.a).sink(receiveCompletion: { watcher.note($0) }, receiveValue: { watcher.note(value: $0) })
                .cancel()
        }
    }

    /// The same model, for publishers that cannot fail.
    var infallible: Model {
        var model = self
        model.isInfallible = true
        return model
    }
}

/// The upstream publisher of a model: any publisher, and the values that the fused path gets.
struct ModelSource: _SynchronousPublisher {
    typealias Output = Int
    typealias Failure = SampleError

    let upstream: AnyPublisher<Int, SampleError>
    var values: [Int] = []
    var completion = Completion<SampleError>.finished

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == SampleError {
        upstream.receive(subscriber: subscriber)
    }

    func _run<S: Publishers._SynchronousSink>(_ sink: inout S) where S.Input == Int, S.Failure == SampleError {
        for value in values where !sink.receive(value) { return }
        sink.receive(completion: completion)
    }
}

/// The subscriber of a modelled operator: it records what it gets, and requests and cancels on command.
final class Watcher: Sendable {
    private struct State: Sendable {
        var marks: [Mark] = []
        var subscription: (any Subscription)?
        /// The demand before the subscription.
        var early = Demand.none
    }

    private let state = Mutex(State())
    private let scheduler: ManualScheduler

    init(_ scheduler: ManualScheduler) { self.scheduler = scheduler }

    var marks: [Mark] { state.withLock { $0.marks } }
    var values: [String] { marks.filter(\.isValue).map(\.text) }
    var end: String? { marks.first { !$0.isValue }?.text }

    /// Requests values, now or at the subscription.
    func request(_ demand: Demand) {
        let subscription = state.withLock { state in
            if state.subscription == nil { state.early += demand }
            return state.subscription
        }
        subscription?.request(demand)
    }

    func cancel() { state.withLock { $0.subscription.take() }?.cancel() }

    func note(value: Any) { add(.value(now, value)) }
    func note<Failure>(_ completion: Completion<Failure>) { add(.end(now, completion)) }

    func watch<P: Publisher>(_ publisher: P) {
        publisher.subscribe(
            AnySubscriber<P.Output, P.Failure>(
                receiveSubscription: { subscription in
                    let early = self.state.withLock { state in
                        state.subscription = subscription
                        return state.early
                    }
                    if early > .none { subscription.request(early) }
                },
                receiveValue: { value in
                    self.note(value: value)
                    return .none
                }, receiveCompletion: { self.note($0) }))
    }

    private var now: Int { scheduler.now.nanoseconds / 1_000_000 }
    private func add(_ mark: Mark) { state.withLock { $0.marks.append(mark) } }
}
