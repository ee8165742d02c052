import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite struct FlatMapTests {
    @Test func `passes on the values of all publishers as they come`() {
        let (outer, a, b) = (
            PassthroughSubject<Int, SampleError>(), PassthroughSubject<String, SampleError>(),
            PassthroughSubject<String, SampleError>()
        )
        let recorder = Recorder<String, SampleError>()
        outer.flatMap { $0 == 0 ? a : b }.subscribe(recorder)

        outer.send(0)
        a.send("a1")
        outer.send(1)
        b.send("b1")
        a.send("a2")
        outer.send(completion: .finished)
        a.send(completion: .finished)
        #expect(recorder.completion == nil)
        b.send(completion: .finished)

        #expect(recorder.values == ["a1", "b1", "a2"])
        #expect(recorder.completion == .finished)
    }

    @Test func `keeps what it cannot start yet when upstream would lose it`() {
        let outer = PassthroughSubject<Int, Never>()
        let inner = [0, 1, 2].map { _ in PassthroughSubject<Int, Never>() }
        let recorder = Recorder<Int, Never>()
        outer.flatMap(maxPublishers: .max(1)) { inner[$0] }.subscribe(recorder)

        for index in 0...2 { outer.send(index) }
        for index in 0...2 {
            inner[index].send(index)
            inner[index].send(completion: .finished)
        }

        #expect(recorder.values == [0, 1, 2])
        recorder.cancel()
    }

    @Test func `a value that arrives between two publishers does not overtake those that wait`() {
        let outer = PassthroughSubject<Int, Never>()
        let first = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, Never>()
        outer.flatMap(maxPublishers: .max(1)) { number -> AnyPublisher<Int, Never> in
            if number == 1 { return first.eraseToAnyPublisher() }
            return Ending(value: number) { if number == 2 { outer.send(4) } }.eraseToAnyPublisher()
        }.subscribe(recorder)

        for number in 1...3 { outer.send(number) }
        first.send(completion: .finished)

        #expect(recorder.values == [2, 3, 4])
        recorder.cancel()
    }

    /// A publisher of one value that calls a closure after its completion.
    private struct Ending: Publisher {
        typealias Output = Int
        typealias Failure = Never
        let value: Int
        let afterwards: @Sendable () -> Void

        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
            subscriber.receive(subscription: Subscriptions.empty)
            _ = subscriber.receive(value)
            subscriber.receive(completion: .finished)
            afterwards()
        }
    }

    @Test func `demands no more than it may start`() {
        let probe = Probe<Int, Never>()
        let recorder = Recorder<Int, Never>()
        probe.flatMap(maxPublishers: .max(2)) { Just($0) }.subscribe(recorder)
        #expect(probe.requests == [.max(2)])

        probe.send(1)

        #expect(probe.requests == [.max(2), .max(1)])
        recorder.cancel()
    }

    @Test func `publishes no more than is demanded, from all publishers in turn`() {
        let recorder = Recorder<Int, Never>(demand: .max(3))
        [10, 20].publisher.flatMap { [$0, $0 + 1, $0 + 2].publisher }.subscribe(recorder)
        #expect(recorder.values.count == 3)

        recorder.request(.max(2))
        #expect(recorder.values.count == 5)
        recorder.request(.max(1))

        #expect(recorder.values.sorted() == [10, 11, 12, 20, 21, 22])
        #expect(recorder.completion == .finished)
    }

    @Test func `ends everything when one publisher fails`() {
        let (outer, probe) = (PassthroughSubject<Bool, SampleError>(), Probe<Int, SampleError>())
        let failing = PassthroughSubject<Int, SampleError>()
        let recorder = Recorder<Int, SampleError>()
        outer.flatMap { $0 ? probe.eraseToAnyPublisher() : failing.eraseToAnyPublisher() }.subscribe(recorder)
        outer.send(true)
        outer.send(false)

        failing.send(completion: .failure(SampleError()))

        #expect(recorder.completion == .failure(SampleError()))
        #expect(probe.isCancelled)
    }

    @Test func `chains futures as a program does`() {
        let seen = Mutex<[String]>([])
        var tokens = Set<AnyCancellable>()
        let start = PassthroughSubject<Int, Never>()
        start.prefix(1).setFailureType(to: SampleError.self)
            .flatMap { value in Future<Int, SampleError> { $0(.success(value + 1)) }.map { $0 * 10 } }
            .flatMap { value in Future<String, SampleError> { $0(.success("\(value)")) } }
            .eraseToAnyPublisher()
            .sink { end in
                seen.withLock { $0.append("\(end)") }
            } receiveValue: { value in
                seen.withLock { $0.append(value) }
            }
            .store(in: &tokens)

        start.send(1)

        #expect(seen.withLock { $0 } == ["20", "finished"])
    }
}
