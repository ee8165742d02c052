import Streams
import StreamsTesting
import Testing

@Suite struct MapGroupTests {
    struct Point: Sendable { var x = 1, y = 2, z = 3 }

    @Test func `map, by closure and by key paths`() {
        #expect(three.map { $0 * 2 }.transcript == "2 4 6 finished")
        #expect(Just(Point()).map(\.x).transcript == "1 finished")
        #expect(Just(Point()).map(\.x, \.y).transcript == "(1, 2) finished")
        #expect(Just(Point()).map(\.x, \.y, \.z).transcript == "(1, 2, 3) finished")
    }

    @Test func `tryMap, mapError, setFailureType and replaceNil`() {
        #expect(
            three.tryMap { if $0 == 3 { throw SampleError(code: 3) } else { $0 } }.transcript
                == "1 2 SampleError(code: 3)")
        #expect(
            Fail<Int, SampleError>(error: SampleError()).mapError { SampleError(code: $0.code + 4) }.transcript
                == "SampleError(code: 4)")
        #expect([1, nil, 3].publisher.replaceNil(with: 0).transcript == "1 0 3 finished")
    }

    @Test func `scan and tryScan`() {
        #expect(three.scan(10, +).transcript == "11 13 16 finished")
        #expect(
            three.tryScan(0) { if $1 == 3 { throw SampleError() } else { $0 + $1 } }.transcript
                == "1 3 SampleError(code: 0)")
    }
}
