import Streams
import StreamsTesting
import Synchronization
import Testing

/// Regression tests for issues that users of other libraries reported.
@Suite struct ComplaintTests {
    @Test func `OpenCombine 1, 119 and 141: merge and combineLatest are there`() {
        #expect(Just(1).merge(with: Just(2)).transcript == "1 2 finished")
        #expect(Just(1).combineLatest(Just("a")) { "\($0)\($1)" }.transcript == "1a finished")
    }

    @Test func `RxSwift 2698 to 2724 and OpenCombine 208: nothing is called under a lock`() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let seen = Log()
        let tokens = Mutex<[AnyCancellable]>([])
        let token = subject.removeDuplicates {
            seen.add("compared at \(subject.value)")
            return $0 == $1
        }.sink { value in
            guard value == 1 else { return }
            let inner = subject.sink { seen.add("inside \($0)") }
            tokens.withLock { $0.append(inner) }
            subject.send(2)
        }

        subject.send(1)

        #expect(subject.value == 2 && seen.events.contains("inside 2"))
        tokens.withLock { $0 = [] }
        token.cancel()
    }

    @Test func `RxSwift 2638: closures of the main actor are called there, and nothing traps`() async {
        let values = await withCheckedContinuation { (done: CheckedContinuation<[Int], Never>) in
            Task { @MainActor in
                let screen = Screen(done)
                screen.watch((1...3).publisher.receive(on: ImmediateScheduler.shared))
            }
        }
        #expect(values == [1, 2, 3])
    }

    @MainActor private final class Screen {
        private var values: [Int] = []
        private var token: AnyCancellable?
        private let done: CheckedContinuation<[Int], Never>
        init(_ done: CheckedContinuation<[Int], Never>) { self.done = done }

        func watch(_ publisher: some Publisher<Int, Never>) {
            token = publisher.sinkOnMainActor { _ in
                self.done.resume(returning: self.values)
                self.token = nil
            } receiveValue: {
                self.values.append($0)
            }
        }
    }

    @Test func `GetStream 1031: subjects and erased publishers are Sendable`() async {
        let subject = PassthroughSubject<Int, Never>()
        let publisher = subject.map { $0 + 1 }.eraseToAnyPublisher()
        let recorder = Recorder<Int, Never>()

        await Task.detached { publisher.subscribe(recorder) }.value
        await Task.detached { subject.send(1) }.value

        #expect(recorder.values == [2])
        recorder.cancel()
    }

    @Test func `AsyncPublisher: a slow reader loses none of a thousand values`() async {
        let subject = PassthroughSubject<Int, Never>()
        var iterator = subject.values.makeAsyncIterator()
        for value in 1...1000 { subject.send(value) }
        subject.send(completion: .finished)
        var seen = 0
        while await iterator.next() != nil { seen += 1 }

        #expect(seen == 1000)
    }

    @Test func `AsyncPublisher: values that arrive while no reader waits do not trap`() async {
        let probe = Probe<Int, Never>()
        var iterator = probe.values.makeAsyncIterator()

        #expect(probe.send(1) == .none)
        probe.send(completion: .finished)

        #expect(await iterator.next() == 1)
        #expect(await iterator.next() == nil)
    }

    @Test func `CombineExt 68: flatMap keeps what it cannot start yet`() {
        let subject = PassthroughSubject<Int, Never>()
        let inner = (0..<5).map { _ in PassthroughSubject<Int, Never>() }
        let recorder = Recorder<Int, Never>()
        subject.flatMap(maxPublishers: .max(1)) { inner[$0] }.subscribe(recorder)

        for value in 0..<5 { subject.send(value) }
        for (value, one) in inner.enumerated() {
            one.send(value)
            one.send(completion: .finished)
        }

        #expect(recorder.values == [0, 1, 2, 3, 4])
        recorder.cancel()
    }

    @Test func `OpenCombine 234: receive(on:) keeps the order where actions run in any`() {
        let (scheduler, recorder) = (ShufflingScheduler(), Recorder<Int, SampleError>())
        let values = (1...100).publisher.setFailureType(to: SampleError.self)
        values.append(Fail(error: SampleError())).receive(on: scheduler).subscribe(recorder)

        scheduler.runAll()

        #expect(recorder.values == Array(1...100) && recorder.completion == .failure(SampleError()))
    }

    @Test func `TCA 466: subscribe(on:) and receive(on:) lose no first value`() {
        let (scheduler, recorder) = (ManualScheduler(), Recorder<Int, Never>())
        CurrentValueSubject<Int, Never>(1).subscribe(on: scheduler).receive(on: scheduler).subscribe(recorder)

        scheduler.run()

        #expect(recorder.values == [1])
        recorder.cancel()
        scheduler.run()
    }

    @Test func `RxSwift 2718: share subscribes once, however many come at once`() async {
        for _ in 1...50 {
            let probe = Probe<Int, Never>()
            let shared = probe.share()
            let recorders = (1...4).map { _ in Recorder<Int, Never>() }
            await withTaskGroup { group in
                for recorder in recorders { group.addTask { shared.subscribe(recorder) } }
            }
            probe.send(7)
            probe.send(completion: .finished)

            #expect(probe.subscriberCount == 1)
            #expect(recorders.allSatisfy { $0.transcript == "7 finished" })
        }
    }

    @Test func `OpenCombine: subscribers are called in the order in which they came`() {
        let (subject, log) = (PassthroughSubject<Int, Never>(), Log())
        let tokens = (1...40).map { number in subject.sink { _ in log.add("\(number)") } }

        subject.send(0)

        #expect(log.events == (1...40).map(String.init))
        withExtendedLifetime(tokens) {}
    }

    @Test func `a chain of two thousand erased publishers does not overflow the stack`() {
        var publisher = Just(0).eraseToAnyPublisher()
        for _ in 1...2000 { publisher = publisher.map { $0 + 1 }.eraseToAnyPublisher() }

        #expect(publisher.transcript == "2000 finished")
    }
}
