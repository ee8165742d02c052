import Streams
import StreamsExtras
import StreamsTesting
import Synchronization
import Testing

@Suite struct SharingGroupTests {
    let probe = Probe<Int, SampleError>()
    let first = Recorder<Int, SampleError>()
    let second = Recorder<Int, SampleError>()

    @Test func `share subscribes once, and cancels with the last`() {
        let shared = probe.share()
        shared.subscribe(first)
        shared.subscribe(second)
        probe.send(1)
        first.cancel()
        probe.send(2)
        #expect(!probe.isCancelled)
        second.cancel()

        #expect(probe.subscriberCount == 1)
        #expect(probe.isCancelled)
        #expect(first.values == [1])
        #expect(second.values == [1, 2])
    }

    @Test func `share(replay) gives late subscribers the last values`() {
        let shared = probe.share(replay: 2)
        shared.subscribe(first)
        for value in 1...3 { probe.send(value) }
        shared.subscribe(second)
        probe.send(completion: .finished)

        #expect(second.transcript == "2 3 finished")
    }

    @Test func `autoconnect drops values and the completion that arrive after the cancellation`() {
        let source = UnrulyConnectable()
        source.autoconnect().subscribe(first)
        source.upstream.play([.value(1)])
        first.cancel()

        source.upstream.play([.value(2), .end])

        #expect(first.transcript == "1")
        source.upstream.subscriptions.forget()
    }

    @Test func `autoconnect keeps the connection of a subscriber that takes the place of the first`() {
        let source = SwitchedConnectable()
        let publisher = source.autoconnect()
        publisher.subscribe(
            AnySubscriber<Int, SampleError>(receiveSubscription: { [second] subscription in
                subscription.cancel()
                publisher.subscribe(second)
            }))

        source.send(1)
        second.cancel()
        source.send(2)

        #expect(second.values == [1])
        #expect(source.events == ["connect", "disconnect"])
    }

    @Test func `autoconnect keeps its connection if a new subscriber cancels the only one`() {
        let source = SwitchedConnectable()
        let publisher = source.autoconnect()
        publisher.subscribe(first)

        publisher.handleEvents(receiveSubscription: { [first] _ in first.cancel() }).subscribe(second)
        source.send(1)
        second.cancel()

        #expect(second.values == [1])
        #expect(source.events == ["connect", "disconnect"])
    }

    @Test func `autoconnect does not connect for a subscriber that cancels immediately`() {
        let source = SwitchedConnectable()
        first.cancel()

        source.autoconnect().subscribe(first)

        #expect(source.events == [])
    }

    @Test func `autoconnect waits until its first subscriber is attached, also if another one leaves before`() {
        let source = SwitchedConnectable()
        let publisher = source.autoconnect()

        publisher.handleEvents(receiveSubscription: { [second] _ in
            publisher.subscribe(second)
            second.cancel()
            #expect(source.events == [])
        }).subscribe(first)

        #expect(source.events == ["connect"])
    }

    @Test func `multicast waits until it is connected`() {
        let multicast = probe.multicast { PassthroughSubject() }
        multicast.subscribe(first)
        multicast.subscribe(second)
        #expect(probe.subscriberCount == 0)

        let connection = multicast.connect()
        probe.send(1)
        connection.cancel()

        #expect(first.values + second.values == [1, 1])
        #expect(probe.isCancelled)
        for recorder in [first, second] { recorder.cancel() }
    }

    @Test func `buffer keeps, drops or fails`() {
        let (newest, oldest, strict) = (Recorder<Int, SampleError>(demand: .none), first, second)
        let subject = PassthroughSubject<Int, SampleError>()
        subject.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest).subscribe(newest)
        let lazy = Recorder<Int, SampleError>(demand: .none)
        subject.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).subscribe(lazy)
        let failing = Recorder<Int, SampleError>(demand: .none)
        subject.buffer(size: 2, prefetch: .byRequest, whenFull: .customError { SampleError(code: 9) }).subscribe(
            failing)
        for value in 1...3 { subject.send(value) }
        for recorder in [newest, lazy, failing] { recorder.request(.unlimited) }

        #expect(newest.transcript == "1 2")
        #expect(lazy.transcript == "2 3")
        #expect(failing.transcript == "1 2 SampleError(code: 9)")
        #expect(oldest.events.isEmpty && strict.events.isEmpty)
        for recorder in [newest, lazy] { recorder.cancel() }
    }

    @Test func `keepFull demands as much as there is room for`() {
        let slow = Recorder<Int, SampleError>(demand: .none)
        probe.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).subscribe(slow)
        probe.send(1)
        probe.send(2)
        slow.request(.max(1))

        #expect(probe.requests == [.max(2), .max(1)])
        #expect(slow.values == [1])
        slow.cancel()
    }

    @Test(arguments: [(Int.max, "1 2 3 finished"), (1, "3 finished"), (0, "finished"), (-1, "finished")])
    func `a replay subject keeps as many values as its capacity`(capacity: Int, replayed: String) {
        let subject = ReplaySubject<Int, SampleError>(capacity: capacity)
        for value in 1...3 { subject.send(value) }
        subject.send(completion: .finished)

        #expect(subject.transcript == replayed && subject.capacity == max(0, capacity))
    }

    @Test func `the capacity of a replay subject does not count values that an attached subscriber will demand`() {
        let subject = ReplaySubject<Int, SampleError>(capacity: 1)
        let slow = Recorder<Int, SampleError>(demand: .none)
        subject.subscribe(slow)
        for value in 1...3 { subject.send(value) }

        slow.request(.unlimited)

        #expect(slow.values == [1, 2, 3])
        slow.cancel()
    }

    @Test func `a replay subject gives what it keeps, also after the end`() {
        let subject = ReplaySubject<Int, SampleError>(capacity: 2)
        subject.subscribe(first)
        for value in 1...3 { subject.send(value) }
        subject.send(completion: .finished)
        subject.subscribe(second)

        #expect(first.transcript == "1 2 3 finished")
        #expect(second.transcript == "2 3 finished")
    }
}

/// A connectable publisher that breaks the protocol, as its upstream publisher does.
private struct UnrulyConnectable: ConnectablePublisher {
    typealias Output = Int
    typealias Failure = SampleError

    let upstream = UnrulyPublisher(script: [.subscription])

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == SampleError {
        upstream.receive(subscriber: subscriber)
    }

    func connect() -> any Cancellable { AnyCancellable {} }
}

/// A connectable publisher whose connections share one switch, as those of a timer do.
private final class SwitchedConnectable: ConnectablePublisher {
    typealias Output = Int
    typealias Failure = SampleError

    private let subject = PassthroughSubject<Int, SampleError>()
    private let isOn = Mutex(false)
    private let log = Log()
    var events: [String] { log.events }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == SampleError {
        subject.receive(subscriber: subscriber)
    }

    func connect() -> any Cancellable {
        log.add("connect")
        isOn.withLock { $0 = true }
        return AnyCancellable {
            self.log.add("disconnect")
            self.isOn.withLock { $0 = false }
        }
    }

    func send(_ value: Int) {
        if isOn.withLock({ $0 }) { subject.send(value) }
    }
}
