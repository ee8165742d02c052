import Streams
import StreamsTesting
import Testing

/// The calls that a conforming subscriber receives from every operator whose upstream breaks the protocol.
@Suite struct UnrulyUpstreamTests {
    private let scheduler = ManualScheduler()
    private let log = Log()
    private let quiet = Empty<Int, SampleError>(completeImmediately: false).eraseToAnyPublisher()

    @Test(arguments: operatorCases)
    func `delivers at most one completion, and nothing after it`(operatorCase: OperatorCase) {
        let upstream = UnrulyPublisher(
            script: [.subscription, .value(1), .value(2), .end, .value(3), .end, .failure, .subscription, .value(4)])
        let sink = observe(operatorCase, upstream)

        upstream.play([.value(5), .end, .failure])
        scheduler.advance(by: .seconds(100))

        #expect(log.ends <= 1 && log.valuesAfterEnd == 0)
        release(sink, upstream)
    }

    @Test(arguments: operatorCases)
    func `a second subscription is cancelled`(operatorCase: OperatorCase) {
        let upstream = UnrulyPublisher(script: [.subscription, .subscription])
        let sink = observe(operatorCase, upstream)
        scheduler.advance(by: .seconds(1))

        let cancelled = upstream.subscriptions.cancelled
        #expect(cancelled.indices.allSatisfy { $0 % 2 == 0 || cancelled[$0] }, "\(cancelled)")
        release(sink, upstream)
    }

    @Test(arguments: operatorCases)
    func `S6 the first completion counts, whether it comes from upstream or from a second publisher`(
        operatorCase: OperatorCase
    ) {
        for isSource in [true, false] {
            let logs = [[.end], [.end, .failure]].map { (ends: [UnrulyPublisher.Queue]) -> Log in
                let (log, scheduler) = (Log(), ManualScheduler())
                let upstream = UnrulyPublisher(script: [.subscription, .value(1)] + ends)
                let other = isSource ? quiet : upstream.eraseToAnyPublisher()
                let one = Just(1).setFailureType(to: SampleError.self).append(quiet)
                let source = isSource ? upstream.eraseToAnyPublisher() : one.eraseToAnyPublisher()
                let sink = Subscribers.Sink<String, any Error>(
                    receiveCompletion: { log.add("\($0)") }, receiveValue: { log.add($0) })
                operatorCase.apply(Workbench(source: source, other: other, scheduler: scheduler)).subscribe(sink)
                scheduler.advance(by: .seconds(100))
                release(sink, upstream)
                scheduler.advance(by: .seconds(100))
                return log
            }

            #expect(logs[0].events == logs[1].events)
        }
    }

    @Test(arguments: operatorCases)
    func `delivers nothing after a cancellation`(operatorCase: OperatorCase) {
        let upstream = UnrulyPublisher(script: [.subscription])
        let sink = observe(operatorCase, upstream)
        scheduler.run()
        sink.cancel()
        let events = log.events.count

        upstream.play([.value(1), .value(2), .value(3), .end, .value(4)])
        scheduler.advance(by: .seconds(100))

        #expect(log.events.count == events)
        release(sink, upstream)
    }

    @Test(arguments: operatorCases)
    func `values before the subscription do no harm`(operatorCase: OperatorCase) {
        let upstream = UnrulyPublisher(script: [.value(1), .value(2), .subscription, .value(3), .end])
        let sink = observe(operatorCase, upstream)
        scheduler.advance(by: .seconds(100))

        #expect(log.ends <= 1 && log.valuesAfterEnd == 0)
        release(sink, upstream)
    }

    private func release(_ sink: Subscribers.Sink<String, any Error>, _ upstream: UnrulyPublisher) {
        sink.cancel()
        upstream.subscriptions.forget()
        scheduler.advance(by: .seconds(100))
    }

    private func observe(
        _ operatorCase: OperatorCase, _ upstream: UnrulyPublisher
    ) -> Subscribers.Sink<String, any Error> {
        let log = log
        let sink = Subscribers.Sink<String, any Error>(
            receiveCompletion: { _ in log.add("end") }, receiveValue: { log.add("value \($0)") })
        operatorCase.apply(Workbench(source: upstream.eraseToAnyPublisher(), other: quiet, scheduler: scheduler))
            .subscribe(sink)
        return sink
    }
}
