import Streams
import StreamsExtras
import StreamsTesting
import Synchronization
import Testing

/// Deep chains and long recursions must not overflow the stack.
@Suite struct StackTests {
    let depth = 10_000

    @Test func `ten thousand erased operators`() {
        let subject = PassthroughSubject<Int, Never>()
        var publisher = subject.eraseToAnyPublisher()
        for _ in 0..<depth { publisher = publisher.map { $0 + 1 }.eraseToAnyPublisher() }
        let recorder = Recorder<Int, Never>()

        publisher.subscribe(recorder)
        subject.send(0)
        recorder.cancel()

        #expect(recorder.values == [depth])
    }

    @Test func `a million synchronous retries`() {
        let attempts = Atomic(0)
        let failing = Deferred { () -> Fail<Int, SampleError> in
            attempts.wrappingAdd(1, ordering: .relaxed)
            return Fail(error: SampleError())
        }
        let recorder = Recorder<Int, SampleError>()
        failing.eraseToAnyPublisher().retry(1_000_000).subscribe(recorder)

        #expect(attempts.load(ordering: .relaxed) == 1_000_001)
        #expect(recorder.completion == .failure(SampleError()))
    }

    @Test func `a million publishers one after the other`() {
        let (demanded, sent) = (Recorder<Int, Never>(demand: .max(1), perValue: .max(1)), Recorder<Int, Never>())
        (0..<200_000).publisher.concatMap { Just($0).eraseToAnyPublisher() }.subscribe(demanded)
        let subject = PassthroughSubject<Int, Never>()
        let gate = PassthroughSubject<Int, Never>()
        subject.concatMap { $0 == 0 ? gate.eraseToAnyPublisher() : Just($0).eraseToAnyPublisher() }.subscribe(sent)
        for value in 0..<200_000 { subject.send(value) }
        gate.send(completion: .finished)

        #expect(demanded.values.count == 200_000)
        #expect(sent.values.count == 199_999)
        sent.cancel()
    }

    @Test func `appending that appends that appends`() {
        var publisher = Just(0).eraseToAnyPublisher()
        for value in 1...2000 { publisher = publisher.append(value).eraseToAnyPublisher() }
        let recorder = Recorder<Int, Never>()
        publisher.subscribe(recorder)

        #expect(recorder.values == Array(0...2000))
    }

    @Test func `S11: a catch that subscribes to the function it is in, a hundred thousand times`() {
        @Sendable func attempt(_ left: Int) -> AnyPublisher<Int, SampleError> {
            if left == 0 { return Result<Int, SampleError>.Publisher(7).eraseToAnyPublisher() }
            return Fail(error: SampleError()).catch { _ in attempt(left - 1) }.eraseToAnyPublisher()
        }
        let recorder = Recorder<Int, SampleError>()
        attempt(100_000).subscribe(recorder)

        #expect(recorder.values == [7])
        #expect(recorder.completion == .finished)
    }

    @Test func `S11: a tryCatch that subscribes to the function it is in, a hundred thousand times`() {
        @Sendable func attempt(_ left: Int) -> AnyPublisher<Int, any Error> {
            if left == 0 { return Result<Int, any Error>.Publisher(7).eraseToAnyPublisher() }
            return Fail(error: SampleError() as any Error).tryCatch { _ in attempt(left - 1) }.eraseToAnyPublisher()
        }
        let recorder = Recorder<Int, any Error>()
        attempt(100_000).subscribe(recorder)

        #expect(recorder.values == [7])
    }

    /// Pages that come later, each of which appends the next one: every call has another page's subscriber in front.
    @Test func `S11: a hundred thousand pages, each of which appends the next`() {
        let pages = 100_000
        let arrival = Mutex<PassthroughSubject<Int, SampleError>?>(nil)
        @Sendable func page(_ number: Int) -> AnyPublisher<Int, SampleError> {
            let source = PassthroughSubject<Int, SampleError>()
            let next = Deferred { number == pages ? Empty().eraseToAnyPublisher() : page(number + 1) }
            return source.handleEvents(receiveSubscription: { _ in arrival.withLock { $0 = source } })
                .append(next).eraseToAnyPublisher()
        }
        let recorder = Recorder<Int, SampleError>(demand: .max(1), perValue: .max(1))
        page(1).subscribe(recorder)
        while let source = arrival.withLock({ $0.take() }) {
            source.send(1)
            source.send(completion: .finished)
        }

        #expect(recorder.values.count == pages)
        #expect(recorder.completion == .finished)
    }

    @Test func `a subject that sends to itself a hundred thousand times`() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, Never>(onValue: { if $0 < 100_000 { subject.send($0 + 1) } })
        subject.subscribe(recorder)

        subject.send(1)

        #expect(recorder.values.count == 100_000)
        recorder.cancel()
    }

    @Test func `a hundred thousand requests through handleEvents, and a cancellation`() {
        let events = Mutex((requests: 0, cancellations: 0))
        let probe = Probe<Int, Never>()
        let recorder = Recorder<Int, Never>(demand: .none)
        probe.handleEvents(
            receiveCancel: { events.withLock { $0.cancellations += 1 } },
            receiveRequest: { _ in events.withLock { $0.requests += 1 } }
        ).subscribe(recorder)
        for _ in 0..<100_000 { recorder.request(.max(1)) }
        recorder.cancel()

        #expect(events.withLock { $0 } == (100_000, 1))
        #expect(probe.requests.count == 100_000 && probe.isCancelled)
    }

    @Test(.timeLimit(.minutes(30)), arguments: endless.indices)
    func `an operator that needs no more values stops an endless origin`(index: Int) {
        let recorder = Recorder<Int, SampleError>()
        let origin = (0...).publisher.setFailureType(to: SampleError.self).eraseToAnyPublisher()
        endless[index](origin).prefix(3).subscribe(recorder)

        #expect(recorder.values.count == 3)
        #expect(recorder.completion == .finished)
    }
}

private let endless: [@Sendable (AnyPublisher<Int, SampleError>) -> AnyPublisher<Int, SampleError>] = [
    { $0.prefix(5).eraseToAnyPublisher() },
    { $0.scan(0, +).eraseToAnyPublisher() },
    { $0.dropFirst(4).scan(0, +).removeDuplicates().eraseToAnyPublisher() },
    { $0.drop { $0 < 7 }.prefix { $0 < 70 }.eraseToAnyPublisher() },
    { $0.collect(2).map { $0[0] }.eraseToAnyPublisher() },
    { $0.first { $0 > 7 }.append($0).eraseToAnyPublisher() },
    { $0.contains(9).map { _ in 1 }.append(2, 3).eraseToAnyPublisher() },
    { $0.handleEvents(receiveOutput: { _ in }).eraseToAnyPublisher() },
    { $0.flatMap { Just($0) }.eraseToAnyPublisher() },
    { origin in origin.flatMap { _ in origin }.eraseToAnyPublisher() },
    { origin in origin.map { _ in origin }.switchToLatest().eraseToAnyPublisher() },
    { $0.merge(with: $0).eraseToAnyPublisher() },
    { $0.prepend(1).append(2).eraseToAnyPublisher() },
    {
        $0.tryMap { if $0 == 2 { throw SampleError() } else { $0 } }.mapError { _ in SampleError() }.retry(9)
            .eraseToAnyPublisher()
    },
    { $0.prefix(untilOutputFrom: Empty<Int, SampleError>(completeImmediately: false)).eraseToAnyPublisher() },
    { $0.drop(untilOutputFrom: Just(1).setFailureType(to: SampleError.self)).eraseToAnyPublisher() },
    { $0.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() },
    { $0.buffer(size: 4, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher() },
]
