import Streams
import StreamsExtras

/// Operators of several publishers, and of publishers of publishers.
let combinationModels: [Model] = merges + combinations + inner + replacements + gates + sharers

private let seven = Just(7).setFailureType(to: SampleError.self)
private let counter = (0..<100).publisher.setFailureType(to: SampleError.self)

private let merges: [Model] = [
    Model("merge(with:)", expected: merged(1)) { $0.a.merge(with: $0.b.map { $0 }) },
    Model("merge(with:)", note: " same type", expected: merged(1)) { $0.a.merge(with: $0.b) },
    Model("merge(with:_:)", expected: merged(2)) { $0.a.merge(with: $0.b, $0.b) },
    Model("merge(with:_:_:)", expected: merged(3)) { $0.a.merge(with: $0.b, $0.b, $0.b) },
    Model("merge(with:_:_:_:)", expected: merged(4)) { $0.a.merge(with: $0.b, $0.b, $0.b, $0.b) },
    Model("merge(with:_:_:_:_:)", expected: merged(5)) { $0.a.merge(with: $0.b, $0.b, $0.b, $0.b, $0.b) },
    Model("merge(with:_:_:_:_:_:)", expected: merged(6)) { $0.a.merge(with: $0.b, $0.b, $0.b, $0.b, $0.b, $0.b) },
    Model("merge(with:_:_:_:_:_:_:)", expected: merged(7)) {
        $0.a.merge(with: $0.b, $0.b, $0.b, $0.b, $0.b, $0.b, $0.b)
    },
]

private let combinations: [Model] = [
    Model("combineLatest(_:)", expected: latest { "(\($0), \($1))" }) { $0.a.combineLatest($0.b) },
    Model("combineLatest(_:_:)", expected: latest { "(\($0), \($1), 7)" }) { $0.a.combineLatest($0.b, seven) },
    Model("combineLatest(_:_:)", note: " transform", expected: latest { "\($0 - $1)" }) { $0.a.combineLatest($0.b, -) },
    Model("combineLatest(_:_:_:)", expected: latest { "(\($0), \($1), 7, 7)" }) {
        $0.a.combineLatest($0.b, seven, seven)
    },
    Model("combineLatest(_:_:_:)", note: " transform", expected: latest { "\($0 - $1 + 7)" }) {
        $0.a.combineLatest($0.b, seven) { $0 - $1 + $2 }
    },
    Model("combineLatest(_:_:_:_:)", expected: latest { "\($0 - $1 + 14)" }) {
        $0.a.combineLatest($0.b, seven, seven) { $0 - $1 + $2 + $3 }
    },
    Model("zip(_:)", expected: zipped { a, b, _ in "(\(a), \(b))" }) { $0.a.zip($0.b) },
    Model("zip(_:_:)", expected: zipped { "(\($0), \($1), \($2))" }) { $0.a.zip($0.b, counter) },
    Model("zip(_:_:)", note: " transform", expected: zipped { a, b, _ in "\(a - b)" }) { $0.a.zip($0.b, -) },
    Model("zip(_:_:_:)", expected: zipped { "(\($0), \($1), \($2), \($2))" }) { $0.a.zip($0.b, counter, counter) },
    Model("zip(_:_:_:)", note: " transform", expected: zipped { "\($0 - $1 + $2)" }) {
        $0.a.zip($0.b, counter) { $0 - $1 + $2 }
    },
    Model("zip(_:_:_:_:)", expected: zipped { "\($0 - $1 + 2 * $2)" }) {
        $0.a.zip($0.b, counter, counter) { $0 - $1 + $2 + $3 }
    },
]

private let inner: [Model] = [
    Model("flatMap(maxPublishers:_:)", expected: flattened) { sources in
        sources.a.flatMap { value in sources.b.map { value * 10 + $0 } }
    },
    Model("flatMap(maxPublishers:_:)", note: " at most 1", expected: queued) { sources in
        sources.a.flatMap(maxPublishers: .max(1)) { value in sources.b.prefix(2).map { value * 10 + $0 } }
    },
    Model("concatMap(_:)", expected: queued) { sources in
        sources.a.concatMap { value in sources.b.prefix(2).map { value * 10 + $0 } }
    },
    Model("switchToLatest()", expected: switched) { sources in
        sources.a.map { value in sources.b.map { value * 10 + $0 } }.switchToLatest()
    },
]

private let replacements: [Model] = [
    Model("append(_:)", expected: { followed($0.a, by: $0.b) }) { $0.a.append($0.b) },
    Model("prepend(_:)", expected: { followed($0.b, by: $0.a) }) { $0.a.prepend($0.b) },
    Model("catch(_:)", expected: { caught($0) { _ in true } }) { sources in sources.a.catch { _ in sources.b } },
    Model("tryCatch(_:)", expected: { caught($0) { $0.code % 2 == 0 } }) { sources in
        sources.a.tryCatch { if $0.code % 2 == 0 { sources.b } else { throw $0 } }
    },
    Model("retry(_:)", expected: { retried($0, after: 0) }) { $0.a.prepend(9).retry(1) },
    Model("retry(_:backoff:scheduler:where:)", expected: { retried($0, after: 230) }) {
        $0.a.prepend(9).retry(
            1, backoff: .exponential(from: .milliseconds(230), to: .seconds(9), jitter: 1...1), scheduler: $0.scheduler)
    },
]

private let gates: [Model] = [
    Model(
        "prefix(untilOutputFrom:)",
        expected: follow(0) { _, marks, time, event in
            switch event {
            case .a(let value): marks.append(.value(time, value))
            case .b: marks.append(.end(time, Completion<SampleError>.finished))
            case .endOfA(let completion): marks.append(.end(time, completion))
            case .endOfB: break
            }
        }
    ) { $0.a.prefix(untilOutputFrom: $0.b) },
    Model(
        "drop(untilOutputFrom:)",
        expected: follow(false) { isOpen, marks, time, event in
            switch event {
            case .a(let value): if isOpen { marks.append(.value(time, value)) }
            case .b: isOpen = true
            case .endOfA(let completion): marks.append(.end(time, completion))
            case .endOfB(let completion): if !isOpen { marks.append(.end(time, completion)) }
            }
        }
    ) { $0.a.drop(untilOutputFrom: $0.b) },
]

private let sharers: [Model] = [
    Model("share()", expected: { passed($0.a) }) { $0.a.share() },
    Model("share(replay:)", expected: { passed($0.a) }) { $0.a.share(replay: 2) },
    Model("multicast(_:)", expected: { passed($0.a) }) { $0.a.multicast { PassthroughSubject() }.autoconnect() },
    Model("multicast(subject:)", expected: { passed($0.a) }) {
        $0.a.multicast(subject: PassthroughSubject()).autoconnect()
    },
    Model("makeConnectable()", expected: { passed($0.a) }) {
        $0.a.assertNoFailure().makeConnectable().autoconnect()
    }.infallible,
]

// MARK: Models

/// All events of a side.
func passed(_ side: Play.Side) -> [Mark] { ListModel { $0 }.marks(side) }

/// Handles one event after the other until the operator has completed.
private func follow<State: Sendable>(
    _ state: State, _ step: @escaping @Sendable (inout State, inout [Mark], Int, Play.Event) -> Void
) -> @Sendable (Play) -> [Mark] {
    { play in
        var (state, marks) = (state, [Mark]())
        for (time, event) in play.events where marks.last?.isValue ?? true { step(&state, &marks, time, event) }
        return marks
    }
}

/// The values of the first side, and those of the second several times.
private func merged(_ copies: Int) -> @Sendable (Play) -> [Mark] {
    follow(2) { left, marks, time, event in
        switch event {
        case .a(let value): marks.append(.value(time, value))
        case .b(let value): marks += Array(repeating: .value(time, value), count: copies)
        case .endOfA(let completion), .endOfB(let completion):
            left -= 1
            if completion != .finished || left == 0 { marks.append(.end(time, completion)) }
        }
    }
}

private func latest(_ text: @escaping @Sendable (Int, Int) -> String) -> @Sendable (Play) -> [Mark] {
    follow((a: Int?.none, b: Int?.none, left: 2)) { state, marks, time, event in
        switch event {
        case .a(let value): state.a = value
        case .b(let value): state.b = value
        case .endOfA(let completion), .endOfB(let completion):
            state.left -= 1
            if completion != .finished || state.left == 0 { marks.append(.end(time, completion)) }
            return
        }
        if let a = state.a, let b = state.b { marks.append(.value(time, text(a, b))) }
    }
}

/// Pairs, with their number.
private func zipped(_ text: @escaping @Sendable (Int, Int, Int) -> String) -> @Sendable (Play) -> [Mark] {
    follow((a: [Int](), b: [Int](), endOfA: false, endOfB: false, count: 0)) { state, marks, time, event in
        switch event {
        case .a(let value): state.a.append(value)
        case .b(let value): state.b.append(value)
        case .endOfA(.failure(let failure)), .endOfB(.failure(let failure)):
            return marks.append(.end(time, Completion.failure(failure)))
        case .endOfA: state.endOfA = true
        case .endOfB: state.endOfB = true
        }
        if !state.a.isEmpty, !state.b.isEmpty {
            marks.append(.value(time, text(state.a.removeFirst(), state.b.removeFirst(), state.count)))
            state.count += 1
        }
        if state.endOfA && state.a.isEmpty || state.endOfB && state.b.isEmpty {
            marks.append(.end(time, Completion<SampleError>.finished))
        }
    }
}

/// The state of an operator that subscribes to the second publisher for each value of the first.
private struct Flattening: Sendable {
    /// The values whose publishers are active.
    var active: [Int] = []
    /// The number of values that the only active publisher still publishes, if it is a prefix.
    var left = 2
    /// The values that wait for their turn.
    var waiting: [Int] = []
    var isOver = false
    var endOfB: Completion<SampleError>?
}

private let flattened: @Sendable (Play) -> [Mark] = follow(Flattening()) { state, marks, time, event in
    switch event {
    case .a(let value): if state.endOfB == nil { state.active.append(value) }
    case .b(let value): marks += state.active.map { .value(time, $0 * 10 + value) }
    case .endOfA(let completion):
        if completion != .finished { return marks.append(.end(time, completion)) }
        state.isOver = true
    case .endOfB(let completion):
        state.endOfB = completion
        if completion != .finished, !state.active.isEmpty { return marks.append(.end(time, completion)) }
        state.active = []
    }
    if case .a = event, let end = state.endOfB, end != .finished { return marks.append(.end(time, end)) }
    if state.isOver, state.active.isEmpty { marks.append(.end(time, Completion<SampleError>.finished)) }
}

private let queued: @Sendable (Play) -> [Mark] = follow(Flattening()) { state, marks, time, event in
    switch event {
    case .a(let value): state.waiting.append(value)
    case .b(let value):
        guard let active = state.active.first else { return }
        marks.append(.value(time, active * 10 + value))
        state.left -= 1
        if state.left == 0 { state.active = [] }
    case .endOfA(let completion):
        if completion != .finished { return marks.append(.end(time, completion)) }
        state.isOver = true
    case .endOfB(let completion):
        state.endOfB = completion
        if completion != .finished, !state.active.isEmpty { return marks.append(.end(time, completion)) }
        state.active = []
    }
    while state.active.isEmpty, !state.waiting.isEmpty {
        let next = state.waiting.removeFirst()
        if let end = state.endOfB, end != .finished { return marks.append(.end(time, end)) }
        if state.endOfB == nil { (state.active, state.left) = ([next], 2) }
    }
    if state.isOver, state.active.isEmpty { marks.append(.end(time, Completion<SampleError>.finished)) }
}

private let switched: @Sendable (Play) -> [Mark] = follow(Flattening()) { state, marks, time, event in
    switch event {
    case .a(let value): state.active = state.endOfB == nil ? [value] : []
    case .b(let value): marks += state.active.map { .value(time, $0 * 10 + value) }
    case .endOfA(let completion):
        if completion != .finished { return marks.append(.end(time, completion)) }
        state.isOver = true
    case .endOfB(let completion):
        state.endOfB = completion
        if completion != .finished, !state.active.isEmpty { return marks.append(.end(time, completion)) }
        state.active = []
    }
    if case .a = event, let end = state.endOfB, end != .finished { return marks.append(.end(time, end)) }
    if state.isOver, state.active.isEmpty { marks.append(.end(time, Completion<SampleError>.finished)) }
}

/// The events of one side, and after it has finished those of the other.
private func followed(_ first: Play.Side, by second: Play.Side) -> [Mark] {
    guard let end = first.end, end.completion == .finished else { return passed(first) }
    return passed(first).dropLast() + passed(second.seen(from: end.time))
}

/// The events of the first side, and after a failure that is caught those of the second.
private func caught(_ play: Play, _ isCaught: (SampleError) -> Bool) -> [Mark] {
    guard let (time, completion) = play.a.end, case .failure(let failure) = completion, isCaught(failure) else {
        return passed(play.a)
    }
    return passed(play.a).dropLast() + passed(play.b.seen(from: time))
}

/// A 9 at each of two attempts; a subject that has failed fails again at once.
private func retried(_ play: Play, after delay: Int) -> [Mark] {
    let first = [.value(0, 9)] + passed(play.a)
    guard let (time, completion) = play.a.end, completion != .finished else { return first }
    return first.dropLast() + [.value(time + delay, 9), .end(time + delay, completion)]
}
