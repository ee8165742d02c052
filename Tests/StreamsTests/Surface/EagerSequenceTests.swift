import Streams
import Testing

@Suite struct EagerSequenceTests {
    private typealias Numbers = Publishers.Sequence<[Int], Never>
    private let numbers = Numbers(sequence: [1, 2, 2, 3])
    private let none = Numbers(sequence: [])

    @Test func `mapping gives a Sequence`() {
        #expect(numbers.map { $0 * 2 } == Numbers(sequence: [2, 4, 4, 6]))
        #expect(numbers.compactMap { $0 == 2 ? nil : $0 } == Numbers(sequence: [1, 3]))
        #expect(numbers.scan(0, +) == Numbers(sequence: [1, 3, 5, 8]))
        #expect(numbers.removeDuplicates() == Numbers(sequence: [1, 2, 3]))
        #expect([nil, nil, 1].publisher.removeDuplicates().sequence == [nil, 1])
        #expect(numbers.ignoreOutput() == Empty<Int, Never>())
        #expect(numbers.setFailureType(to: Oops.self) == Publishers.Sequence(sequence: [1, 2, 2, 3]))
    }

    @Test func `replaceNil publishes optionals where the type annotation asks for them, as in Combine`() {
        let optional: Publishers.Sequence<[Int?], Never> = [1, nil].publisher.replaceNil(with: 0)

        #expect(optional.sequence == [1, 0])
        #expect([1, nil].publisher.replaceNil(with: 0).map { $0 + 1 }.transcript == "2 1 finished")
    }

    @Test func `gathering gives a Result`() {
        #expect(numbers.reduce(0, +) == Result<Int, Never>.Publisher(8))
        #expect(numbers.collect() == Result<[Int], Never>.Publisher([1, 2, 2, 3]))
        #expect(numbers.allSatisfy { $0 < 3 } == Result<Bool, Never>.Publisher(false))
        #expect(numbers.contains { $0 > 2 } == Result<Bool, Never>.Publisher(true))
        #expect(numbers.contains(4) == Result<Bool, Never>.Publisher(false))
        #expect(numbers.count() == Just(4))
        #expect(numbers.setFailureType(to: Oops.self).count() == Result<Int, Oops>.Publisher(4))
        #expect(throws: Oops(code: 1)) { try numbers.tryReduce(0) { _, _ in throw Oops(code: 1) }.result.get() }
        #expect(throws: Oops(code: 2)) { try numbers.tryAllSatisfy { _ in throw Oops(code: 2) }.result.get() }
        #expect(throws: Oops(code: 3)) { try numbers.tryContains { _ in throw Oops(code: 3) }.result.get() }
    }

    @Test func `one of them is an Optional`() {
        #expect(numbers.min() == Int?.Publisher(1) && none.max() == Int?.Publisher(nil))
        #expect(numbers.min { $0 > $1 } == Int?.Publisher(3) && numbers.max { $0 > $1 } == Int?.Publisher(1))
        #expect(numbers.first() == Int?.Publisher(1) && numbers.last() == Int?.Publisher(3))
        #expect(numbers.first { $0 > 1 } == Int?.Publisher(2) && numbers.last { $0 > 5 } == Int?.Publisher(nil))
        #expect(numbers.output(at: 3) == Int?.Publisher(3) && numbers.output(at: 4) == Int?.Publisher(nil))
    }

    @Test func `some of them are a Sequence`() {
        #expect(numbers.filter { $0 == 2 } == Numbers(sequence: [2, 2]))
        #expect(numbers.prefix(2).transcript == "1 2 finished")
        #expect(numbers.prefix { $0 < 3 } == Numbers(sequence: [1, 2, 2]))
        #expect(numbers.dropFirst(3).transcript == "3 finished")
        let dropped: Publishers.Sequence<DropWhileSequence<[Int]>, Never> = numbers.drop { $0 < 3 }
        #expect(dropped.transcript == "3 finished")
        #expect(numbers.output(in: 1..<3) == Numbers(sequence: [2, 2]))
        #expect(numbers.output(in: 3..<9) == Numbers(sequence: [3]))
    }

    @Test func `more of them are a Sequence`() {
        #expect(numbers.append(4, 5) == Numbers(sequence: [1, 2, 2, 3, 4, 5]))
        #expect(numbers.append(4...5) == Numbers(sequence: [1, 2, 2, 3, 4, 5]))
        #expect(none.append(numbers) == numbers && numbers.prepend(none) == numbers)
        #expect(numbers.prepend(-1, 0) == Numbers(sequence: [-1, 0, 1, 2, 2, 3]))
        #expect(numbers.prepend(0...0) == Numbers(sequence: [0, 1, 2, 2, 3]))
    }

    @Test func `closures run when the operator is called where the type is written, otherwise for each subscriber`() {
        let calls = Counter()
        let count: @Sendable (Int) -> Int = { value in
            _ = calls.next()
            return value
        }

        let eager: Numbers = numbers.map(count)
        #expect(calls.value == 4)
        #expect(eager.transcript == eager.transcript)
        #expect(calls.value == 4)

        let lazy = numbers.map(count)
        #expect(calls.value == 4)
        #expect(lazy.transcript == lazy.transcript)
        #expect(calls.value == 12)
    }
}
