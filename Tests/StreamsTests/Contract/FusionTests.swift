import Streams
import StreamsTesting
import Synchronization
import Testing

/// A chain over a sequence that is followed by `sink` runs as one loop, without subscriptions and demand: the fused path.
/// It must not differ from the ordinary path, which a chain takes when it is erased.
@Suite struct FusionTests {
    @Test(arguments: fusions)
    func `runs as one loop with the same events as through subscriptions`(fusion: Fusion) {
        for seed in 1...120 {
            var dice = Dice(seed: seed)
            let script = Script(rolling: &dice)
            let fused = fusion.fused(script)
            let demands = (0..<12).map { _ in Int.random(in: 1...4, using: &dice) }

            #expect(fusion.erased(script, [Int.max], nil) == fused, "erased, \(script)")
            #expect(fusion.unerased(script, [Int.max], nil) == fused, "through a subscriber, \(script)")
            if !fusion.mergesUnderDemand {
                #expect(fusion.erased(script, demands + [Int.max], nil) == fused, "demanded \(demands), \(script)")
                #expect(fusion.unerased(script, demands + [Int.max], nil) == fused, "demanded \(demands), \(script)")
            }

            let limit = Int.random(in: 1...4, using: &dice)
            let values = fused.filter { !$0.hasPrefix("end") }
            let expected = values.count < limit ? fused : Array(values.prefix(limit))
            #expect(fusion.erased(script, [Int.max], limit) == expected, "cancelled after \(limit), \(script)")
            #expect(fusion.unerased(script, [Int.max], limit) == expected, "cancelled after \(limit), \(script)")
        }
    }

    @Test func `stops an endless sequence as soon as the operator has enough`() {
        let values = Mutex<[Int]>([])

        _ = (0...).publisher.map { $0 * 2 }.filter { $0 % 4 == 0 }.prefix(3).sink { value in
            values.withLock { $0.append(value) }
        }

        #expect(values.withLock { $0 } == [0, 4, 8])
    }
}

/// Some values and an end.
struct Script: Sendable, CustomStringConvertible {
    typealias Source = Publishers.Concatenate<Publishers.Sequence<[Int], Oops>, Result<Int, Oops>.Publisher>

    let values: [Int]
    let last: Result<Int, Oops>
    /// A number that operators compare values with.
    let pivot: Int

    init(rolling dice: inout Dice) {
        let count = Int.random(in: 0...9, using: &dice)
        values = (0..<count).map { _ in Int.random(in: -3...6, using: &dice) }
        last =
            Bool.random(using: &dice) ? .success(Int.random(in: -3...6, using: &dice)) : .failure(Oops(code: count))
        pivot = Int.random(in: -2...5, using: &dice)
    }

    var source: Source { Publishers.Sequence<[Int], Oops>(sequence: values).append(last.publisher) }
    var description: String { "values \(values), last \(last), pivot \(pivot)" }
}

/// A synchronous operator under test.
struct Fusion: Sendable, CustomTestStringConvertible {
    /// Runs with requests of these sizes, and cancels after so many values; returns the events.
    typealias Run = @Sendable (Script, [Int], Int?) -> [String]

    let testDescription: String
    /// Whether publishers run side by side under a bounded demand, so that their order is another one, as in Combine.
    let mergesUnderDemand: Bool
    let fused: @Sendable (Script) -> [String]
    let erased: Run
    let unerased: Run

    init<P: SynchronousPublisher>(
        _ name: String, mergesUnderDemand: Bool = false, _ apply: @escaping @Sendable (Script.Source, Int) -> P
    ) {
        testDescription = name
        self.mergesUnderDemand = mergesUnderDemand
        fused = { script in
            let events = Mutex<[String]>([])
            _ = apply(script.source, script.pivot).sink(
                receiveCompletion: { end in events.withLock { $0.append("end \(end)") } },
                receiveValue: { value in events.withLock { $0.append("\(value)") } })
            return events.withLock { $0 }
        }
        erased = { script, demands, limit in
            Self.run(apply(script.source, script.pivot).eraseToAnyPublisher(), demands, limit)
        }
        unerased = { script, demands, limit in Self.run(apply(script.source, script.pivot), demands, limit) }
    }

    private static func run<P: Publisher>(_ publisher: P, _ demands: [Int], _ limit: Int?) -> [String] {
        let recorder = Mutex<Recorder<P.Output, P.Failure>?>(nil)
        let received = Mutex(0)
        let requests = demands.map { $0 == .max ? Demand.unlimited : .max($0) }
        let created = Recorder<P.Output, P.Failure>(demand: requests[0]) { _ in
            let count = received.withLock { count in
                count += 1
                return count
            }
            if count == limit { recorder.withLock { $0 }?.cancel() }
        }
        recorder.withLock { $0 = created }

        publisher.subscribe(created)
        for request in requests.dropFirst() { created.request(request) }

        recorder.withLock { $0 = nil }
        return created.events.compactMap { event in
            switch event {
            case .subscription: nil
            case .value(let value): "\(value)"
            case .completion(let end): "end \(end)"
            }
        }
    }
}

private let fusions: [Fusion] = steps + gatherers + combinations

@Sendable private func failing(_ value: Int, at pivot: Int) throws -> Int {
    if value == pivot { throw Oops(code: 99) } else { value }
}

private let steps: [Fusion] = [
    Fusion("source") { source, _ in source },
    Fusion("map") { source, _ in source.map { $0 + 1 }.map { $0 * 2 } },
    Fusion("map key path") { source, _ in Publishers.MapKeyPath(upstream: source, keyPath: \.description) },
    Fusion("map 2 key paths") { source, _ in source.map(\.description, \.bitWidth) },
    Fusion("map 3 key paths") { source, _ in source.map(\.description, \.bitWidth, \.magnitude) },
    Fusion("tryMap") { source, pivot in source.tryMap { try failing($0, at: pivot) } },
    Fusion("mapError") { source, _ in source.mapError { Oops(code: $0.code + 1) } },
    Fusion("setFailureType") { source, _ in
        Just(1).append(Just(2)).setFailureType(to: Oops.self).append(source)
    },
    Fusion("filter") { source, pivot in source.filter { $0 > pivot } },
    Fusion("tryFilter") { source, pivot in source.tryFilter { try failing($0, at: pivot) > 1 } },
    Fusion("compactMap") { source, pivot in source.compactMap { $0 > pivot ? "\($0)" : nil } },
    Fusion("tryCompactMap") { source, pivot in source.tryCompactMap { try failing($0, at: pivot) > 1 ? $0 : nil } },
    Fusion("replaceNil") { source, pivot in source.map { $0 > pivot ? $0 : nil }.replaceNil(with: 7) },
    Fusion("scan") { source, _ in source.scan(0) { $0 + $1 } },
    Fusion("tryScan") { source, pivot in source.tryScan(0) { try $0 + failing($1, at: pivot) } },
    Fusion("removeDuplicates") { source, _ in source.removeDuplicates() },
    Fusion("tryRemoveDuplicates") { source, pivot in
        source.tryRemoveDuplicates { try $0 == failing($1, at: pivot) }
    },
    Fusion("prefix") { source, pivot in source.prefix(max(0, pivot)) },
    Fusion("output at") { source, pivot in source.output(at: max(0, pivot)) },
    Fusion("output in") { source, pivot in source.output(in: max(0, pivot)..<max(0, pivot) + 2) },
    Fusion("prefix while") { source, pivot in source.prefix { $0 <= pivot } },
    Fusion("tryPrefix while") { source, pivot in source.tryPrefix { try failing($0, at: pivot) < 5 } },
    Fusion("dropFirst") { source, pivot in source.dropFirst(max(0, pivot)) },
    Fusion("drop while") { source, pivot in source.drop { $0 < pivot } },
    Fusion("tryDrop while") { source, pivot in source.tryDrop { try failing($0, at: pivot) < 3 } },
    Fusion("assertNoFailure") { source, pivot in
        source.prefix(0).assertNoFailure().append(pivot, pivot)
    },
]

private let gatherers: [Fusion] = [
    Fusion("collect") { source, _ in source.collect() },
    Fusion("reduce") { source, _ in source.reduce(0) { $0 + $1 } },
    Fusion("tryReduce") { source, pivot in source.tryReduce(0) { try $0 + failing($1, at: pivot) } },
    Fusion("ignoreOutput") { source, _ in source.ignoreOutput() },
    Fusion("count") { source, _ in source.count() },
    Fusion("min") { source, _ in source.min() },
    Fusion("max by") { source, _ in source.max { abs($0) < abs($1) } },
    Fusion("tryMin by") { source, pivot in source.tryMin { try failing($0, at: pivot) < $1 } },
    Fusion("tryMax by") { source, pivot in source.tryMax { try failing($0, at: pivot) < $1 } },
    Fusion("contains") { source, pivot in source.contains(pivot) },
    Fusion("contains where") { source, pivot in source.contains { $0 > pivot } },
    Fusion("tryContains where") { source, pivot in source.tryContains { try failing($0, at: pivot) > 4 } },
    Fusion("allSatisfy") { source, pivot in source.allSatisfy { $0 > pivot } },
    Fusion("tryAllSatisfy") { source, pivot in source.tryAllSatisfy { try failing($0, at: pivot) > -3 } },
    Fusion("first") { source, _ in source.first() },
    Fusion("first where") { source, pivot in source.first { $0 > pivot } },
    Fusion("tryFirst where") { source, pivot in source.tryFirst { try failing($0, at: pivot) > 4 } },
    Fusion("last") { source, _ in source.last() },
    Fusion("last where") { source, pivot in source.last { $0 < pivot } },
    Fusion("tryLast where") { source, pivot in source.tryLast { try failing($0, at: pivot) < 2 } },
]

private let combinations: [Fusion] = [
    Fusion("append") { source, pivot in source.append(source.prefix(max(0, pivot))) },
    Fusion("append values") { source, pivot in source.append(pivot, 8) },
    Fusion("prepend") { source, pivot in source.prepend(source.filter { $0 > pivot }) },
    Fusion("prepend a failure") { source, pivot in
        source.prepend(Fail(outputType: Int.self, failure: Oops(code: pivot)))
    },
    Fusion("flatMap of sequences", mergesUnderDemand: true) { source, pivot in
        source.flatMap { value in
            Publishers.Sequence<Range<Int>, Oops>(sequence: 0..<max(0, value - pivot))
        }
    },
    Fusion("flatMap of results") { source, pivot in
        source.flatMap { value -> Result<Int, Oops>.Publisher in
            .init(value == pivot ? .failure(Oops(code: 5)) : .success(value))
        }
    },
    Fusion("flatMap at most 1") { source, pivot in
        source.flatMap(maxPublishers: .max(1)) { value in
            Result<Int, Oops>.Publisher(value).append(Result<Int, Oops>.Publisher(pivot))
        }
    },
    Fusion("flatMap of optionals") { source, pivot in
        source.flatMap { value in
            (value > pivot ? Optional(value) : nil).publisher.setFailureType(to: Oops.self)
        }
    },
    Fusion("deferred") { source, pivot in Deferred { source.filter { $0 != pivot } } },
    Fusion("ten operators") { source, pivot in
        source.map { $0 + 1 }.filter { $0 != pivot }.scan(0) { $0 + $1 }.removeDuplicates().dropFirst()
            .compactMap { $0 % 5 == 0 ? nil : $0 }.prefix(4).map { $0 * 3 }.prefix { $0 < 40 }.collect()
    },
]
