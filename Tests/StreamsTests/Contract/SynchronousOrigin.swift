import Streams
import Synchronization

/// One of the publishers with a fused path, with random values; it logs each value that an operator pulls from it.
struct SynchronousOrigin: _SynchronousPublisher {
    typealias Output = Int
    typealias Failure = SampleError

    private enum Kind: Sendable {
        case sequence(Publishers.Sequence<[Int], SampleError>)
        case interrupted(Publishers.Concatenate<Publishers.Sequence<[Int], SampleError>, Fail<Int, SampleError>>)
        case just(Publishers.SetFailureType<Just<Int>, SampleError>)
        case optional(Publishers.SetFailureType<Int?.Publisher, SampleError>)
        case result(Result<Int, SampleError>.Publisher)
        case fail(Fail<Int, SampleError>)
        case deferred(Deferred<Publishers.Sequence<[Int], SampleError>>)
    }

    private let kind: Kind
    private let log: ChainLog

    /// Creates a random origin; it does not fail if `isInfallible` is `true`.
    init(log: ChainLog, isInfallible: Bool, using random: inout SeededGenerator) {
        self.log = log
        let values = (0..<Int.random(in: 0...12, using: &random)).map { _ in Int.random(in: 0...9, using: &random) }
        let value = Int.random(in: 0...9, using: &random)
        let failure = SampleError(code: value)
        let sequence = Publishers.Sequence<[Int], SampleError>(sequence: values)
        kind =
            switch Int.random(in: isInfallible ? 0...5 : 0...9, using: &random) {
            case 0, 1: .sequence(sequence)
            case 2: .just(Publishers.SetFailureType(upstream: Just(value)))
            case 3: .optional(Publishers.SetFailureType(upstream: (value < 5 ? nil : value).publisher))
            case 4: .deferred(Deferred { sequence })
            case 5: .result(Result.Publisher(value))
            case 6: .result(Result.Publisher(failure))
            case 7: .fail(Fail(error: failure))
            default: .interrupted(Publishers.Concatenate(prefix: sequence, suffix: Fail(error: failure)))
            }
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == SampleError {
        switch kind {
        case .sequence(let publisher): logged(publisher).receive(subscriber: subscriber)
        case .interrupted(let publisher): logged(publisher).receive(subscriber: subscriber)
        case .just(let publisher): logged(publisher).receive(subscriber: subscriber)
        case .optional(let publisher): logged(publisher).receive(subscriber: subscriber)
        case .result(let publisher): logged(publisher).receive(subscriber: subscriber)
        case .fail(let publisher): logged(publisher).receive(subscriber: subscriber)
        case .deferred(let publisher): logged(publisher).receive(subscriber: subscriber)
        }
    }

    private func logged<P: Publisher<Int, SampleError>>(_ publisher: P) -> Publishers.HandleEvents<P> {
        let log = log
        return publisher.handleEvents(receiveOutput: { log.add("pulled \($0)") })
    }

    func _run<S: Publishers._SynchronousSink>(_ sink: inout S) where S.Input == Int, S.Failure == SampleError {
        var logging = LoggingSink(log: log, next: sink)
        switch kind {
        case .sequence(let publisher): publisher._run(&logging)
        case .interrupted(let publisher): publisher._run(&logging)
        case .just(let publisher): publisher._run(&logging)
        case .optional(let publisher): publisher._run(&logging)
        case .result(let publisher): publisher._run(&logging)
        case .fail(let publisher): publisher._run(&logging)
        case .deferred(let publisher): publisher._run(&logging)
        }
        sink = logging.next
    }
}

private struct LoggingSink<Next: Publishers._SynchronousSink>: Publishers._SynchronousSink {
    let log: ChainLog
    var next: Next

    mutating func receive(_ input: Next.Input) -> Bool {
        log.add("pulled \(input)")
        return next.receive(input)
    }

    mutating func receive(completion: Subscribers.Completion<Next.Failure>) { next.receive(completion: completion) }
}

/// The values that a chain pulled from its origin and those that it published, in order, as text.
final class ChainLog: Sendable {
    private let state = Mutex<[String]>([])

    var lines: [String] { state.withLock { $0 } }
    func add(_ line: String) { state.withLock { $0.append(line) } }

    func add<Failure>(_ completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: add("finished")
        case .failure(let failure): add("\(failure)")
        }
    }
}
