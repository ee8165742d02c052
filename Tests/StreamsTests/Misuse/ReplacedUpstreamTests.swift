import Streams
import StreamsTesting
import Testing

/// Publishers that break the protocol, before operators that replace them or end with them.
@Suite struct ReplacedUpstreamTests {
    @Test func `append drops values of the first publisher after its end`() {
        let upstream = UnrulyPublisher(script: [.subscription])
        let (suffix, recorder) = (Probe<Int, SampleError>(), Recorder<Int, SampleError>())
        upstream.append(suffix).subscribe(recorder)

        upstream.play([.value(1), .end, .value(4000)])
        suffix.send(2)
        upstream.play([.value(4001)])
        suffix.send(completion: .finished)

        #expect(recorder.transcript == "1 2 finished")
        upstream.subscriptions.forget()
        // The probe keeps its latest subscriber, which has it as the successor.
        let other = Recorder<Int, SampleError>(demand: .none)
        suffix.subscribe(other)
        other.cancel()
    }

    @Test func `append subscribes to the second publisher once, however often the first one ends`() {
        let upstream = UnrulyPublisher(script: [.subscription])
        let (suffix, recorder) = (Probe<Int, SampleError>(), Recorder<Int, SampleError>())
        upstream.append(suffix).subscribe(recorder)

        upstream.play([.end, .end, .failure])

        #expect(suffix.subscriberCount == 1 && recorder.completion == nil)
        recorder.cancel()
        upstream.subscriptions.forget()
    }

    @Test func `replaceError keeps its value for the demand, although the failed publisher finishes, too`() {
        let upstream = UnrulyPublisher(script: [.subscription])
        let recorder = Recorder<Int, Never>(demand: .none)
        upstream.replaceError(with: 42).subscribe(recorder)

        upstream.play([.failure, .end])
        #expect(recorder.transcript == "")
        recorder.request(.max(1))

        #expect(recorder.transcript == "42 finished")
        upstream.subscriptions.forget()
    }

    @Test func `prefix(untilOutputFrom:) ignores a value of the other publisher after its end`() {
        let (other, subject) = (UnrulyPublisher(script: [.subscription]), PassthroughSubject<Int, SampleError>())
        let recorder = Recorder<Int, SampleError>()
        subject.prefix(untilOutputFrom: other).subscribe(recorder)

        other.play([.end, .value(1)])
        subject.send(5)

        #expect(recorder.transcript == "5")
        recorder.cancel()
        other.subscriptions.forget()
    }

    @Test func `switchToLatest cancels a second subscription of an inner publisher`() {
        let inner = UnrulyPublisher(script: [.subscription, .subscription])
        let outer = PassthroughSubject<UnrulyPublisher, SampleError>()
        let recorder = Recorder<Int, SampleError>()
        outer.switchToLatest().subscribe(recorder)
        outer.send(inner)
        #expect(inner.subscriptions.cancelled == [false, true])

        inner.play([.value(1)])
        let next = UnrulyPublisher(script: [.subscription])
        outer.send(next)

        #expect(recorder.transcript == "1" && inner.subscriptions.cancelled == [true, true])
        recorder.cancel()
        for publisher in [inner, next] { publisher.subscriptions.forget() }
    }

    @Test func `multicast cancels a second subscription`() {
        let upstream = UnrulyPublisher(script: [.subscription, .subscription])
        let connection = upstream.multicast { PassthroughSubject() }.connect()

        #expect(upstream.subscriptions.cancelled == [false, true])
        connection.cancel()
        #expect(upstream.subscriptions.cancelled == [true, true])
        upstream.subscriptions.forget()
    }
}
