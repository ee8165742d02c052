import Foundation
import Streams
import Testing

/// The types that can be compared, encoded and printed, as in Combine.
@Suite struct ConformanceTests {
    private let a = Just(1)
    private let b = Just(2)

    @Test func `publishers without closures are equal when their parts are`() {
        typealias P = Publishers
        let upstream = P.Sequence<[Int], SampleError>(sequence: [1, 2])

        #expect(P.First(upstream: a) == P.First(upstream: a) && P.First(upstream: a) != P.First(upstream: b))
        #expect(P.Last(upstream: a) != P.Last(upstream: b))
        #expect(P.Count(upstream: a) != P.Count(upstream: b))
        #expect(P.Collect(upstream: a) != P.Collect(upstream: b))
        #expect(P.CollectByCount(upstream: a, count: 2) != P.CollectByCount(upstream: a, count: 3))
        #expect(P.IgnoreOutput(upstream: a) != P.IgnoreOutput(upstream: b))
        #expect(P.Contains(upstream: a, output: 1) != P.Contains(upstream: a, output: 2))
        #expect(P.Drop(upstream: a, count: 1) != P.Drop(upstream: a, count: 2))
        #expect(P.Output(upstream: a, range: 0..<1) != P.Output(upstream: a, range: 0..<2))
        #expect(P.Retry(upstream: upstream, retries: 1) != P.Retry(upstream: upstream, retries: nil))
        #expect(P.ReplaceEmpty(upstream: a, output: 1) != P.ReplaceEmpty(upstream: a, output: 2))
        #expect(P.ReplaceError(upstream: upstream, output: 1) != P.ReplaceError(upstream: upstream, output: 2))
        #expect(
            P.SetFailureType<Just<Int>, SampleError>(upstream: a)
                != P.SetFailureType<Just<Int>, SampleError>(upstream: b))
        #expect(P.Concatenate(prefix: a, suffix: b) != P.Concatenate(prefix: b, suffix: a))
        #expect(P.DropUntilOutput(upstream: a, other: b) != P.DropUntilOutput(upstream: b, other: a))
        #expect(P.PrefixUntilOutput(upstream: a, other: b) != P.PrefixUntilOutput(upstream: b, other: a))
        #expect(P.Zip(a, b) != P.Zip(b, a) && P.Zip3(a, b, a) != P.Zip3(b, a, a))
        #expect(P.Zip4(a, b, a, b) != P.Zip4(b, a, a, b))
        #expect(P.CombineLatest(a, b) != P.CombineLatest(b, a))
        #expect(P.CombineLatest3(a, b, a) != P.CombineLatest3(b, a, a))
        #expect(P.CombineLatest4(a, b, a, b) != P.CombineLatest4(b, a, a, b))
        #expect(P.Merge(a, b) != P.Merge(b, a) && P.Merge3(a, b, a) != P.Merge3(b, a, a))
        #expect(P.Merge4(a, b, a, b) != P.Merge4(b, a, a, b) && P.Merge5(a, b, a, b, a) != P.Merge5(b, b, a, b, a))
        #expect(P.Merge6(a, b, a, b, a, b) != P.Merge6(b, b, a, b, a, b))
        #expect(P.Merge7(a, b, a, b, a, b, a) != P.Merge7(b, b, a, b, a, b, a))
        #expect(P.Merge8(a, b, a, b, a, b, a, b) != P.Merge8(b, b, a, b, a, b, a, b))
        #expect(P.MergeMany(a, b) != P.MergeMany(b, a))
        #expect(Fail<Int, SampleError>(error: SampleError()) != Fail<Int, SampleError>(error: SampleError(code: 1)))
        #expect(Empty<Int, SampleError>() != Empty<Int, SampleError>(completeImmediately: false))
    }

    @Test func `a shared publisher is equal to itself only`() {
        let shared = a.share()
        #expect(shared == shared)
        #expect(shared != a.share())
    }

    struct Reason: Error, Codable, Hashable { var text: String }

    @Test func `demands, ends and records are written as Combine writes them`() throws {
        let demands: [Subscribers.Demand] = [.none, .max(42), .unlimited]
        let ends: [Subscribers.Completion<Reason>] = [.finished, .failure(Reason(text: "no"))]
        let record = Record(output: [1, 2], completion: ends[1])

        #expect(try json(demands) == "[0,42,9223372036854775808]")
        #expect(try json(ends) == #"[{"success":true},{"error":{"text":"no"},"success":false}]"#)
        let text = #"{"recording":{"completion":{"error":{"text":"no"},"success":false},"output":[1,2]}}"#
        #expect(try json(record) == text)
    }

    @Test func `demands, ends and records are read as they were written`() throws {
        let demands: [Subscribers.Demand] = [.none, .max(42), .unlimited]
        let ends: Set<Subscribers.Completion<Reason>> = [.finished, .failure(Reason(text: "no"))]
        let record = Record(output: [1, 2], completion: .failure(Reason(text: "no")))

        #expect(try copy(demands) == demands)
        #expect(try copy(ends) == ends)
        #expect(try copy(record).transcript == "1 2 Reason(text: \"no\")")
    }

    private func copy<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func `descriptions are those of Combine`() {
        let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
        let assign = Subscribers.Assign(object: StateGroupTests.Box(), keyPath: \.value)

        #expect("\(sink)" == "Sink" && "\(AnySubscriber(sink))" == "Sink")
        #expect("\(AnySubscriber<Int, Never>())" == "Anonymous AnySubscriber")
        #expect("\(assign)" == "Assign Box")
        #expect("\(a.eraseToAnyPublisher())" == "AnyPublisher")
        #expect("\(Subscriptions.empty)" == "Empty")
        #expect("\(sink.combineIdentifier)".hasPrefix("0x"))
        #expect(AnySubscriber(sink).combineIdentifier == sink.combineIdentifier)
        #expect(CombineIdentifier() != CombineIdentifier())
    }
}
