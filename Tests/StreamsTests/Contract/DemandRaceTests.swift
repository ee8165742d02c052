import Streams
import StreamsTesting
import TestEvents
import Testing

/// Demand that changes on one thread while another sends or switches.
@Suite struct DemandRaceTests {
    @Test func `a merge whose demand becomes unlimited keeps the order of a publisher's values`() async {
        for _ in 1...Sanitizer.rounds(300) {
            let subject = PassthroughSubject<Int, Never>()
            let recorder = Recorder<Int, Never>(demand: .none)
            subject.merge(with: Empty(completeImmediately: false)).subscribe(recorder)
            for value in 1...4 { subject.send(value) }

            await onThreads([{ recorder.request(.unlimited) }, { for value in 5...8 { subject.send(value) } }])

            #expect(recorder.values == Array(1...8))
            recorder.cancel()
        }
    }

    @Test func `a publisher that switchToLatest switches to is asked for the demand that is left`() async {
        for _ in 1...Sanitizer.rounds(300) {
            let outer = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
            let first = PassthroughSubject<Int, Never>()
            let recorder = Recorder<Int, Never>(demand: .max(5))
            outer.switchToLatest().subscribe(recorder)
            outer.send(first.eraseToAnyPublisher())

            await onThreads([{ first.send(0) }, { outer.send((1...5).publisher.eraseToAnyPublisher()) }])
            recorder.request(.unlimited)

            #expect(recorder.values.filter { $0 > 0 } == Array(1...5))
            recorder.cancel()
        }
    }
}
