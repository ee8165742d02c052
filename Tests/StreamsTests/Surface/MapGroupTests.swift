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

    @Test func `map by key paths does not retain its upstream publisher`() {
        let (lifetimes, subject) = (LifetimeCounter(), PassthroughSubject<Point, Never>())
        func watched() -> Deferred<PassthroughSubject<Point, Never>> {
            let life = lifetimes.life()
            return Deferred {
                life.touch()
                return subject
            }
        }

        let tokens = [
            Publishers.MapKeyPath(upstream: watched(), keyPath: \.x).sink { _ in },
            Publishers.MapKeyPath2(upstream: watched(), keyPath0: \.x, keyPath1: \.y).sink { _ in },
        ]

        #expect(lifetimes.living == 0)
        for token in tokens { token.cancel() }
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
