import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite struct PassthroughSubjectTests {
    let subject = PassthroughSubject<Int, SampleError>()

    @Test func `publishes values and the completion to all subscribers in the order of subscription`() {
        let log = Mutex<[String]>([])
        let tokens = ["a", "b", "c"].map { name in
            subject.sink { _ in
                log.withLock { $0.append("\(name) end") }
            } receiveValue: { value in
                log.withLock { $0.append("\(name)\(value)") }
            }
        }

        subject.send(1)
        subject.send(2)
        subject.send(completion: .finished)
        subject.send(3)

        #expect(log.withLock { $0 } == ["a1", "b1", "c1", "a2", "b2", "c2", "a end", "b end", "c end"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `publishes the demanded values and drops the others`() {
        let recorder = Recorder<Int, SampleError>(demand: .max(1))
        subject.subscribe(recorder)

        subject.send(1)
        subject.send(2)
        recorder.request(.max(1))
        subject.send(3)

        #expect(recorder.values == [1, 3])
        recorder.cancel()
    }

    @Test func `delivers a value sent inside a delivery after that delivery, to all`() {
        let log = Mutex<[String]>([])
        let subject = subject
        let first = subject.sink { _ in
        } receiveValue: { value in
            log.withLock { $0.append("a\(value)") }
            if value < 3 { subject.send(value + 1) }
        }
        let second = subject.sink { _ in
        } receiveValue: { value in
            log.withLock { $0.append("b\(value)") }
        }

        subject.send(1)

        #expect(log.withLock { $0 } == ["a1", "b1", "a2", "b2", "a3", "b3"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func `completes a late subscriber`() {
        subject.send(completion: .failure(SampleError()))

        let recorder = Recorder<Int, SampleError>()
        subject.subscribe(recorder)

        #expect(recorder.events == [.subscription, .completion(.failure(SampleError()))])
    }

    @Test func `stops at once for a subscriber that cancels during a delivery`() {
        let recorder = Recorder<Int, SampleError>()
        let subject = subject
        let canceller = Recorder<Int, SampleError>(onValue: { _ in recorder.cancel() })
        subject.subscribe(canceller)
        subject.subscribe(recorder)

        subject.send(1)
        subject.send(2)

        #expect(recorder.values == [])
        #expect(canceller.values == [1, 2])
        canceller.cancel()
    }

    @Test func `releases subscribers that cancel, and all at the end`() {
        let lifetimes = LifetimeCounter()
        var tokens = (0..<10).map { _ in
            let life = lifetimes.life()
            return subject.sink { _ in
                life.touch()
            } receiveValue: { _ in
                life.touch()
            }
        }
        #expect(lifetimes.living == 10)

        tokens.removeFirst(5)
        #expect(lifetimes.living == 5)
        subject.send(completion: .finished)

        #expect(lifetimes.living == 0)
        withExtendedLifetime(tokens) {}
    }

    @Test func `demands from its upstream publisher once a subscriber demands values`() {
        let probe = Probe<Int, SampleError>()
        let recorder = Recorder<Int, SampleError>(demand: .none)
        let feed = probe.subscribe(subject)
        subject.subscribe(recorder)
        #expect(probe.requests == [])

        recorder.request(.max(1))
        probe.send(7)

        #expect(probe.requests == [.unlimited])
        #expect(recorder.values == [7])
        feed.cancel()
        #expect(probe.isCancelled)
        recorder.cancel()
    }

    @Test func `takes a subscriber that comes inside a delivery from the next value on`() {
        let subject = subject
        let late = Recorder<Int, SampleError>()
        let token = subject.sink { _ in
        } receiveValue: {
            if $0 == 1 { subject.subscribe(late) }
        }

        subject.send(1)
        subject.send(2)

        #expect(late.values == [2])
        late.cancel()
        withExtendedLifetime(token) {}
    }

    @Test func `S5 a subject keeps no subscription that was cancelled`() {
        let subject = FeedKeeper()

        for _ in 1...1000 { Empty<Int, Never>(completeImmediately: false).subscribe(subject).cancel() }

        #expect(subject.feeds.withLock { $0.take() }.count <= 1)
    }

    /// A subject that keeps the subscriptions to its publishers, as the subjects of the module do.
    private final class FeedKeeper: Subject {
        typealias Output = Int
        typealias Failure = Never
        let feeds = Mutex(Feeds())

        func send(_ value: Int) {}
        func send(completion: Subscribers.Completion<Never>) {}
        func send(subscription: any Subscription) { _ = feeds.withLock { $0.add(subscription) } }
        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {}
    }
}
