import Streams
import Testing

@Suite struct EagerResultTests {
    private typealias Answer<T: Sendable> = Result<T, Oops>.Publisher
    private let good = Answer<Int>(5)
    private let bad = Answer<Int>(Oops(code: 7))

    @Test func `mapping gives a Result, and keeps the failure`() {
        #expect(good.map { $0 * 2 } == Answer(10) && bad.map { $0 * 2 } == bad)
        #expect(bad.mapError { Oops(code: $0.code + 1) } == Answer<Int>(Oops(code: 8)))
        #expect(good.scan(1, +) == Answer(6) && good.reduce(1, +) == Answer(6))
        #expect(good.collect() == Answer([5]) && bad.collect() == Answer<[Int]>(Oops(code: 7)))
        #expect(good.count() == Answer(1))
        #expect(bad.replaceError(with: 0) == Result<Int, Never>.Publisher(0))
        #expect(good.replaceEmpty(with: 0) == good && bad.retry(2) == bad)
        #expect(Result<Int, Never>.Publisher(5).setFailureType(to: Oops.self) == good)
    }

    @Test func `ignoreOutput keeps the failure, unless an Empty is asked for`() {
        let empty: Empty<Int, Oops> = bad.ignoreOutput()

        #expect(empty == Empty<Int, Oops>())
        #expect(bad.ignoreOutput().transcript == "Oops(code: 7)")
    }

    @Test func `what is thrown is the failure`() {
        #expect(throws: Oops(code: 1)) { try good.tryMap { _ -> Int in throw Oops(code: 1) }.result.get() }
        #expect(throws: Oops(code: 7)) { try bad.tryMap { $0 }.result.get() }
        #expect(throws: Oops(code: 2)) { try good.tryScan(0) { _, _ in throw Oops(code: 2) }.result.get() }
        #expect(throws: Oops(code: 3)) { try good.tryReduce(0) { _, _ in throw Oops(code: 3) }.result.get() }
        #expect(throws: Oops(code: 4)) { try good.tryAllSatisfy { _ in throw Oops(code: 4) }.result.get() }
        #expect(throws: Oops(code: 5)) { try good.tryContains { _ in throw Oops(code: 5) }.result.get() }
        #expect(throws: Oops(code: 7)) { try bad.tryRemoveDuplicates { _, _ in true }.result.get() }
        #expect(throws: Oops(code: 7)) { try bad.tryMin { $0 < $1 }.result.get() }
        #expect(throws: Oops(code: 7)) { try bad.tryMax { $0 < $1 }.result.get() }
    }

    @Test func `looking at the value gives a Result`() {
        #expect(good.allSatisfy { $0 > 5 } == Answer(false) && good.contains { $0 == 5 } == Answer(true))
        #expect(good.contains(5) == Answer(true) && bad.contains(5) == Answer<Bool>(Oops(code: 7)))
        #expect(good.first() == good && good.last() == good)
        #expect(good.min() == good && good.max() == good)
        #expect(good.min { $0 > $1 } == good && good.max { $0 > $1 } == good)
        #expect(good.removeDuplicates() == good && good.removeDuplicates { _, _ in true } == good)
    }
}
