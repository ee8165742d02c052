import Streams
import StreamsTesting
import Synchronization
import Testing

/// The statements of the article "Coming from RxSwift".
@Suite struct RxSwiftArticleTests {
    @Test func `N13: withLatestFrom emits at the values of the first, with the last value of the second`() {
        let taps = PassthroughSubject<Int, Never>()
        let names = CurrentValueSubject<String, Never>("Ann")
        let recorder = Recorder<String, Never>()
        taps.map { tap in names.first().map { name in "\(tap) \(name)" } }.switchToLatest().subscribe(recorder)

        taps.send(1)
        names.send("Bob")
        names.send("Cid")
        taps.send(2)
        taps.send(3)

        #expect(recorder.values == ["1 Ann", "2 Cid", "3 Cid"])
        recorder.cancel()
    }

    @Test func `N13: a deferred future starts its work at each subscription, as a Single does`() {
        let starts = Atomic(0)
        let single = Deferred {
            Future<Int, Never> { promise in promise(.success(starts.add(1, ordering: .relaxed).newValue)) }
        }

        #expect(starts.load(ordering: .relaxed) == 0)
        #expect(single.transcript == "1 finished")
        #expect(single.transcript == "2 finished")
    }

    @Test func `N13: two retries are three attempts, and a timeout fails with a custom error only`() {
        let clock = ManualScheduler()
        let failing = clock.publisher("a-#")
        let slow = clock.publisher("a-----b|")
        let failure = { @Sendable in MarbleFailure() }

        #expect(clock.marbles(of: failing.retry(2)) == "a-a-a-#")
        #expect(clock.marbles(of: slow.timeout(.seconds(2), scheduler: clock)) == "a-|")
        #expect(clock.marbles(of: slow.timeout(.seconds(2), scheduler: clock, customError: failure)) == "a-#")
    }
}
