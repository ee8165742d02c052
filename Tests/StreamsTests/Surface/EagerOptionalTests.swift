import Streams
import Testing

@Suite struct EagerOptionalTests {
    private let some = Int?.Publisher(5)
    private let none = Int?.Publisher(nil)

    @Test func `mapping gives an Optional, and nothing of nothing`() {
        #expect(some.map { "\($0)" } == String?.Publisher("5") && none.map { "\($0)" } == String?.Publisher(nil))
        #expect(some.compactMap { $0 > 5 ? $0 : nil } == none)
        #expect(some.scan(1, +) == Int?.Publisher(6) && none.scan(1, +) == none)
        #expect(some.reduce(1, +) == Int?.Publisher(6) && none.reduce(1, +) == none)
        #expect(some.count() == Int?.Publisher(1) && none.count() == none)
        #expect(some.collect() == [Int]?.Publisher([5]) && none.collect() == [Int]?.Publisher([]))
        #expect(some.ignoreOutput() == Empty<Int, Never>())
        #expect(some.replaceEmpty(with: 0) == Just(5) && none.replaceEmpty(with: 0) == Just(0))
        #expect(some.replaceError(with: 0) == some && some.retry(2) == some)
        #expect(some.setFailureType(to: Oops.self).transcript == "5 finished")
    }

    @Test func `looking at the value gives an Optional`() {
        #expect(some.allSatisfy { $0 > 5 } == Bool?.Publisher(false))
        #expect(none.allSatisfy { $0 > 5 } == Bool?.Publisher(nil))
        #expect(some.contains { $0 == 5 } == Bool?.Publisher(true) && some.contains(6) == Bool?.Publisher(false))
        #expect(some.min() == some && some.max() == some)
        #expect(some.min { $0 > $1 } == some && none.max { $0 > $1 } == none)
        #expect(some.removeDuplicates() == some && some.removeDuplicates { _, _ in true } == some)
    }

    @Test func `choosing gives an Optional`() {
        #expect(some.filter { $0 > 5 } == none)
        #expect(some.first() == some && some.first { $0 > 5 } == none)
        #expect(some.last() == some && some.last { $0 == 5 } == some)
        #expect(some.dropFirst() == none && some.dropFirst(0) == some)
        #expect(some.drop { $0 == 5 } == none)
        #expect(some.prefix(0) == none && some.prefix(1) == some && some.prefix { $0 > 5 } == none)
        #expect(some.output(at: 0) == some && some.output(at: 1) == none)
        #expect(some.output(in: ...0) == some && some.output(in: 1...) == none)
    }
}
