import Streams
import StreamsTesting
import TestEvents
import Testing

/// Demand that changes on one thread while another sends or switches.
@Suite struct DemandRaceTests {
    @Test func `a merge whose demand becomes unlimited keeps the order of a publisher's values`() async {
        let values = await inRounds(Sanitizer.rounds(300)) { _ in
            let subject = PassthroughSubject<Int, Never>()
            let recorder = Recorder<Int, Never>(demand: .none)
            subject.merge(with: Empty(completeImmediately: false)).subscribe(recorder)
            for value in 1...4 { subject.send(value) }

            runThreads([{ recorder.request(.unlimited) }, { for value in 5...8 { subject.send(value) } }])

            defer { recorder.cancel() }
            return recorder.values
        }

        #expect(Set(values) == [Array(1...8)])
    }

    @Test func `a publisher that switchToLatest switches to receives the remaining demand`() async {
        let values = await inRounds(Sanitizer.rounds(300)) { _ in
            let outer = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
            let first = PassthroughSubject<Int, Never>()
            let recorder = Recorder<Int, Never>(demand: .max(5))
            outer.switchToLatest().subscribe(recorder)
            outer.send(first.eraseToAnyPublisher())

            runThreads([{ first.send(0) }, { outer.send((1...5).publisher.eraseToAnyPublisher()) }])
            recorder.request(.unlimited)

            defer { recorder.cancel() }
            return recorder.values.filter { $0 > 0 }
        }

        #expect(Set(values) == [Array(1...5)])
    }
}
