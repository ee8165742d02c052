import Streams
import StreamsTesting
import Testing

/// Operators that combine with the operator before them, with the types that Combine returns.
@Suite struct CollapseTests {
    private typealias Source = PassthroughSubject<Int, Oops>
    private let source = Source()
    private let recorder = Recorder<Int, Oops>()

    @Test func `closures run in order, and what is thrown ends both`() {
        let tryMapped = three.tryMap { $0 * 2 }.map { $0 + 1 }.tryMap { if $0 == 5 { throw Oops() } else { $0 } }
        #expect(tryMapped.transcript == "3 Oops(code: 0)")
        let filtered = three.tryFilter { $0 != 1 }.filter { $0 < 3 }.tryFilter { _ in true }
        #expect(filtered.transcript == "2 finished")
        let compacted = three.tryCompactMap { $0 == 1 ? nil : $0 }.compactMap { $0 == 3 ? nil : $0 }
        #expect(compacted.transcript == "2 finished")
        source.compactMap { $0 == 1 ? nil : $0 }.compactMap { $0 + 1 }.map { $0 * 2 }.subscribe(recorder)
        for value in 1...3 { source.send(value) }
        #expect(recorder.transcript == "6 8")
        recorder.cancel()
    }

    @Test func `merges make one merge, up to eight`() {
        let (a, b) = (source.map { $0 }, source.filter { _ in true })
        typealias A = Publishers.Map<Source, Int>
        typealias B = Publishers.Filter<Source>

        let two: Publishers.Merge<A, B> = a.merge(with: b)
        let three: Publishers.Merge3<A, B, A> = two.merge(with: a)
        let four: Publishers.Merge4<A, B, A, B> = three.merge(with: b)
        let five: Publishers.Merge5<A, B, A, B, A> = four.merge(with: a)
        let six: Publishers.Merge6<A, B, A, B, A, B> = five.merge(with: b)
        let seven: Publishers.Merge7<A, B, A, B, A, B, A> = six.merge(with: a)
        let eight: Publishers.Merge8<A, B, A, B, A, B, A, B> = seven.merge(with: b)
        let _: Publishers.Merge8<A, B, A, B, A, B, A, B> = two.merge(with: a, b, a, b, a, b)
        let _: Publishers.Merge7<A, B, A, B, A, B, A> = three.merge(with: b, a, b, a)
        let _: Publishers.Merge8<A, B, A, B, A, B, A, B> = six.merge(with: a, b)
        let many: Publishers.MergeMany<Source> = source.merge(with: source).merge(with: source)

        #expect(many.publishers.count == 3)
        #expect(eight.h.upstream === source)
    }

    @Test func `a merge of eight passes on the values of all`() {
        let eight = Just(1).merge(with: Just(2), Just(3).first { _ in true })
            .merge(with: Just(4), [5].publisher, Just(6), Just(7), Just(8))

        #expect(eight.transcript == "1 2 3 4 5 6 7 8 finished")
    }
}
