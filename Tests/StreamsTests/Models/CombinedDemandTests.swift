import Streams
import StreamsTesting
import Testing

/// Operators of several publishers or with a scheduler, whose subscriber demands a few values at a time: never more
/// values than demanded, and all of them in the end.
///
/// Which value of two publishers comes first depends on the demand, so that the model says what the values are, not
/// their order.
@Suite struct CombinedDemandTests {
    /// An operator on two publishers that wait for demand, and a check of all values that it published.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Whether each demand is met while there are values. `combineLatest` demands as many of each publisher,
        /// combines their latest values, and skips combinations that exceed the demand.
        var meetsDemand = true
        let attach: @Sendable (_ a: [Int], _ b: [Int], _ scheduler: ManualScheduler, _ watcher: Watcher) -> Void
        /// Whether these are all values of the operator for the values of the two publishers.
        let isComplete: @Sendable (_ values: [String], _ a: [Int], _ b: [Int]) -> Bool
    }

    private static func publisher(_ values: [Int]) -> AnyPublisher<Int, SampleError> {
        Record(output: values, completion: .finished).eraseToAnyPublisher()
    }

    private static func texts(_ values: [Int]) -> [String] { values.map { "\($0)" } }

    private static let inOrder: @Sendable ([String], [Int], [Int]) -> Bool = { values, a, _ in values == texts(a) }

    private static let cases = [
        Case(
            testDescription: "merge", attach: { a, b, _, w in w.watch(publisher(a).merge(with: publisher(b))) },
            isComplete: { values, a, b in
                // Those of the second publisher have three digits.
                values.sorted() == texts(a + b).sorted() && values.filter { $0.count < 3 } == texts(a)
                    && values.filter { $0.count == 3 } == texts(b)
            }),
        Case(
            testDescription: "zip",
            attach: { a, b, _, w in w.watch(publisher(a).zip(publisher(b)) { "\($0)-\($1)" }) },
            isComplete: { values, a, b in values == zip(a, b).map { "\($0)-\($1)" } }),
        Case(
            testDescription: "combineLatest", meetsDemand: false,
            attach: { a, b, _, w in w.watch(publisher(a).combineLatest(publisher(b)) { "\($0)-\($1)" }) },
            isComplete: { values, a, b in
                guard !a.isEmpty, !b.isEmpty else { return values == [] }
                // Each combination has a later value than the one before, of one of the publishers.
                var place = (a.startIndex, b.startIndex)
                return !values.isEmpty && values.count < a.count + b.count
                    && values.allSatisfy { text in
                        for first in place.0..<a.count {
                            for second in place.1..<b.count where text == "\(a[first])-\(b[second])" {
                                place = (first, second)
                                return true
                            }
                        }
                        return false
                    }
            }),
        Case(
            testDescription: "flatMap",
            attach: { a, b, _, w in
                w.watch(publisher(a).flatMap { value in publisher(b.map { value * 1_000 + $0 }) })
            },
            isComplete: { values, a, b in
                values.sorted() == texts(a.flatMap { value in b.map { value * 1_000 + $0 } }).sorted()
            }),
        Case(
            testDescription: "flatMap(maxPublishers: .max(1))",
            attach: { a, b, _, w in
                w.watch(
                    publisher(a).flatMap(maxPublishers: .max(1)) { value in publisher(b.map { value * 1_000 + $0 }) })
            },
            isComplete: { values, a, b in values == texts(a.flatMap { value in b.map { value * 1_000 + $0 } }) }),
        Case(
            testDescription: "delay",
            attach: { a, _, s, w in w.watch(publisher(a).delay(for: .milliseconds(100), scheduler: s)) },
            isComplete: inOrder),
        Case(
            testDescription: "receive(on:)", attach: { a, _, s, w in w.watch(publisher(a).receive(on: s)) },
            isComplete: inOrder),
    ]

    @Test(arguments: cases)
    func `publishes no more values than demanded, and all in the end`(operation: Case) {
        for seed in 1...80 {
            var random = SeededGenerator(seed: seed)
            let a = (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0...99, using: &random) }
            let b = (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 100...199, using: &random) }
            let scheduler = ManualScheduler()
            let watcher = Watcher(scheduler)
            operation.attach(a, b, scheduler, watcher)
            var demanded = 0
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let more = Int.random(in: 1...3, using: &random)
                demanded += more
                let before = watcher.values
                watcher.request(.max(more))
                scheduler.advance(by: .seconds(1))
                #expect(watcher.values.count <= demanded, "seed \(seed), \(a), \(b)")
                #expect(Array(watcher.values.prefix(before.count)) == before, "seed \(seed), \(a), \(b)")
                // With values left, each demand is met.
                let isMet = watcher.values.count == demanded || watcher.end != nil || !operation.meetsDemand
                #expect(isMet, "seed \(seed), \(a), \(b)")
            }
            watcher.request(.unlimited)
            scheduler.advance(by: .seconds(10))

            #expect(watcher.end == "finished", "seed \(seed), \(a), \(b)")
            #expect(operation.isComplete(watcher.values, a, b), "seed \(seed), \(a), \(b): \(watcher.values)")
        }
    }
    @Test func `combineLatest demands replacements in the order of its publishers, in every subscription`() {
        let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
        let logs = (0..<32).map { _ in Log() }
        for log in logs {
            let sources = (0..<3).map { index in
                subjects[index].handleEvents(receiveRequest: { log.add("\(index): \($0)") })
            }
            sources[0].combineLatest(sources[1], sources[2])
                .subscribe(AnySubscriber(receiveSubscription: { $0.request(.max(3)) }))
        }

        for subject in subjects { for value in 0...1 { subject.send(value) } }

        for log in logs { #expect(log.events.dropFirst(3) == ["0: max(1)", "1: max(1)"]) }
        for subject in subjects { subject.send(completion: .finished) }
    }
}
