import Streams
import StreamsExtras

/// Every operator that needs no clock: a new operatorCase is a line here too.
let differentials: [Differential] = fusedSteps + fusedGatherers + fusedCombiners + subscribed

private let fusedSteps: [Differential] = [
    Differential("map") { $0.map { $0 + 1 } },
    Differential("map key path") { $0.map(\.description) },
    Differential("map 2 key paths") { $0.map(\.description, \.byteSwapped).map(\.0) },
    Differential("map 3 key paths") { $0.map(\.description, \.byteSwapped, \.bigEndian).map(\.0) },
    Differential("tryMap") { $0.tryMap { if $0 % 7 == 6 { throw SampleError() } else { $0 } } },
    Differential("mapError") { $0.mapError { SampleError(code: $0.code + 1) } },
    Differential("setFailureType", isInfallible: true) { $0.assertNoFailure().setFailureType(to: SampleError.self) },
    Differential("filter") { $0.filter { $0 % 2 == 0 } },
    Differential("tryFilter") { $0.tryFilter { if $0 % 7 == 6 { throw SampleError() } else { $0 % 2 == 0 } } },
    Differential("compactMap") { $0.compactMap { $0 % 2 == 0 ? $0 : nil } },
    Differential("tryCompactMap") {
        $0.tryCompactMap { if $0 == 6 { throw SampleError() } else { $0 % 2 == 0 ? $0 : nil } }
    },
    Differential("replaceNil") { $0.map { $0 % 2 == 0 ? $0 : nil }.replaceNil(with: 1) },
    Differential("scan") { $0.scan(0, +) },
    Differential("tryScan") { $0.tryScan(0) { if $1 == 6 { throw SampleError() } else { $0 + $1 } } },
    Differential("removeDuplicates") { $0.map { $0 / 2 }.removeDuplicates() },
    Differential("tryRemoveDuplicates") {
        $0.tryRemoveDuplicates { if $1 == 6 { throw SampleError() } else { $0 == $1 } }
    },
    Differential("prefix") { $0.prefix(3) },
    Differential("prefix none") { $0.prefix(0) },
    Differential("output at") { $0.output(at: 2) },
    Differential("output in") { $0.output(in: 1...2) },
    Differential("prefix while") { $0.prefix { $0 < 6 } },
    Differential("tryPrefix while") { $0.tryPrefix { if $0 == 6 { throw SampleError() } else { $0 < 8 } } },
    Differential("dropFirst") { $0.dropFirst(2) },
    Differential("drop while") { $0.drop { $0 < 5 } },
    Differential("tryDrop while") { $0.tryDrop { if $0 == 6 { throw SampleError() } else { $0 < 5 } } },
    Differential("assertNoFailure", isInfallible: true) { $0.assertNoFailure() },
    Differential("deep chain") {
        $0.map { $0 + 1 }.filter { $0 > 2 }.scan(0, +).dropFirst().prefix(3).compactMap { $0 }
    },
]

private let fusedGatherers: [Differential] = [
    Differential("collect") { $0.collect() },
    Differential("collect count") { $0.collect(2) },
    Differential("reduce") { $0.reduce(0, +) },
    Differential("tryReduce") { $0.tryReduce(0) { if $1 == 6 { throw SampleError() } else { $0 + $1 } } },
    Differential("ignoreOutput") { $0.ignoreOutput() },
    Differential("count") { $0.count() },
    Differential("min") { $0.min() },
    Differential("max by") { $0.max { $0 < $1 } },
    Differential("tryMin") { $0.tryMin { if $0 == 6 { throw SampleError() } else { $0 < $1 } } },
    Differential("contains") { $0.contains(4) },
    Differential("contains where") { $0.contains { $0 > 4 } },
    Differential("tryContains") { $0.tryContains { if $0 == 6 { throw SampleError() } else { $0 > 7 } } },
    Differential("allSatisfy") { $0.allSatisfy { $0 < 5 } },
    Differential("tryAllSatisfy") { $0.tryAllSatisfy { if $0 == 6 { throw SampleError() } else { $0 < 9 } } },
    Differential("first") { $0.first() },
    Differential("first where") { $0.first { $0 > 3 } },
    Differential("tryFirst") { $0.tryFirst { if $0 == 6 { throw SampleError() } else { $0 > 7 } } },
    Differential("last") { $0.last() },
    Differential("last where") { $0.last { $0 % 2 == 0 } },
    Differential("tryLast") { $0.tryLast { if $0 == 6 { throw SampleError() } else { $0 > 2 } } },
]

private let fusedCombiners: [Differential] = [
    Differential("append publisher") { $0.append($0.map { $0 + 10 }) },
    Differential("append values") { $0.append(1, 2, 3) },
    Differential("prepend publisher") { $0.prepend($0.map { $0 + 10 }) },
    Differential("prepend values") { $0.prepend([1, 2, 3]) },
    Differential("flatMap just") { $0.flatMap { Just($0).setFailureType(to: SampleError.self) } },
    Differential("flatMap sequences") { $0.flatMap { (0..<$0).publisher } },
    Differential("flatMap live") { origin in origin.flatMap { _ in origin } },
    Differential("flatMap none") { origin in origin.flatMap(maxPublishers: .none) { _ in origin } },
    Differential("flatMap at most 2") { origin in origin.flatMap(maxPublishers: .max(2)) { _ in origin.prefix(2) } },
]

private let subscribed: [Differential] = [
    Differential(subscribed: "handleEvents") { $0.handleEvents(receiveOutput: { _ in }) },
    Differential(subscribed: "breakpoint") { $0.breakpoint(receiveOutput: { _ in false }) },
    Differential(subscribed: "print") { $0.print("", to: DiscardingStream()) },
    Differential(subscribed: "erased twice") { $0.eraseToAnyPublisher().map { $0 }.eraseToAnyPublisher() },
    Differential(subscribed: "replaceEmpty") { $0.filter { $0 > 5 }.replaceEmpty(with: 0) },
    Differential(subscribed: "replaceError") { $0.replaceError(with: 0) },
    Differential(subscribed: "merge") { $0.merge(with: $0.map { $0 + 10 }) },
    Differential(subscribed: "merge many") { $0.merge(with: $0) },
    Differential(subscribed: "merge 8") { $0.merge(with: $0, $0, $0, $0, $0, $0, $0) },
    Differential(subscribed: "combineLatest") { $0.combineLatest($0) },
    Differential(subscribed: "combineLatest 4") { $0.combineLatest($0, $0, $0) { $0 + $1 + $2 + $3 } },
    Differential(subscribed: "zip") { $0.zip($0) },
    Differential(subscribed: "zip 3") { $0.zip($0, $0) { $0 + $1 + $2 } },
    Differential(subscribed: "concatMap") { $0.concatMap { (0..<$0).publisher.setFailureType(to: SampleError.self) } },
    Differential(subscribed: "switchToLatest") { origin in origin.map { _ in origin }.switchToLatest() },
    Differential(subscribed: "switchToLatest sequences") { $0.map { (0..<$0).publisher }.switchToLatest() },
    Differential(subscribed: "prefix untilOutputFrom") { $0.prefix(untilOutputFrom: $0.filter { $0 > 7 }) },
    Differential(subscribed: "drop untilOutputFrom") { $0.drop(untilOutputFrom: $0.filter { $0 > 3 }) },
    Differential(subscribed: "catch") { origin in origin.catch { _ in origin } },
    Differential(subscribed: "tryCatch") { origin in origin.tryCatch { if $0.code > 4 { throw $0 } else { origin } } },
    Differential(subscribed: "retry") { $0.retry(2) },
    Differential(subscribed: "immediate") { $0.receive(on: ImmediateScheduler.shared) },
    Differential(subscribed: "share") { $0.share() },
    Differential(subscribed: "share replay") { $0.share(replay: 2) },
    Differential(subscribed: "multicast") { $0.multicast { PassthroughSubject() }.autoconnect() },
    Differential(subscribed: "makeConnectable") { $0.replaceError(with: 0).makeConnectable().autoconnect() },
    Differential(subscribed: "buffer keepFull") { $0.buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest) },
    Differential(subscribed: "buffer byRequest") { $0.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest) },
    Differential(subscribed: "buffer error") {
        $0.buffer(size: 2, prefetch: .byRequest, whenFull: .customError { SampleError() })
    },
    Differential(subscribed: "create") { origin in
        Publishers.Create<Int, SampleError>(capacity: .max) { sender in
            origin.sink {
                sender.send(completion: $0)
            } receiveValue: {
                sender.send($0)
            }
        }
    },
    Differential(subscribed: "passthrough subject") { $0.multicast(subject: PassthroughSubject()).autoconnect() },
    Differential(subscribed: "current value subject") { $0.multicast(subject: CurrentValueSubject(-1)).autoconnect() },
    Differential(subscribed: "replay subject") { $0.multicast(subject: ReplaySubject(capacity: 2)).autoconnect() },
]
