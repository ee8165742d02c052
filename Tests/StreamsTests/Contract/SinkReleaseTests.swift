import Streams
import StreamsTesting
import Synchronization
import Testing

/// `sink` releases its closures at the end of the stream, although its token is kept, and never during a call of them.
@Suite struct SinkReleaseTests {
    /// The shapes of `sink` that differ in the objects behind them.
    enum Shape: CaseIterable, Sendable {
        case subject, erased, operators

        func sink(_ subject: PassthroughSubject<Int, SampleError>, _ receiveValue: @escaping @Sendable (Int) -> Void)
            -> AnyCancellable
        {
            switch self {
            case .subject: subject.sink(receiveCompletion: { _ in receiveValue(-1) }, receiveValue: receiveValue)
            case .erased:
                subject.eraseToAnyPublisher()
                    .sink(receiveCompletion: { _ in receiveValue(-1) }, receiveValue: receiveValue)
            case .operators:
                subject.scan(0, +).map { $0 }
                    .sink(receiveCompletion: { _ in receiveValue(-1) }, receiveValue: receiveValue)
            }
        }
    }

    enum Ending: CaseIterable, Sendable { case finished, failed, cancelled }

    @Test(arguments: Shape.allCases, Ending.allCases)
    func `releases the closures at the end, while the token is kept`(shape: Shape, ending: Ending) {
        let lifetimes = LifetimeCounter()
        let subject = PassthroughSubject<Int, SampleError>()
        let token = Self.sink(shape, subject, holding: lifetimes.life())
        subject.send(1)
        #expect(lifetimes.living == 1)

        switch ending {
        case .finished: subject.send(completion: .finished)
        case .failed: subject.send(completion: .failure(SampleError()))
        case .cancelled: token.cancel()
        }

        #expect(lifetimes.living == 0)
        withExtendedLifetime(token) {}
    }

    @Test(arguments: Shape.allCases)
    func `a closure that cancels is called no more, and released after it has returned`(shape: Shape) {
        let lifetimes = LifetimeCounter()
        let subject = PassthroughSubject<Int, SampleError>()
        let (token, values) = (TokenBox(), Recorded())
        func subscribe(holding life: LifetimeCounter.Life) {
            token.set(
                shape.sink(subject) { value in
                    token.cancel()
                    values.add(value)
                    #expect(lifetimes.living == 1, "released during the call")
                    life.touch()
                })
        }
        subscribe(holding: lifetimes.life())

        subject.send(1)
        subject.send(2)
        subject.send(completion: .finished)

        #expect(values.all == [1])
        #expect(lifetimes.living == 0)
    }

    @Test func `a cancellation meets calls on two threads: the closures are used or gone`() async {
        for _ in 1...50 {
            let lifetimes = LifetimeCounter()
            // A probe calls from two threads at once, which no publisher may.
            let probe = Probe<Int, SampleError>()
            let token = Self.sink(probe.eraseToAnyPublisher(), holding: lifetimes.life())
            await onThreads([
                { for value in 1...100 { probe.send(value) } },
                { for value in 1...100 { probe.send(value) } },
                { token.cancel() },
            ])
            #expect(lifetimes.living == 0)
            probe.send(1)
            probe.send(completion: .finished)
        }
    }

    private static func sink(
        _ shape: Shape, _ subject: PassthroughSubject<Int, SampleError>, holding life: LifetimeCounter.Life
    ) -> AnyCancellable {
        shape.sink(subject) { _ in life.touch() }
    }

    private static func sink(_ publisher: AnyPublisher<Int, SampleError>, holding life: LifetimeCounter.Life)
        -> AnyCancellable
    {
        publisher.sink(receiveCompletion: { _ in life.touch() }, receiveValue: { _ in life.touch() })
    }
}

private final class Recorded: Sendable {
    private let values = Mutex<[Int]>([])
    var all: [Int] { values.withLock { $0 } }
    func add(_ value: Int) { values.withLock { $0.append(value) } }
}

/// A token that is set after the closure that cancels it was made.
private final class TokenBox: Sendable {
    private let token = Mutex<AnyCancellable?>(nil)
    func set(_ new: AnyCancellable) { token.withLock { $0 = new } }
    func cancel() { token.withLock { $0 }?.cancel() }
}
