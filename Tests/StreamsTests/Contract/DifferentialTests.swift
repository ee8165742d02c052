import Streams
import Testing

/// The fused path of `sink`, which a chain takes if all its publishers are synchronous, against subscriptions.
@Suite struct DifferentialTests {
    @Test(arguments: differentials)
    func `a chain behaves the same with and without an erasure before the subscriber`(differential: Differential) {
        for seed in 1...150 {
            let (direct, erased) = (differential.play(seed, false), differential.play(seed, true))
            #expect(direct == erased, "seed \(seed)")
            if direct != erased { break }
        }
    }

    @Test func `every operatorCase that needs no clock is compared`() {
        let timed: Set = [
            "measureInterval", "receive on", "subscribe on", "delay", "debounce", "throttle latest", "throttle first",
            "timeout", "timeout error", "collect by time", "collect by time or count", "retry later",
        ]
        let missing = Set(operatorCases.map(\.name)).subtracting(timed).subtracting(differentials.map(\.name))
        #expect(missing == [])
    }

    @Test(arguments: 0...8)
    func `concrete chains match subscriptions to an erased sequence`(count: Int) {
        var chains = ChainPairs()
        let direct = (0..<count).publisher
        let erased = direct.eraseToAnyPublisher()

        chains.fused(direct.map { $0 * 2 }.filter { $0 % 3 == 0 })
        chains.subscribed(erased.map { $0 * 2 }.filter { $0 % 3 == 0 })
        chains.fused(direct.dropFirst(2).prefix(3))
        chains.subscribed(erased.dropFirst(2).prefix(3))
        chains.fused(direct.compactMap { $0 % 2 == 0 ? $0 : nil }.last())
        chains.subscribed(erased.compactMap { $0 % 2 == 0 ? $0 : nil }.last())
        chains.fused(direct.append(7, 8).prepend(9).count())
        chains.subscribed(erased.append(7, 8).prepend(9).count())
        chains.fused(direct.scan(0, +).max())
        chains.subscribed(erased.scan(0, +).max())
        chains.fused(direct.reduce(1, +))
        chains.subscribed(erased.reduce(1, +))
        chains.fused(direct.allSatisfy { $0 < 4 })
        chains.subscribed(erased.allSatisfy { $0 < 4 })
        chains.fused(direct.drop { $0 < 2 }.prefix { $0 < 5 })
        chains.subscribed(erased.drop { $0 < 2 }.prefix { $0 < 5 })
        chains.fused(direct.output(at: 3))
        chains.subscribed(erased.output(at: 3))
        chains.fused(direct.tryMap { if $0 == 5 { throw SampleError() } else { $0 } }.collect())
        chains.subscribed(erased.tryMap { if $0 == 5 { throw SampleError() } else { $0 } }.collect())
        chains.fused(direct.flatMap { (0..<$0).publisher })
        chains.subscribed(erased.flatMap { (0..<$0).publisher })

        chains.expectSame()
    }

    @Test(arguments: [nil, 0, 1, 2])
    func `concrete chains of one value match subscriptions to an erased publisher`(value: Int?) {
        var chains = ChainPairs()
        let (optional, just) = (value.publisher, Just(value ?? 3))
        let result = Result<Int, SampleError>.Publisher(value.map { .success($0) } ?? .failure(SampleError()))

        chains.fused(optional.filter { $0 > 0 }.map { $0 + 1 })
        chains.subscribed(optional.eraseToAnyPublisher().filter { $0 > 0 }.map { $0 + 1 })
        chains.fused(result.map { $0 + 1 }.tryMap { if $0 == 2 { throw SampleError(code: 2) } else { $0 } })
        chains.subscribed(
            result.eraseToAnyPublisher().map { $0 + 1 }.tryMap { if $0 == 2 { throw SampleError(code: 2) } else { $0 } }
        )
        chains.fused(result.mapError { SampleError(code: $0.code + 1) }.count())
        chains.subscribed(result.eraseToAnyPublisher().mapError { SampleError(code: $0.code + 1) }.count())
        chains.fused(just.compactMap { $0 > 1 ? $0 : nil }.first())
        chains.subscribed(just.eraseToAnyPublisher().compactMap { $0 > 1 ? $0 : nil }.first())
        chains.fused(just.append(1, 2).dropFirst().prefix(1))
        chains.subscribed(just.eraseToAnyPublisher().append(1, 2).dropFirst().prefix(1))

        chains.expectSame()
    }
}

/// Chains in pairs: one that takes the fused path, and the same one as a subscription.
private struct ChainPairs {
    private var fusedLogs: [[String]] = []
    private var subscribedLogs: [[String]] = []

    mutating func fused(_ chain: some _SynchronousPublisher) {
        let log = ChainLog()
        record(chain, in: log)
        fusedLogs.append(log.lines)
    }

    mutating func subscribed(_ chain: some Publisher) {
        let log = ChainLog()
        record(chain, in: log)
        subscribedLogs.append(log.lines)
    }

    func expectSame() {
        #expect(fusedLogs == subscribedLogs)
        #expect(!fusedLogs.isEmpty && !fusedLogs.contains([]))
    }
}

/// An operator that is applied to a synchronous origin: a name and a closure that plays a random game.
struct Differential: Sendable, CustomTestStringConvertible {
    let name: String
    /// Plays the game of a seed, with an erasure before the subscriber or without it, and returns the log.
    let play: @Sendable (_ seed: Int, _ isErased: Bool) -> [String]

    var testDescription: String { name }

    /// Creates the comparison of an operator with a fused path; that it compiles proves that there is one.
    init<P: _SynchronousPublisher>(
        _ name: String, isInfallible: Bool = false, _ apply: @escaping @Sendable (SynchronousOrigin) -> P
    ) {
        self.name = name
        play = { seed, isErased in
            let log = ChainLog()
            var random = SeededGenerator(seed: seed)
            let chain = apply(SynchronousOrigin(log: log, isInfallible: isInfallible, using: &random))
            let count = Int.random(in: 0...4, using: &random)
            switch Int.random(in: 0...3, using: &random) {
            case 0: subscribe(to: chain.prefix(count), isErased, log)
            case 1: subscribe(to: chain.tryMap { try log.check($0, failingAt: count) }, isErased, log)
            case 2: subscribe(to: chain.tryFilter { try log.check($0, failingAt: count) != nil }, isErased, log)
            default: subscribe(to: chain, isErased, log)
            }
            return log.lines
        }
    }

    /// Creates the comparison of an operator without a fused path: its own subscription against an erased one.
    init<P: Publisher>(subscribed name: String, _ apply: @escaping @Sendable (SynchronousOrigin) -> P) {
        self.name = name
        play = { seed, isErased in
            let log = ChainLog()
            var random = SeededGenerator(seed: seed)
            let chain = apply(SynchronousOrigin(log: log, isInfallible: false, using: &random))
            let count = Int.random(in: 0...9, using: &random)
            if isErased {
                record(chain.prefix(count).eraseToAnyPublisher(), in: log)
            } else {
                record(chain.prefix(count), in: log)
            }
            return log.lines
        }
    }
}

private func subscribe(to chain: some _SynchronousPublisher, _ isErased: Bool, _ log: ChainLog) {
    if isErased { record(chain.eraseToAnyPublisher(), in: log) } else { record(chain, in: log) }
}

/// Takes the fused `sink`: the constraint is what chooses it.
private func record(_ publisher: some _SynchronousPublisher, in log: ChainLog) {
    publisher.sink {
        log.add($0)
    } receiveValue: {
        log.add("\($0)")
    }.cancel()
}

/// Takes the `sink` that subscribes.
@_disfavoredOverload
private func record(_ publisher: some Publisher, in log: ChainLog) {
    publisher.sink {
        log.add($0)
    } receiveValue: {
        log.add("\($0)")
    }.cancel()
}

extension ChainLog {
    /// Logs a value that reached a closure behind the operator, and throws at the value with this number.
    fileprivate func check<Value>(_ value: Value, failingAt count: Int) throws -> Value? {
        add("checked \(value)")
        if lines.count(where: { $0.hasPrefix("checked") }) > count { throw SampleError(code: -1) }
        return value
    }
}
