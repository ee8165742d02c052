import Streams
import StreamsTesting
import Testing

@Suite struct FilterGroupTests {
    @Test func `filter and compactMap`() {
        #expect(three.filter { $0 != 2 }.transcript == "1 3 finished")
        #expect(
            three.tryFilter { if $0 == 3 { throw SampleError() } else { $0 > 1 } }.transcript
                == "2 SampleError(code: 0)")
        #expect(three.compactMap { $0 == 2 ? nil : $0 }.transcript == "1 3 finished")
        #expect(
            three.tryCompactMap { if $0 == 3 { throw SampleError() } else { $0 } }.transcript
                == "1 2 SampleError(code: 0)")
    }

    @Test(arguments: [(sent: [1, 1, 2], seen: [1, 2]), (sent: [1, 2, 1], seen: [1, 2, 1])])
    func `removeDuplicates leaves out repeats in a row`(sent: [Int], seen: [Int]) {
        let upstream = Probe<Int, Never>()
        let downstream = Recorder<Int, Never>()
        upstream.removeDuplicates().receive(subscriber: downstream)

        for value in sent { upstream.send(value) }

        #expect(downstream.values == seen)
        downstream.cancel()
    }

    @Test func `replaceEmpty and replaceError`() {
        #expect(Empty<Int, SampleError>().replaceEmpty(with: 7).transcript == "7 finished")
        #expect(three.replaceEmpty(with: 7).transcript == "1 2 3 finished")
        #expect(Fail<Int, SampleError>(error: SampleError()).replaceError(with: 7).transcript == "7 finished")
        #expect(Fail<Int, SampleError>(error: SampleError()).replaceEmpty(with: 7).transcript == "SampleError(code: 0)")
    }
}
