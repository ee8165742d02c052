import Streams
import StreamsExtras
import StreamsTesting
import Testing

@Suite struct CombineGroupTests {
    let a = PassthroughSubject<Int, SampleError>()
    let b = PassthroughSubject<Int, SampleError>()
    let c = PassthroughSubject<Int, SampleError>()

    @Test func `merge passes on all as they come, and finishes with the last`() {
        let (two, many) = (Recorder<Int, SampleError>(), Recorder<Int, SampleError>())
        a.map { $0 }.merge(with: b, c).subscribe(two)
        Publishers.MergeMany([a, b, c]).subscribe(many)

        a.send(1)
        c.send(2)
        a.send(completion: .finished)
        b.send(3)
        b.send(completion: .finished)
        c.send(completion: .finished)

        #expect(two.transcript == "1 2 3 finished")
        #expect(many.transcript == "1 2 3 finished")
    }

    @Test func `combineLatest gives the latest of all once all have given one`() {
        let recorder = Recorder<String, SampleError>()
        a.combineLatest(b, c) { "\($0)\($1)\($2)" }.subscribe(recorder)

        a.send(1)
        a.send(2)
        b.send(3)
        c.send(4)
        a.send(5)
        a.send(completion: .finished)
        b.send(6)

        #expect(recorder.transcript == "234 534 564")
        recorder.cancel()
    }

    @Test func `zip pairs values, and finishes when no pair can come`() {
        let recorder = Recorder<String, SampleError>()
        a.zip(b) { "\($0)\($1)" }.subscribe(recorder)

        a.send(1)
        a.send(2)
        b.send(3)
        a.send(completion: .finished)
        #expect(recorder.transcript == "13")
        b.send(4)

        #expect(recorder.transcript == "13 24 finished")
    }

    @Test func `a failure of one ends all`() {
        let recorder = Recorder<String, SampleError>()
        a.zip(b, c) { "\($0)\($1)\($2)" }.subscribe(recorder)

        b.send(completion: .failure(SampleError()))
        a.send(1)

        #expect(recorder.transcript == "SampleError(code: 0)")
    }

    @Test func `switchToLatest cancels the one before`() {
        let probe = Probe<Int, SampleError>()
        let outer = PassthroughSubject<AnyPublisher<Int, SampleError>, SampleError>()
        let recorder = Recorder<Int, SampleError>()
        outer.switchToLatest().subscribe(recorder)

        outer.send(probe.eraseToAnyPublisher())
        probe.send(1)
        outer.send(a.eraseToAnyPublisher())
        a.send(2)
        outer.send(completion: .finished)
        a.send(3)
        a.send(completion: .finished)

        #expect(probe.isCancelled)
        #expect(recorder.transcript == "1 2 3 finished")
    }

    @Test func `concatMap takes one after the other`() {
        let (outer, recorder) = (PassthroughSubject<Int, SampleError>(), Recorder<Int, SampleError>())
        let inner = [a, b]
        outer.concatMap { inner[$0] }.subscribe(recorder)

        outer.send(0)
        outer.send(1)
        b.send(9)
        a.send(1)
        a.send(completion: .finished)
        b.send(2)

        #expect(recorder.transcript == "1 2")
        recorder.cancel()
    }
}
