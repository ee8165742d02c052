import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite struct OriginTests {
    @Test func `Just publishes its value when it is demanded`() {
        let recorder = Recorder<Int, Never>(demand: .none)
        Just(1).subscribe(recorder)
        #expect(recorder.events == [.subscription])

        recorder.request(.max(1))

        #expect(recorder.events == [.subscription, .value(1), .completion(.finished)])
    }

    @Test func `Empty finishes at once or never`() {
        let (first, second) = (Recorder<Int, SampleError>(), Recorder<Int, SampleError>())
        Empty().subscribe(first)
        Empty(completeImmediately: false).subscribe(second)

        #expect(first.events == [.subscription, .completion(.finished)])
        #expect(second.events == [.subscription])
    }

    @Test func `Fail fails`() {
        let recorder = Recorder<Int, SampleError>(demand: .none)
        Fail(error: SampleError()).subscribe(recorder)

        #expect(recorder.events == [.subscription, .completion(.failure(SampleError()))])
    }

    @Test func `Deferred makes a publisher for each subscriber`() {
        let made = Mutex(0)
        let deferred = Deferred {
            Just(
                made.withLock { count in
                    count += 1
                    return count
                })
        }
        let (first, second) = (Recorder<Int, Never>(), Recorder<Int, Never>())
        #expect(made.withLock { $0 } == 0)

        deferred.subscribe(first)
        deferred.subscribe(second)

        #expect(first.values + second.values == [1, 2])
    }

    @Test func `a sequence publishes the demanded elements, and finishes with the last one`() {
        let recorder = Recorder<Int, Never>(demand: .max(2))
        [1, 2, 3].publisher.subscribe(recorder)
        #expect(recorder.values == [1, 2])

        recorder.request(.max(1))

        #expect(recorder.values == [1, 2, 3])
        #expect(recorder.completion == .finished)
    }

    @Test func `a long sequence demanded one by one needs no stack`() {
        let recorder = Recorder<Int, Never>(demand: .max(1), perValue: .max(1))
        (0..<100_000).publisher.subscribe(recorder)

        #expect(recorder.values.count == 100_000)
    }

    @Test func `a sequence stops when it is cancelled inside a delivery`() {
        let lifetimes = LifetimeCounter()
        let box = Mutex<(any Subscription)?>(nil)
        let seen = Mutex(0)
        do {
            let life = lifetimes.life()
            let subscriber = AnySubscriber<Int, Never>(
                receiveSubscription: { subscription in
                    box.withLock { $0 = subscription }
                    subscription.request(.unlimited)
                },
                receiveValue: { value in
                    life.touch()
                    seen.withLock { $0 += 1 }
                    if value == 2 { box.withLock { $0.take() }?.cancel() }
                    return .none
                })
            (1...).prefix(1000).publisher.subscribe(subscriber)
        }

        #expect(seen.withLock { $0 } == 2)
        #expect(lifetimes.living == 0)
    }

    @Test func `optionals and results are publishers`() {
        let (some, none) = (Recorder<Int, Never>(), Recorder<Int, Never>())
        let (good, bad) = (Recorder<Int, SampleError>(), Recorder<Int, SampleError>())
        Int?.some(1).publisher.subscribe(some)
        Int?.none.publisher.subscribe(none)
        Result<Int, SampleError>.success(1).publisher.subscribe(good)
        Result<Int, SampleError>.failure(SampleError()).publisher.subscribe(bad)

        #expect(some.events == [.subscription, .value(1), .completion(.finished)])
        #expect(none.events == [.subscription, .completion(.finished)])
        #expect(good.events == [.subscription, .value(1), .completion(.finished)])
        #expect(bad.events == [.subscription, .completion(.failure(SampleError()))])
    }
}
