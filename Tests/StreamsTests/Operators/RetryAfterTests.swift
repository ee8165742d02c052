import Streams
import StreamsTesting
import Testing

/// Retries with a delay that grows.
@Suite struct RetryAfterTests {
    private let scheduler = ManualScheduler()
    private let recorder = Recorder<Int, SampleError>()
    private let attempts = Counter()

    /// Fails at every attempt, with the number of the attempt.
    private var failing: Deferred<Fail<Int, SampleError>> {
        Deferred { [attempts] in Fail(error: SampleError(code: attempts.next())) }
    }

    @Test func `waits longer before each retry, up to the maximum`() {
        let backoff = Publishers.BackoffStrategy.exponential(
            from: .milliseconds(500), to: .milliseconds(1500), jitter: 1...1)
        failing.retry(4, backoff: backoff, scheduler: scheduler).subscribe(recorder)

        var moments: [Int] = []
        for millisecond in 0...6000 {
            while attempts.value > moments.count { moments.append(millisecond) }
            scheduler.advance(by: .milliseconds(1))
        }

        #expect(moments == [0, 500, 1500, 3000, 4500])
        #expect(recorder.transcript == "SampleError(code: 5)")
    }

    @Test(arguments: [(1.0, [1, 1, 1, 1]), (3.0, [1, 3, 9, 27])])
    func `multiplies the delay by the factor`(factor: Double, seconds: [Int]) {
        failing.retry(
            4, backoff: .exponential(from: .seconds(1), to: .seconds(60), factor: factor, jitter: 1...1),
            scheduler: scheduler
        ).subscribe(recorder)

        for (index, delay) in seconds.enumerated() {
            scheduler.advance(by: .milliseconds(delay * 1000 - 1))
            #expect(attempts.value == index + 1)
            scheduler.advance(by: .milliseconds(1))
            #expect(attempts.value == index + 2)
        }
    }

    @Test func `varies a delay at random within the jitter`() {
        let shared = Recorder<Int, SampleError>()
        let starts = (0..<100).map { _ in Counter() }
        for start in starts {
            Deferred { Fail<Int, SampleError>(error: SampleError(code: start.next())) }
                .retry(1, backoff: .exponential(from: .seconds(10), to: .seconds(10)), scheduler: scheduler)
                .subscribe(shared)
        }
        let retried = { starts.count { $0.value == 2 } }

        scheduler.advance(by: .milliseconds(4999))
        #expect(retried() == 0)
        scheduler.advance(by: .milliseconds(2501))
        #expect((1..<100).contains(retried()))
        scheduler.advance(by: .milliseconds(2500))

        #expect(retried() == 100)
    }

    @Test func `passes on a failure that is not retryable at once`() {
        failing.retry(5, backoff: .exponential(from: .seconds(1), to: .seconds(30)), scheduler: scheduler) {
            $0.code != 2
        }.subscribe(recorder)

        scheduler.advance(by: .seconds(1))

        #expect(recorder.transcript == "SampleError(code: 2)" && attempts.value == 2 && scheduler.pendingCount == 0)
    }

    @Test func `retries every failure by default, and publishes the values of all attempts`() {
        let attempts = attempts
        let flaky = Deferred {
            let attempt = attempts.next()
            let end: AnyPublisher<Int, SampleError> =
                attempt < 3 ? Fail(error: SampleError()).eraseToAnyPublisher() : Empty().eraseToAnyPublisher()
            return Just(attempt).setFailureType(to: SampleError.self).append(end)
        }
        flaky.retry(2, backoff: .exponential(from: .seconds(1), to: .seconds(30)), scheduler: scheduler)
            .subscribe(recorder)

        scheduler.advance(by: .seconds(3))

        #expect(recorder.transcript == "1 2 3 finished")
    }

    @Test func `a delay of zero still waits for the scheduler`() {
        failing.retry(1, backoff: .exponential(from: .zero, to: .seconds(30)), scheduler: scheduler).subscribe(recorder)
        #expect(attempts.value == 1)

        scheduler.run()

        #expect(recorder.transcript == "SampleError(code: 2)")
    }

    @Test(.timeLimit(.minutes(30))) func `retries a hundred thousand times without a delay`() {
        let backoff = Publishers.BackoffStrategy.exponential(from: .zero, to: .seconds(30), jitter: 1...1)
        failing.retry(100_000, backoff: backoff, scheduler: scheduler).subscribe(recorder)

        scheduler.run()

        #expect(recorder.transcript == "SampleError(code: 100001)")
    }

    @Test func `starts no attempt after a cancellation during a delay`() {
        failing.retry(5, backoff: .exponential(from: .seconds(1), to: .seconds(30)), scheduler: scheduler)
            .subscribe(recorder)

        recorder.cancel()
        scheduler.advance(by: .seconds(60))

        #expect(attempts.value == 1 && recorder.transcript == "")
    }

    @Test func `the publisher has the properties that it was created with`() {
        let backoff = Publishers.BackoffStrategy.exponential(from: .seconds(1), to: .seconds(9))
        let publisher = Publishers.RetryAfter(upstream: failing, retries: 3, backoff: backoff, scheduler: scheduler) {
            $0.code == 1
        }

        #expect(publisher.retries == 3 && publisher.backoff == backoff && publisher.scheduler === scheduler)
        #expect(publisher.backoff != .exponential(from: .seconds(1), to: .seconds(8)))
        #expect(publisher.isRetryable(SampleError(code: 1)) && !publisher.isRetryable(SampleError(code: 2)))
    }

    @Test func `values out of range trap`() async {
        await #expect(processExitsWith: .failure) {
            _ = Publishers.BackoffStrategy.exponential(from: .seconds(-1), to: .seconds(1))
        }
        await #expect(processExitsWith: .failure) {
            _ = Publishers.BackoffStrategy.exponential(from: .seconds(2), to: .seconds(1))
        }
        await #expect(processExitsWith: .failure) {
            _ = Publishers.BackoffStrategy.exponential(from: .seconds(1), to: .seconds(2), factor: 0.5)
        }
        await #expect(processExitsWith: .failure) {
            _ = Publishers.BackoffStrategy.exponential(from: .seconds(1), to: .seconds(2), jitter: 0.5...1.5)
        }
        await #expect(processExitsWith: .failure) {
            _ = Fail<Int, SampleError>(error: SampleError()).retry(
                -1, backoff: .exponential(from: .seconds(1), to: .seconds(2)), scheduler: ManualScheduler())
        }
    }
}
