import Streams
import StreamsExtras
import StreamsTesting

/// The operators under test; a new operator needs one line here.
let operatorCases: [OperatorCase] = steps + gatherers + combiners + timers + sharers

private let steps: [OperatorCase] = [
    OperatorCase("map") { $0.source.map { $0 + 1 } },
    OperatorCase("map key path") { $0.source.map(\.description) },
    OperatorCase("map 2 key paths") { $0.source.map(\.description, \.hashValue).map(\.0) },
    OperatorCase("map 3 key paths") { $0.source.map(\.description, \.hashValue, \.bigEndian).map(\.0) },
    OperatorCase("tryMap") { $0.source.tryMap { if $0 % 7 == 6 { throw SampleError() } else { $0 } } },
    OperatorCase("mapError") { $0.source.mapError { SampleError(code: $0.code + 1) } },
    OperatorCase("setFailureType") { $0.source.replaceError(with: 0).setFailureType(to: SampleError.self) },
    OperatorCase("filter") { $0.source.filter { $0 % 2 == 0 } },
    OperatorCase("tryFilter") { $0.source.tryFilter { if $0 % 7 == 6 { throw SampleError() } else { $0 % 2 == 0 } } },
    OperatorCase("compactMap") { $0.source.compactMap { $0 % 2 == 0 ? $0 : nil } },
    OperatorCase("tryCompactMap") {
        $0.source.tryCompactMap { if $0 == 6 { throw SampleError() } else { $0 % 2 == 0 ? $0 : nil } }
    },
    OperatorCase("replaceNil") { $0.source.map { $0 % 2 == 0 ? $0 : nil }.replaceNil(with: 1) },
    OperatorCase("scan") { $0.source.scan(0, +) },
    OperatorCase("tryScan") { $0.source.tryScan(0) { if $1 == 6 { throw SampleError() } else { $0 + $1 } } },
    OperatorCase("removeDuplicates") { $0.source.map { $0 / 2 }.removeDuplicates() },
    OperatorCase("tryRemoveDuplicates") {
        $0.source.tryRemoveDuplicates { if $1 == 6 { throw SampleError() } else { $0 == $1 } }
    },
    OperatorCase("prefix") { $0.source.prefix(3) },
    OperatorCase("prefix none") { $0.source.prefix(0) },
    OperatorCase("output at") { $0.source.output(at: 2) },
    OperatorCase("output in") { $0.source.output(in: 1...2) },
    OperatorCase("prefix while") { $0.source.prefix { $0 < 4 } },
    OperatorCase("tryPrefix while") { $0.source.tryPrefix { if $0 == 6 { throw SampleError() } else { $0 < 5 } } },
    OperatorCase("dropFirst") { $0.source.dropFirst(2) },
    OperatorCase("drop while") { $0.source.drop { $0 < 3 } },
    OperatorCase("tryDrop while") { $0.source.tryDrop { if $0 == 6 { throw SampleError() } else { $0 < 3 } } },
    OperatorCase("collect count") { $0.source.collect(2) },
    OperatorCase("handleEvents") { $0.source.handleEvents(receiveOutput: { _ in }) },
    OperatorCase("breakpoint") { $0.source.breakpoint(receiveOutput: { _ in false }) },
    OperatorCase("print") { $0.source.print("", to: DiscardingStream()) },
    OperatorCase("assertNoFailure") { $0.source.replaceError(with: 0).assertNoFailure() },
    OperatorCase("measureInterval") { $0.source.measureInterval(using: $0.scheduler) },
    OperatorCase("erased twice") { $0.source.eraseToAnyPublisher().map { $0 }.eraseToAnyPublisher() },
]

private let gatherers: [OperatorCase] = [
    OperatorCase("collect") { $0.source.collect() },
    OperatorCase("reduce") { $0.source.reduce(0, +) },
    OperatorCase("tryReduce") { $0.source.tryReduce(0) { if $1 == 6 { throw SampleError() } else { $0 + $1 } } },
    OperatorCase("ignoreOutput") { $0.source.ignoreOutput() },
    OperatorCase("count") { $0.source.count() },
    OperatorCase("min") { $0.source.min() },
    OperatorCase("max by") { $0.source.max { $0 < $1 } },
    OperatorCase("tryMin") { $0.source.tryMin { if $0 == 6 { throw SampleError() } else { $0 < $1 } } },
    OperatorCase("contains") { $0.source.contains(4) },
    OperatorCase("contains where") { $0.source.contains { $0 > 4 } },
    OperatorCase("tryContains") { $0.source.tryContains { if $0 == 6 { throw SampleError() } else { $0 > 7 } } },
    OperatorCase("allSatisfy") { $0.source.allSatisfy { $0 < 5 } },
    OperatorCase("tryAllSatisfy") { $0.source.tryAllSatisfy { if $0 == 6 { throw SampleError() } else { $0 < 9 } } },
    OperatorCase("first") { $0.source.first() },
    OperatorCase("first where") { $0.source.first { $0 > 3 } },
    OperatorCase("tryFirst") { $0.source.tryFirst { if $0 == 6 { throw SampleError() } else { $0 > 7 } } },
    OperatorCase("last") { $0.source.last() },
    OperatorCase("last where") { $0.source.last { $0 % 2 == 0 } },
    OperatorCase("tryLast") { $0.source.tryLast { if $0 == 6 { throw SampleError() } else { $0 > 2 } } },
    OperatorCase("replaceEmpty") { $0.source.filter { $0 > 5 }.replaceEmpty(with: 0) },
    OperatorCase("replaceError") { $0.source.replaceError(with: 0) },
]

private let combiners: [OperatorCase] = [
    OperatorCase("append publisher") { $0.source.append($0.other) },
    OperatorCase("append values") { $0.source.append(1, 2, 3) },
    OperatorCase("prepend publisher") { $0.source.prepend($0.other) },
    OperatorCase("prepend values") { $0.source.prepend([1, 2, 3]) },
    OperatorCase("merge") { $0.source.merge(with: $0.other.map { $0 }) },
    OperatorCase("merge many") { $0.source.merge(with: $0.other) },
    OperatorCase("merge 8") { bench in
        let rest = bench.other.map { $0 }
        return bench.source.merge(with: rest, rest, rest, rest, rest, rest, rest)
    },
    OperatorCase("combineLatest") { $0.source.combineLatest($0.other) },
    OperatorCase("combineLatest 4") { $0.source.combineLatest($0.other, $0.other, $0.source) { $0 + $1 + $2 + $3 } },
    OperatorCase("zip") { $0.source.zip($0.other) },
    OperatorCase("zip 3") { $0.source.zip($0.other, $0.source) { $0 + $1 + $2 } },
    OperatorCase("flatMap just") { $0.source.flatMap { Just($0).setFailureType(to: SampleError.self) } },
    OperatorCase("flatMap sequences") { $0.source.flatMap { (0..<$0).publisher } },
    OperatorCase("flatMap live") { bench in bench.source.flatMap { _ in bench.other } },
    OperatorCase("flatMap at most 2") { bench in
        bench.source.flatMap(maxPublishers: .max(2)) { _ in bench.other.prefix(2) }
    },
    OperatorCase("concatMap") { $0.source.concatMap { (0..<$0).publisher.setFailureType(to: SampleError.self) } },
    OperatorCase("switchToLatest") { bench in bench.source.map { _ in bench.other }.switchToLatest() },
    OperatorCase("switchToLatest sequences") { $0.source.map { (0..<$0).publisher }.switchToLatest() },
    OperatorCase("prefix untilOutputFrom") { $0.source.prefix(untilOutputFrom: $0.other) },
    OperatorCase("drop untilOutputFrom") { $0.source.drop(untilOutputFrom: $0.other) },
    OperatorCase("catch") { bench in bench.source.catch { _ in bench.other } },
    OperatorCase("tryCatch") { bench in bench.source.tryCatch { if $0.code > 0 { throw $0 } else { bench.other } } },
    OperatorCase("retry") { $0.source.retry(2) },
]

private let timers: [OperatorCase] = [
    OperatorCase("receive on") { $0.source.receive(on: $0.scheduler) },
    OperatorCase("subscribe on") { $0.source.subscribe(on: $0.scheduler) },
    OperatorCase("immediate") { $0.source.receive(on: ImmediateScheduler.shared) },
    OperatorCase("delay") { $0.source.delay(for: .seconds(2), scheduler: $0.scheduler) },
    OperatorCase("debounce") { $0.source.debounce(for: .seconds(2), scheduler: $0.scheduler) },
    OperatorCase("throttle latest") { $0.source.throttle(for: .seconds(2), scheduler: $0.scheduler, latest: true) },
    OperatorCase("throttle first") { $0.source.throttle(for: .seconds(2), scheduler: $0.scheduler, latest: false) },
    OperatorCase("timeout") { $0.source.timeout(.seconds(5), scheduler: $0.scheduler) },
    OperatorCase("timeout error") { $0.source.timeout(.seconds(5), scheduler: $0.scheduler) { SampleError() } },
    OperatorCase("collect by time") { $0.source.collect(.byTime($0.scheduler, .seconds(2))) },
    OperatorCase("collect by time or count") { $0.source.collect(.byTimeOrCount($0.scheduler, .seconds(3), 2)) },
    OperatorCase("retry later") {
        $0.source.retry(
            2, backoff: .exponential(from: .milliseconds(500), to: .seconds(30), jitter: 1...1),
            scheduler: $0.scheduler)
    },
]

private let sharers: [OperatorCase] = [
    OperatorCase("share") { $0.source.share() },
    OperatorCase("share replay") { $0.source.share(replay: 2) },
    OperatorCase("multicast") { $0.source.multicast { PassthroughSubject() }.autoconnect() },
    OperatorCase("makeConnectable") { $0.source.replaceError(with: 0).makeConnectable().autoconnect() },
    OperatorCase("buffer keepFull") { $0.source.buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest) },
    OperatorCase("buffer byRequest") { $0.source.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest) },
    OperatorCase("buffer error") {
        $0.source.buffer(size: 2, prefetch: .byRequest, whenFull: .customError { SampleError() })
    },
    OperatorCase("create") { bench in
        Publishers.Create<Int, SampleError>(capacity: .max) { sender in
            bench.source.sink {
                sender.send(completion: $0)
            } receiveValue: {
                sender.send($0)
            }
        }
    },
    OperatorCase("passthrough subject") { bench in
        let subject = PassthroughSubject<Int, SampleError>()
        return bench.source.multicast(subject: subject).autoconnect()
    },
    OperatorCase("current value subject") { $0.source.multicast(subject: CurrentValueSubject(-1)).autoconnect() },
    OperatorCase("replay subject") { $0.source.multicast(subject: ReplaySubject(capacity: 2)).autoconnect() },
]

/// A text output stream that discards its input.
struct DiscardingStream: TextOutputStream, Sendable {
    mutating func write(_ string: String) {}
}
