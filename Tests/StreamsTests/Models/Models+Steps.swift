import Streams

/// Operators that handle one value at a time, and their models on lists.
let stepModels: [Model] = [
    Model("map(_:)", fused: ListModel { $0.map { $0 + 1 } }) { $0.map { $0 + 1 } },
    Model("map(_:)", note: " key path", fused: ListModel { $0.map(\.description) }) { $0.map(\.description) },
    Model("map(_:_:)", fused: ListModel { $0.map { ($0.description, $0.bigEndian) } }) {
        $0.map(\.description, \.bigEndian)
    },
    Model("map(_:_:_:)", fused: ListModel { $0.map { ($0.description, $0.bigEndian, $0.byteSwapped) } }) {
        $0.map(\.description, \.bigEndian, \.byteSwapped)
    },
    Model("tryMap(_:)", fused: ListModel { try $0.map { try fail($0 == 6) ?? $0 } }) {
        $0.tryMap { try fail($0 == 6) ?? $0 }
    },
    Model("mapError(_:)", fused: ListModel({ $0 }, atFailure: { ([], .failure(SampleError(code: $1.code + 1))) })) {
        $0.mapError { SampleError(code: $0.code + 1) }
    },
    Model("eraseFailure()", fused: ListModel { $0 }) {
        $0.eraseFailure().mapError { $0 as? SampleError ?? SampleError(code: -1) }
    },
    Model("setFailureType(to:)", fused: ListModel { $0 }) {
        $0.assertNoFailure().setFailureType(to: SampleError.self)
    }.infallible,
    Model("assertNoFailure(_:file:line:)", fused: ListModel { $0 }) { $0.assertNoFailure() }.infallible,
    Model("filter(_:)", fused: ListModel { $0.filter { $0 % 2 == 0 } }) { $0.filter { $0 % 2 == 0 } },
    Model("tryFilter(_:)", fused: ListModel { try $0.filter { try fail($0 == 6) ?? ($0 % 2 == 0) } }) {
        $0.tryFilter { try fail($0 == 6) ?? ($0 % 2 == 0) }
    },
    Model("compactMap(_:)", fused: ListModel { $0.compactMap { $0 > 4 ? -$0 : nil } }) {
        $0.compactMap { $0 > 4 ? -$0 : nil }
    },
    Model("tryCompactMap(_:)", fused: ListModel { try $0.compactMap { try fail($0 == 6) ?? ($0 > 4 ? -$0 : nil) } }) {
        $0.tryCompactMap { try fail($0 == 6) ?? ($0 > 4 ? -$0 : nil) }
    },
    Model("replaceNil(with:)", fused: ListModel { $0.map { $0 > 4 ? $0 : -1 } }) {
        $0.map { $0 > 4 ? $0 : nil }.replaceNil(with: -1)
    },
    Model("scan(_:_:)", fused: ListModel { sums($0) }) { $0.scan(0, +) },
    Model("tryScan(_:_:)", fused: ListModel { values in sums(try values.map { try fail($0 == 6) ?? $0 }) }) {
        $0.tryScan(0) { try fail($1 == 6) ?? ($0 + $1) }
    },
    Model("removeDuplicates()", fused: ListModel { unique($0.map { $0 / 3 }) { $0 == $1 } }) {
        $0.map { $0 / 3 }.removeDuplicates()
    },
    Model("removeDuplicates(by:)", fused: ListModel { unique($0) { $0 % 2 == $1 % 2 } }) {
        $0.removeDuplicates { $0 % 2 == $1 % 2 }
    },
    Model(
        "tryRemoveDuplicates(by:)",
        fused: ListModel { values in
            unique([values.first].compactMap { $0 } + (try values.dropFirst().map { try fail($0 == 6) ?? $0 })) {
                $0 == $1
            }
        }
    ) {
        $0.tryRemoveDuplicates { try fail($1 == 6) ?? ($0 == $1) }
    },
    Model("prefix(_:)", fused: ListModel({ Array($0.prefix(3)) }, isOver: { $0.count >= 3 })) { $0.prefix(3) },
    Model("prefix(_:)", note: " none", fused: ListModel({ _ in [Int]() }, isOver: { _ in true })) { $0.prefix(0) },
    Model(
        "prefix(while:)",
        fused: ListModel({ Array($0.prefix { $0 < 7 }) }, isOver: { !$0.allSatisfy { $0 < 7 } })
    ) { $0.prefix { $0 < 7 } },
    Model(
        "tryPrefix(while:)",
        fused: ListModel(
            { try Array($0.prefix { try fail($0 == 6) ?? ($0 < 7) }) },
            isOver: { ($0.first { $0 >= 6 } ?? 0) > 6 })
    ) { $0.tryPrefix { try fail($0 == 6) ?? ($0 < 7) } },
    Model("output(at:)", fused: ListModel({ Array($0.dropFirst(2).prefix(1)) }, isOver: { $0.count > 2 })) {
        $0.output(at: 2)
    },
    Model("output(in:)", fused: ListModel({ Array($0.dropFirst(1).prefix(2)) }, isOver: { $0.count > 2 })) {
        $0.output(in: 1...2)
    },
    Model("dropFirst(_:)", fused: ListModel { Array($0.dropFirst(2)) }) { $0.dropFirst(2) },
    Model("drop(while:)", fused: ListModel { Array($0.drop { $0 < 5 }) }) { $0.drop { $0 < 5 } },
    Model("tryDrop(while:)", fused: ListModel { try Array($0.drop { try fail($0 == 4) ?? ($0 < 5) }) }) {
        $0.tryDrop { try fail($0 == 4) ?? ($0 < 5) }
    },
    Model("collect(_:)", fused: ListModel({ chunks($0).filter { $0.count == 3 } }, atEnd: { chunks($0) })) {
        $0.collect(3)
    },
    Model("encode(encoder:)", list: ListModel { $0.map(\.description) }) {
        $0.encode(encoder: TextCoder())
    },
    Model("decode(type:decoder:)", list: ListModel { try $0.map { try fail($0 == 6) ?? $0 } }) {
        $0.map { $0 == 6 ? "x" : "\($0)" }.decode(type: Int.self, decoder: TextCoder())
    },
    Model("prepend(_:)", note: " values", fused: ListModel { [1, 2] + $0 }) { $0.prepend(1, 2) },
    Model("prepend(_:)", note: " sequence", fused: ListModel { [1, 2] + $0 }) { $0.prepend([1, 2]) },
    Model("append(_:)", note: " values", fused: ListModel({ $0 }, atEnd: { $0 + [1, 2] })) { $0.append(1, 2) },
    Model("append(_:)", note: " sequence", fused: ListModel({ $0 }, atEnd: { $0 + [1, 2] })) { $0.append([1, 2]) },
    Model("replaceEmpty(with:)", list: ListModel({ $0 }, atEnd: { $0.isEmpty ? [-1] : $0 })) {
        $0.replaceEmpty(with: -1)
    },
    Model("replaceError(with:)", list: ListModel({ $0 }, atFailure: { _, _ in ([-1], .finished) })) {
        $0.replaceError(with: -1)
    },
    Model("buffer(size:prefetch:whenFull:)", list: ListModel { $0 }) {
        $0.buffer(size: 100, prefetch: .byRequest, whenFull: .dropNewest)
    },
    Model("buffer(size:prefetch:whenFull:)", note: " kept full", list: ListModel { $0 }) {
        $0.buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)
    },
    Model("handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)", list: same)
    {
        $0.handleEvents(receiveOutput: { _ in })
    },
    Model("print(_:to:)", list: same) { $0.print("", to: DiscardingStream()) },
    Model("breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)", list: same) {
        $0.breakpoint(receiveOutput: { _ in false })
    },
    Model("breakpointOnError()", list: same) { $0.assertNoFailure().breakpointOnError() }.infallible,
    Model("eraseToAnyPublisher()", list: same) { $0.eraseToAnyPublisher() },
    // Without failures: one does not wait for the values of the publishers.
    Model("flatMap(maxPublishers:_:)", note: " of one value", list: ListModel { $0.map { $0 + 1 } }) {
        $0.flatMap { Just($0 + 1) }
    }.infallible,
    Model("flatMap(maxPublishers:_:)", note: " one at a time", list: ListModel { $0.flatMap { Array(0..<$0) } }) {
        $0.flatMap(maxPublishers: .max(1)) { (0..<$0).publisher }
    }.infallible,
]

/// Operators that publish one value, and their models on lists.
let gatheringModels: [Model] = [
    Model("collect()", fused: .gathering { [$0] }) { $0.collect() },
    Model("ignoreOutput()", fused: .gathering { _ in [Int]() }) { $0.ignoreOutput() },
    Model("count()", fused: .gathering { [$0.count] }) { $0.count() },
    Model("reduce(_:_:)", fused: .gathering { [$0.reduce(1) { $0 * 2 + $1 }] }) { $0.reduce(1) { $0 * 2 + $1 } },
    Model("tryReduce(_:_:)", fused: .checking(noSix) { [$0.reduce(0, +)] }) {
        $0.tryReduce(0) { try fail($1 == 6) ?? ($0 + $1) }
    },
    Model("min()", fused: .gathering { [$0.min()].compactMap { $0 } }) { $0.min() },
    Model("max()", fused: .gathering { [$0.max()].compactMap { $0 } }) { $0.max() },
    Model("min(by:)", fused: .gathering { [$0.min { $0 / 3 < $1 / 3 }].compactMap { $0 } }) {
        $0.min { $0 / 3 < $1 / 3 }
    },
    Model("max(by:)", fused: .gathering { [$0.max { $0 / 3 < $1 / 3 }].compactMap { $0 } }) {
        $0.max { $0 / 3 < $1 / 3 }
    },
    Model("tryMin(by:)", fused: .checking(noSixAfterTheFirst) { [$0.min()].compactMap { $0 } }) {
        $0.tryMin { try fail($0 == 6 || $1 == 6) ?? ($0 < $1) }
    },
    Model("tryMax(by:)", fused: .checking(noSixAfterTheFirst) { [$0.max()].compactMap { $0 } }) {
        $0.tryMax { try fail($0 == 6 || $1 == 6) ?? ($0 < $1) }
    },
    Model("last()", fused: .gathering { [$0.last].compactMap { $0 } }) { $0.last() },
    Model("last(where:)", fused: .gathering { [$0.last { $0 > 4 }].compactMap { $0 } }) { $0.last { $0 > 4 } },
    Model("tryLast(where:)", fused: .checking(noSix) { [$0.last { $0 > 4 }].compactMap { $0 } }) {
        $0.tryLast { try fail($0 == 6) ?? ($0 > 4) }
    },
    Model("first()", fused: .deciding { $0.first }) { $0.first() },
    Model("first(where:)", fused: .deciding { $0.first { $0 > 4 } }) { $0.first { $0 > 4 } },
    Model("tryFirst(where:)", fused: .deciding { try $0.first { try fail($0 == 6) ?? ($0 > 4) } }) {
        $0.tryFirst { try fail($0 == 6) ?? ($0 > 4) }
    },
    Model("contains(_:)", fused: .deciding({ $0.contains(4) ? true : nil }, atEnd: false)) { $0.contains(4) },
    Model("contains(where:)", fused: .deciding({ $0.contains { $0 > 6 } ? true : nil }, atEnd: false)) {
        $0.contains { $0 > 6 }
    },
    Model(
        "tryContains(where:)",
        fused: .deciding({ try $0.contains { try fail($0 == 6) ?? ($0 > 6) } ? true : nil }, atEnd: false)
    ) { $0.tryContains { try fail($0 == 6) ?? ($0 > 6) } },
    Model("allSatisfy(_:)", fused: .deciding({ $0.allSatisfy { $0 < 8 } ? nil : false }, atEnd: true)) {
        $0.allSatisfy { $0 < 8 }
    },
    Model(
        "tryAllSatisfy(_:)",
        fused: .deciding({ try $0.allSatisfy { try fail($0 == 6) ?? ($0 < 8) } ? nil : false }, atEnd: true)
    ) { $0.tryAllSatisfy { try fail($0 == 6) ?? ($0 < 8) } },
]

private let same = ListModel { $0 }

/// Throws if the condition is true, and returns `nil` otherwise.
private func fail<Value>(_ condition: Bool) throws -> Value? {
    if condition { throw SampleError(code: 66) }
    return nil
}

private let noSix: @Sendable ([Int]) throws -> Void = { if $0.contains(6) { throw SampleError(code: 66) } }
/// A comparison is called from the second value on.
private let noSixAfterTheFirst: @Sendable ([Int]) throws -> Void = {
    if $0.count > 1, $0.contains(6) { throw SampleError(code: 66) }
}

private func sums(_ values: [Int]) -> [Int] {
    values.indices.map { values[...$0].reduce(0, +) }
}

/// The values that differ from the last one kept.
private func unique(_ values: [Int], _ isSame: (Int, Int) -> Bool) -> [Int] {
    values.reduce(into: []) { kept, value in
        if let last = kept.last, isSame(last, value) { return }
        kept.append(value)
    }
}

private func chunks(_ values: [Int]) -> [[Int]] {
    stride(from: 0, to: values.count, by: 3).map { Array(values[$0..<min($0 + 3, values.count)]) }
}

/// An encoder and decoder of a single number.
struct TextCoder: TopLevelEncoder, TopLevelDecoder, Sendable {
    func encode<T: Encodable>(_ value: T) throws -> String { "\(value)" }

    func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        guard let value = Int(text) as? T else { throw SampleError(code: 66) }
        return value
    }
}
