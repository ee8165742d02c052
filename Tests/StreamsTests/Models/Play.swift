import Streams

/// A random schedule: the events of two publishers and, maybe, a cancellation.
///
/// Times are milliseconds. The first publisher's events are at even multiples of 100, those of the second at odd ones,
/// and the cancellation is in between, so that no two events and no timer of a model coincide.
struct Play: Sendable {
    /// The events of one publisher.
    struct Side: Sendable {
        var values: [(time: Int, value: Int)]
        var end: (time: Int, completion: Completion<SampleError>)?

        /// The events as a subscriber gets them from a subject to which it subscribes at this time.
        func seen(from time: Int) -> Side {
            Side(values: values.filter { $0.time > time }, end: end.map { (max($0.time, time), $0.completion) })
        }
    }

    var a: Side
    var b: Side
    let cancellation: Int?

    init(seed: Int, isInfallible: Bool = false) {
        var random = SeededGenerator(seed: seed)
        a = Self.side(slots: stride(from: 2, through: 18, by: 2), isInfallible, &random)
        b = Self.side(slots: stride(from: 1, through: 19, by: 2), isInfallible, &random)
        let isCancelled = Int.random(in: 0...2, using: &random) == 0
        cancellation = isCancelled ? Int.random(in: 0...20, using: &random) * 100 + 51 : nil
    }

    private static func side(slots: StrideThrough<Int>, _ isInfallible: Bool, _ random: inout SeededGenerator) -> Side {
        var taken = slots.filter { _ in Int.random(in: 0...2, using: &random) > 0 }
        let last = taken.popLast()
        let values = taken.map { ($0 * 100, Int.random(in: 0...9, using: &random)) }
        let failure = SampleError(code: Int.random(in: 0...9, using: &random))
        switch Int.random(in: 0...3, using: &random) {
        case 0: return Side(values: values)
        case 1 where !isInfallible: return Side(values: values, end: last.map { ($0 * 100, .failure(failure)) })
        default: return Side(values: values, end: last.map { ($0 * 100, .finished) })
        }
    }

    /// The events of both sides in order.
    var events: [(time: Int, event: Event)] {
        let values = a.values.map { ($0.time, Event.a($0.value)) } + b.values.map { ($0.time, Event.b($0.value)) }
        let ends = [
            a.end.map { ($0.time, Event.endOfA($0.completion)) }, b.end.map { ($0.time, .endOfB($0.completion)) },
        ]
        return (values + ends.compactMap { $0 }).sorted { $0.0 < $1.0 }
    }

    enum Event: Sendable {
        case a(Int)
        case b(Int)
        case endOfA(Completion<SampleError>)
        case endOfB(Completion<SampleError>)
    }
}

/// A value or a completion that a subscriber receives, as text, and its time.
struct Mark: Equatable, Sendable, CustomStringConvertible {
    let time: Int
    let text: String
    let isValue: Bool

    static func value(_ time: Int, _ value: Any) -> Mark { Mark(time: time, text: "\(value)", isValue: true) }

    static func end<Failure>(_ time: Int, _ completion: Completion<Failure>) -> Mark {
        switch completion {
        case .finished: Mark(time: time, text: "finished", isValue: false)
        case .failure(let failure): Mark(time: time, text: "failed with \(failure)", isValue: false)
        }
    }

    var description: String { "\(time) \(text)" }
}
