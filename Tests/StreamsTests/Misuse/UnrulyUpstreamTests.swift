import Streams
import StreamsTesting
import Testing

/// The calls that a conforming subscriber receives from every operator whose upstream breaks the protocol.
@Suite struct UnrulyUpstreamTests {
    private let scheduler = ManualScheduler()
    private let log = Log()

    @Test(arguments: contestants)
    func `delivers at most one completion, and nothing after it`(contestant: Contestant) {
        let upstream = UnrulyPublisher(
            script: [.subscription, .value(1), .value(2), .end, .value(3), .end, .failure, .subscription, .value(4)])
        let sink = observe(contestant, upstream)

        upstream.play([.value(5), .end, .failure])
        scheduler.advance(by: .seconds(100))

        #expect(log.ends <= 1 && log.valuesAfterEnd == 0)
        letGo(sink, upstream)
    }

    @Test(arguments: contestants)
    func `a second subscription is cancelled`(contestant: Contestant) {
        let upstream = UnrulyPublisher(script: [.subscription, .subscription])
        let sink = observe(contestant, upstream)
        scheduler.advance(by: .seconds(1))

        let cancelled = upstream.subscriptions.cancelled
        #expect(cancelled.indices.allSatisfy { $0 % 2 == 0 || cancelled[$0] }, "\(cancelled)")
        letGo(sink, upstream)
    }

    @Test(arguments: contestants)
    func `delivers nothing after a cancellation`(contestant: Contestant) {
        let upstream = UnrulyPublisher(script: [.subscription])
        let sink = observe(contestant, upstream)
        scheduler.run()
        sink.cancel()
        let events = log.events.count

        upstream.play([.value(1), .value(2), .value(3), .end, .value(4)])
        scheduler.advance(by: .seconds(100))

        #expect(log.events.count == events)
        letGo(sink, upstream)
    }

    @Test(arguments: contestants)
    func `values before the subscription do no harm`(contestant: Contestant) {
        let upstream = UnrulyPublisher(script: [.value(1), .value(2), .subscription, .value(3), .end])
        let sink = observe(contestant, upstream)
        scheduler.advance(by: .seconds(100))

        #expect(log.ends <= 1 && log.valuesAfterEnd == 0)
        letGo(sink, upstream)
    }

    private func letGo(_ sink: Subscribers.Sink<String, any Error>, _ upstream: UnrulyPublisher) {
        sink.cancel()
        upstream.subscriptions.forget()
        scheduler.advance(by: .seconds(100))
    }

    private func observe(
        _ contestant: Contestant, _ upstream: UnrulyPublisher
    ) -> Subscribers.Sink<String, any Error> {
        let log = log
        let sink = Subscribers.Sink<String, any Error>(
            receiveCompletion: { _ in log.add("end") }, receiveValue: { log.add("value \($0)") })
        let quiet = Empty<Int, Oops>(completeImmediately: false).eraseToAnyPublisher()
        contestant.apply(Workbench(source: upstream.eraseToAnyPublisher(), other: quiet, scheduler: scheduler))
            .subscribe(sink)
        return sink
    }
}
