import Streams
import Testing

/// The operators of `Just` that compute their result immediately, with the types that Combine returns.
@Suite struct EagerJustTests {
    private let five = Just(5)

    @Test func `mapping gives a Just or a Result`() {
        #expect(five.map { $0 * 2 } == Just(10))
        #expect(five.setFailureType(to: Oops.self) == Result<Int, Oops>.Publisher(5))
        #expect(five.mapError { _ -> Oops in } == Result<Int, Oops>.Publisher(5))
        #expect(five.scan(1, +) == Result<Int, Never>.Publisher(6))
        #expect(five.reduce(1, +) == Result<Int, Never>.Publisher(6))
        #expect(five.collect() == Just([5]))
        #expect(five.count() == Just(1))
        #expect(five.ignoreOutput() == Empty<Int, Never>())
    }

    @Test func `what is thrown is the failure of a Result`() {
        #expect(throws: Oops(code: 1)) { try five.tryMap { _ -> Int in throw Oops(code: 1) }.result.get() }
        #expect(throws: Oops(code: 2)) { try five.tryScan(0) { _, _ in throw Oops(code: 2) }.result.get() }
        #expect(throws: Oops(code: 3)) { try five.tryReduce(0) { _, _ in throw Oops(code: 3) }.result.get() }
        #expect(throws: Oops(code: 4)) { try five.tryAllSatisfy { _ in throw Oops(code: 4) }.result.get() }
        #expect(throws: Oops(code: 5)) { try five.tryContains { _ in throw Oops(code: 5) }.result.get() }
        let same: Result<Int, any Error>.Publisher = five.tryRemoveDuplicates { _, _ in throw Oops() }
        #expect(same.transcript == "5 finished")
    }

    @Test func `looking at the value gives a Just`() {
        #expect(five.allSatisfy { $0 > 5 } == Just(false))
        #expect(five.contains { $0 > 4 } == Just(true))
        #expect(five.contains(5) == Just(true))
        #expect(five.min() == five && five.max() == five)
        #expect(five.min { $0 > $1 } == five && five.max { $0 > $1 } == five)
        #expect(five.removeDuplicates() == five && five.removeDuplicates { _, _ in true } == five)
        #expect(five.replaceEmpty(with: 0) == five && five.replaceError(with: 0) == five && five.retry(3) == five)
        #expect(five.first() == five && five.last() == five)
    }

    @Test func `choosing gives an Optional`() {
        let (some, none) = (Int?.Publisher(5), Int?.Publisher(nil))

        #expect(five.filter { $0 > 5 } == none && five.filter { $0 == 5 } == some)
        #expect(five.compactMap { $0 > 5 ? $0 : nil } == none)
        #expect(five.first { $0 == 5 } == some && five.last { $0 > 5 } == none)
        #expect(five.dropFirst() == none && five.dropFirst(0) == some)
        #expect(five.drop { $0 == 5 } == none && five.drop { $0 > 5 } == some)
        #expect(five.prefix(0) == none && five.prefix(2) == some)
        #expect(five.prefix { $0 == 5 } == some && five.prefix { $0 > 5 } == none)
        #expect(five.output(at: 0) == some && five.output(at: 1) == none)
        #expect(five.output(in: 0...) == some && five.output(in: 1..<3) == none)
    }

    @Test func `adding gives a Sequence`() {
        #expect(five.append(6, 7) == Publishers.Sequence<[Int], Never>(sequence: [5, 6, 7]))
        #expect(five.append(Set([6])) == Publishers.Sequence<[Int], Never>(sequence: [5, 6]))
        #expect(five.prepend(3, 4) == Publishers.Sequence<[Int], Never>(sequence: [3, 4, 5]))
        #expect(five.prepend(3...4) == Publishers.Sequence<[Int], Never>(sequence: [3, 4, 5]))
    }
}
