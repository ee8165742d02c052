import Streams
import StreamsTesting
import Testing

@Suite struct SequenceGroupTests {
    @Test func `prefix, dropFirst, output and their while forms`() {
        #expect(three.prefix(2).transcript == "1 2 finished")
        #expect(three.prefix { $0 < 2 }.transcript == "1 finished")
        #expect(
            three.tryPrefix { if $0 == 2 { throw SampleError() } else { true } }.transcript == "1 SampleError(code: 0)")
        #expect(three.dropFirst().transcript == "2 3 finished")
        #expect(three.drop { $0 < 2 }.transcript == "2 3 finished")
        #expect(three.tryDrop { if $0 == 2 { throw SampleError() } else { true } }.transcript == "SampleError(code: 0)")
        #expect(three.output(at: 1).transcript == "2 finished")
        #expect(three.output(in: 1...).transcript == "2 3 finished")
        #expect(three.output(in: ..<2).transcript == "1 2 finished")
    }

    @Test func `first and last`() {
        #expect(three.first().transcript == "1 finished")
        #expect(three.first { $0 > 1 }.transcript == "2 finished")
        #expect(
            three.tryFirst { if $0 == 2 { throw SampleError() } else { false } }.transcript == "SampleError(code: 0)")
        #expect(three.last().transcript == "3 finished")
        #expect(three.last { $0 < 3 }.transcript == "2 finished")
        #expect(three.tryLast { $0 < 3 }.transcript == "2 finished")
    }

    @Test func `append and prepend`() {
        #expect(three.append(4, 5).transcript == "1 2 3 4 5 finished")
        #expect(three.append([4]).transcript == "1 2 3 4 finished")
        #expect(three.prepend(three).transcript == "1 2 3 1 2 3 finished")
        #expect(three.prepend(-1, 0).transcript == "-1 0 1 2 3 finished")
    }

    @Test func `until another publisher gives a value`() {
        let (values, signal) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Void, Never>())
        let (before, after) = (Recorder<Int, Never>(), Recorder<Int, Never>())
        values.prefix(untilOutputFrom: signal).subscribe(before)
        values.drop(untilOutputFrom: signal).subscribe(after)

        values.send(1)
        signal.send()
        values.send(2)

        #expect(before.transcript == "1 finished")
        #expect(after.transcript == "2")
        after.cancel()
    }

    @Test func `flatMap loses no value of drop(untilOutputFrom:), whose upstream subscription comes late`() {
        let (values, next) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Void, Never>())
        let recorder = Recorder<Int, Never>()
        values.drop(untilOutputFrom: Just(0))
            .flatMap(maxPublishers: .max(1)) { value in next.first().map { value } }
            .subscribe(recorder)

        for value in 1...3 { values.send(value) }
        for _ in 1...3 { next.send() }

        #expect(recorder.values == [1, 2, 3])
        recorder.cancel()
    }
}
