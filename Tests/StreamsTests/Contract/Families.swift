import Streams
import StreamsExtras
import StreamsTesting
import Testing

/// Operators whose closures and values retain a tracked object: one for each way of retaining it.
struct Family: Sendable, CustomTestStringConvertible {
    typealias Lives = PassthroughSubject<LifetimeCounter.Life, SampleError>

    let testDescription: String
    let apply: @Sendable (Lives, LifetimeCounter.Life, ManualScheduler) -> AnyPublisher<Void, any Error>

    init<P: Publisher>(_ name: String, _ apply: @escaping @Sendable (Lives, LifetimeCounter.Life, ManualScheduler) -> P)
    {
        testDescription = name
        self.apply = { apply($0, $1, $2).map { _ in }.mapError { $0 as any Error }.eraseToAnyPublisher() }
    }
}

let families: [Family] = [
    Family("map") { lives, life, _ in lives.map { life.meet($0) } },
    Family("filter") { lives, life, _ in lives.filter { life.meet($0) === $0 } },
    Family("scan") { lives, life, _ in lives.scan(life) { $0.meet($1) } },
    Family("removeDuplicates") { lives, life, _ in lives.removeDuplicates { life.meet($0) === $1 } },
    Family("last where") { lives, life, _ in lives.last { life.meet($0) === $0 } },
    Family("collect") { lives, _, _ in lives.collect() },
    Family("collect count") { lives, _, _ in lives.collect(2) },
    Family("reduce") { lives, life, _ in lives.reduce(life) { $0.meet($1) } },
    Family("flatMap") { lives, life, _ in lives.flatMap { Just(life.meet($0)) } },
    Family("flatMap live") { lives, life, _ in lives.flatMap { _ in lives.map { life.meet($0) } } },
    Family("flatMap at most 1") { lives, life, _ in
        lives.flatMap(maxPublishers: .max(1)) { _ in lives.map { life.meet($0) } }
    },
    Family("switchToLatest") { lives, life, _ in lives.map { _ in lives.map { life.meet($0) } }.switchToLatest() },
    Family("merge") { lives, life, _ in lives.merge(with: lives.map { life.meet($0) }, lives) },
    Family("zip") { lives, _, _ in lives.zip(lives.dropFirst(1)) },
    Family("combineLatest") { lives, life, _ in lives.combineLatest(lives) { life.meet($0).meet($1) } },
    Family("append") { lives, life, _ in lives.append(life) },
    Family("catch") { lives, life, _ in lives.catch { _ in Just(life) } },
    Family("tryCatch") { lives, life, _ in lives.tryCatch { _ in Just(life).setFailureType(to: SampleError.self) } },
    Family("retry later") { lives, life, scheduler in
        lives.retry(
            1, backoff: .exponential(from: .milliseconds(500), to: .seconds(30), jitter: 1...1), scheduler: scheduler
        ) { _ in life.meet(life) === life }
    },
    Family("prefix untilOutputFrom") { lives, life, _ in
        lives.prefix(untilOutputFrom: lives.filter { _ in life.meet(life) !== life })
    },
    Family("handleEvents") { lives, life, _ in
        lives.handleEvents(
            receiveOutput: { _ = life.meet($0) }, receiveCompletion: { _ in life.touch() },
            receiveCancel: { life.touch() }, receiveRequest: { _ in life.touch() })
    },
    Family("print") { lives, life, _ in lives.print("", to: RetainingStream(life: life)) },
    Family("buffer") { lives, life, _ in
        lives.buffer(
            size: 2, prefetch: .byRequest,
            whenFull: .customError {
                life.touch()
                return SampleError()
            })
    },
    Family("delay") { lives, _, scheduler in lives.delay(for: .seconds(5), scheduler: scheduler) },
    Family("debounce") { lives, _, scheduler in lives.debounce(for: .seconds(5), scheduler: scheduler) },
    Family("throttle") { lives, _, scheduler in lives.throttle(for: .seconds(5), scheduler: scheduler, latest: true) },
    Family("timeout") { lives, life, scheduler in
        lives.timeout(.seconds(50), scheduler: scheduler) {
            life.touch()
            return SampleError()
        }
    },
    Family("collect by time") { lives, _, scheduler in lives.collect(.byTime(scheduler, .seconds(5))) },
    Family("receive on") { lives, _, scheduler in lives.receive(on: scheduler) },
    Family("subscribe on") { lives, life, scheduler in lives.map { life.meet($0) }.subscribe(on: scheduler) },
    Family("share") { lives, life, _ in lives.map { life.meet($0) }.share() },
    Family("share replay") { lives, life, _ in lives.map { life.meet($0) }.share(replay: 2) },
    Family("multicast") { lives, life, _ in
        lives.multicast { CurrentValueSubject(life) }.autoconnect()
    },
]

/// Publishers with a value or a closure that retains a tracked object.
struct Origin: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (LifetimeCounter.Life) -> AnyPublisher<Void, any Error>

    init<P: Publisher>(_ name: String, _ make: @escaping @Sendable (LifetimeCounter.Life) -> P) {
        testDescription = name
        self.make = { make($0).map { _ in }.mapError { $0 as any Error }.eraseToAnyPublisher() }
    }
}

let origins: [Origin] = [
    Origin("Just") { Just($0) },
    Origin("Optional") { Optional($0).publisher },
    Origin("Result") { Result<LifetimeCounter.Life, SampleError>.success($0).publisher },
    Origin("Sequence") { [$0, $0].publisher },
    Origin("Record") { Record<LifetimeCounter.Life, SampleError>(output: [$0], completion: .failure(SampleError())) },
    Origin("Deferred") { life in Deferred { Just(life) } },
    Origin("Future") { life in Future<LifetimeCounter.Life, SampleError> { $0(.success(life)) } },
    Origin("Create") { life in
        Publishers.Create<LifetimeCounter.Life, SampleError>(capacity: .max) { sender in
            sender.send(life)
            sender.send(completion: .finished)
            return AnyCancellable { life.touch() }
        }
    },
    Origin("ReplaySubject") { life in
        let subject = ReplaySubject<LifetimeCounter.Life, SampleError>(capacity: .max)
        subject.send(life)
        subject.send(completion: .finished)
        return subject
    },
]

extension LifetimeCounter.Life {
    /// Uses both.
    func meet(_ other: LifetimeCounter.Life) -> LifetimeCounter.Life {
        touch()
        other.touch()
        return other
    }
}

/// A text output stream that retains a tracked object.
private struct RetainingStream: TextOutputStream, Sendable {
    let life: LifetimeCounter.Life
    mutating func write(_ string: String) { life.touch() }
}
