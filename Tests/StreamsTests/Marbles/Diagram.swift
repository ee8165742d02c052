import Streams
import StreamsTesting
import Testing

/// A marble diagram of an operator: the documentation shows it, and a test executes it.
struct Diagram: Sendable, CustomTestStringConvertible {
    /// A row with a subscriber that subscribes late or demands value by value.
    struct Observer: Sendable {
        let label: String
        /// The second at which it subscribes.
        var second = 0
        /// The demand over time; `nil` demands everything at the subscription.
        var demand: Marbles?
        let sees: Marbles
    }

    let name: String
    /// The call as it is written in the operator's box.
    let call: String
    /// The labelled inputs of the operator.
    let inputs: [(label: String, marbles: Marbles)]
    /// The subscribers and the values that each receives.
    let observers: [Observer]
    let apply: @Sendable (Stage) -> AnyPublisher<String, SampleError>

    init<P: Publisher>(
        _ name: String, _ call: String, _ inputs: KeyValuePairs<String, Marbles>, out: Marbles,
        _ apply: @escaping @Sendable (Stage) -> P
    ) where P.Failure == SampleError {
        self.init(name, call, inputs, observers: [Observer(label: "", sees: out)], apply)
    }

    init<P: Publisher>(
        _ name: String, _ call: String, _ inputs: KeyValuePairs<String, Marbles>, observers: [Observer],
        _ apply: @escaping @Sendable (Stage) -> P
    ) where P.Failure == SampleError {
        self.name = name
        self.call = call
        self.inputs = inputs.map { ($0.key, $0.value) }
        self.observers = observers
        self.apply = { stage in apply(stage).map { "\($0)" }.eraseToAnyPublisher() }
    }

    var testDescription: String { name }

    /// Runs the diagram and returns the events of each observer.
    func play() -> [Marbles] {
        let stage = Stage(inputs)
        let publisher = apply(stage)
        let recorders = observers.map { observer in
            let recorder = MarbleRecorder<String, SampleError>(stage.clock)
            stage.at(observer.second) { publisher.subscribe(recorder) }
            guard let demand = observer.demand else {
                stage.at(observer.second) { recorder.request(.unlimited) }
                return recorder
            }
            for moment in demand.moments {
                guard case .value(let count) = moment.event, let count = Int(count) else { continue }
                stage.at(moment.second) { recorder.request(.max(count)) }
            }
            return recorder
        }
        stage.begin()
        stage.clock.advance(by: .seconds(60))
        return recorders.map(\.marbles)
    }
}

/// The input streams and the clock of a diagram's test.
final class Stage: Sendable {
    let clock = ManualScheduler()
    private let hot = PassthroughSubject<String, SampleError>()
    private let hotMarbles: Marbles?
    private let cold: [String: Marbles]
    private let attempt = Counter()

    /// The first row is live from the start; the others start when they are subscribed.
    init(_ inputs: [(label: String, marbles: Marbles)]) {
        hotMarbles = inputs.first?.marbles
        cold = Dictionary(uniqueKeysWithValues: inputs.map { ($0.label, $0.marbles) })
    }

    /// The first row.
    var input: PassthroughSubject<String, SampleError> { hot }

    /// Another row: it starts when it is subscribed.
    func row(_ label: String) -> AnyPublisher<String, SampleError> {
        clock.publisher(cold[label] ?? "", failure: SampleError())
    }

    /// The rows one after the other, one for each subscription.
    func rowsInTurn(_ labels: String...) -> AnyPublisher<String, SampleError> {
        Deferred { self.row(labels[Swift.min(self.attempt.next(), labels.count) - 1]) }.eraseToAnyPublisher()
    }

    func at(_ second: Int, _ action: @escaping @Sendable () -> Void) {
        clock.schedule(after: clock.now.advanced(by: .seconds(second)), action)
    }

    func begin() {
        if let hotMarbles { clock.play(hotMarbles, failure: SampleError(), to: hot) }
    }
}
