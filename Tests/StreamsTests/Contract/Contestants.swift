import Streams
import StreamsExtras
import StreamsTesting

/// The operators under test; a new operator needs one line here.
let contestants: [Contestant] = steps + gatherers + combiners + timers + sharers

private let steps: [Contestant] = [
    Contestant("map") { $0.source.map { $0 + 1 } },
    Contestant("map key path") { $0.source.map(\.description) },
    Contestant("map 2 key paths") { $0.source.map(\.description, \.hashValue).map(\.0) },
    Contestant("map 3 key paths") { $0.source.map(\.description, \.hashValue, \.bigEndian).map(\.0) },
    Contestant("tryMap") { $0.source.tryMap { if $0 % 7 == 6 { throw Oops() } else { $0 } } },
    Contestant("mapError") { $0.source.mapError { Oops(code: $0.code + 1) } },
    Contestant("setFailureType") { $0.source.replaceError(with: 0).setFailureType(to: Oops.self) },
    Contestant("filter") { $0.source.filter { $0 % 2 == 0 } },
    Contestant("tryFilter") { $0.source.tryFilter { if $0 % 7 == 6 { throw Oops() } else { $0 % 2 == 0 } } },
    Contestant("compactMap") { $0.source.compactMap { $0 % 2 == 0 ? $0 : nil } },
    Contestant("tryCompactMap") {
        $0.source.tryCompactMap { if $0 == 6 { throw Oops() } else { $0 % 2 == 0 ? $0 : nil } }
    },
    Contestant("replaceNil") { $0.source.map { $0 % 2 == 0 ? $0 : nil }.replaceNil(with: 1) },
    Contestant("scan") { $0.source.scan(0, +) },
    Contestant("tryScan") { $0.source.tryScan(0) { if $1 == 6 { throw Oops() } else { $0 + $1 } } },
    Contestant("removeDuplicates") { $0.source.map { $0 / 2 }.removeDuplicates() },
    Contestant("tryRemoveDuplicates") {
        $0.source.tryRemoveDuplicates { if $1 == 6 { throw Oops() } else { $0 == $1 } }
    },
    Contestant("prefix") { $0.source.prefix(3) },
    Contestant("prefix none") { $0.source.prefix(0) },
    Contestant("output at") { $0.source.output(at: 2) },
    Contestant("output in") { $0.source.output(in: 1...2) },
    Contestant("prefix while") { $0.source.prefix { $0 < 4 } },
    Contestant("tryPrefix while") { $0.source.tryPrefix { if $0 == 6 { throw Oops() } else { $0 < 5 } } },
    Contestant("dropFirst") { $0.source.dropFirst(2) },
    Contestant("drop while") { $0.source.drop { $0 < 3 } },
    Contestant("tryDrop while") { $0.source.tryDrop { if $0 == 6 { throw Oops() } else { $0 < 3 } } },
    Contestant("collect count") { $0.source.collect(2) },
    Contestant("handleEvents") { $0.source.handleEvents(receiveOutput: { _ in }) },
    Contestant("breakpoint") { $0.source.breakpoint(receiveOutput: { _ in false }) },
    Contestant("print") { $0.source.print("", to: Silence()) },
    Contestant("assertNoFailure") { $0.source.replaceError(with: 0).assertNoFailure() },
    Contestant("measureInterval") { $0.source.measureInterval(using: $0.scheduler) },
    Contestant("erased twice") { $0.source.eraseToAnyPublisher().map { $0 }.eraseToAnyPublisher() },
]

private let gatherers: [Contestant] = [
    Contestant("collect") { $0.source.collect() },
    Contestant("reduce") { $0.source.reduce(0, +) },
    Contestant("tryReduce") { $0.source.tryReduce(0) { if $1 == 6 { throw Oops() } else { $0 + $1 } } },
    Contestant("ignoreOutput") { $0.source.ignoreOutput() },
    Contestant("count") { $0.source.count() },
    Contestant("min") { $0.source.min() },
    Contestant("max by") { $0.source.max { $0 < $1 } },
    Contestant("tryMin") { $0.source.tryMin { if $0 == 6 { throw Oops() } else { $0 < $1 } } },
    Contestant("contains") { $0.source.contains(4) },
    Contestant("contains where") { $0.source.contains { $0 > 4 } },
    Contestant("tryContains") { $0.source.tryContains { if $0 == 6 { throw Oops() } else { $0 > 7 } } },
    Contestant("allSatisfy") { $0.source.allSatisfy { $0 < 5 } },
    Contestant("tryAllSatisfy") { $0.source.tryAllSatisfy { if $0 == 6 { throw Oops() } else { $0 < 9 } } },
    Contestant("first") { $0.source.first() },
    Contestant("first where") { $0.source.first { $0 > 3 } },
    Contestant("tryFirst") { $0.source.tryFirst { if $0 == 6 { throw Oops() } else { $0 > 7 } } },
    Contestant("last") { $0.source.last() },
    Contestant("last where") { $0.source.last { $0 % 2 == 0 } },
    Contestant("tryLast") { $0.source.tryLast { if $0 == 6 { throw Oops() } else { $0 > 2 } } },
    Contestant("replaceEmpty") { $0.source.filter { $0 > 5 }.replaceEmpty(with: 0) },
    Contestant("replaceError") { $0.source.replaceError(with: 0) },
]

private let combiners: [Contestant] = [
    Contestant("append publisher") { $0.source.append($0.other) },
    Contestant("append values") { $0.source.append(1, 2, 3) },
    Contestant("prepend publisher") { $0.source.prepend($0.other) },
    Contestant("prepend values") { $0.source.prepend([1, 2, 3]) },
    Contestant("merge") { $0.source.merge(with: $0.other.map { $0 }) },
    Contestant("merge many") { $0.source.merge(with: $0.other) },
    Contestant("merge 8") { bench in
        let rest = bench.other.map { $0 }
        return bench.source.merge(with: rest, rest, rest, rest, rest, rest, rest)
    },
    Contestant("combineLatest") { $0.source.combineLatest($0.other) },
    Contestant("combineLatest 4") { $0.source.combineLatest($0.other, $0.other, $0.source) { $0 + $1 + $2 + $3 } },
    Contestant("zip") { $0.source.zip($0.other) },
    Contestant("zip 3") { $0.source.zip($0.other, $0.source) { $0 + $1 + $2 } },
    Contestant("flatMap just") { $0.source.flatMap { Just($0).setFailureType(to: Oops.self) } },
    Contestant("flatMap sequences") { $0.source.flatMap { (0..<$0).publisher } },
    Contestant("flatMap live") { bench in bench.source.flatMap { _ in bench.other } },
    Contestant("flatMap at most 2") { bench in
        bench.source.flatMap(maxPublishers: .max(2)) { _ in bench.other.prefix(2) }
    },
    Contestant("concatMap") { $0.source.concatMap { (0..<$0).publisher.setFailureType(to: Oops.self) } },
    Contestant("switchToLatest") { bench in bench.source.map { _ in bench.other }.switchToLatest() },
    Contestant("switchToLatest sequences") { $0.source.map { (0..<$0).publisher }.switchToLatest() },
    Contestant("prefix untilOutputFrom") { $0.source.prefix(untilOutputFrom: $0.other) },
    Contestant("drop untilOutputFrom") { $0.source.drop(untilOutputFrom: $0.other) },
    Contestant("catch") { bench in bench.source.catch { _ in bench.other } },
    Contestant("tryCatch") { bench in bench.source.tryCatch { if $0.code > 0 { throw $0 } else { bench.other } } },
    Contestant("retry") { $0.source.retry(2) },
]

private let timers: [Contestant] = [
    Contestant("receive on") { $0.source.receive(on: $0.scheduler) },
    Contestant("subscribe on") { $0.source.subscribe(on: $0.scheduler) },
    Contestant("immediate") { $0.source.receive(on: ImmediateScheduler.shared) },
    Contestant("delay") { $0.source.delay(for: .seconds(2), scheduler: $0.scheduler) },
    Contestant("debounce") { $0.source.debounce(for: .seconds(2), scheduler: $0.scheduler) },
    Contestant("throttle latest") { $0.source.throttle(for: .seconds(2), scheduler: $0.scheduler, latest: true) },
    Contestant("throttle first") { $0.source.throttle(for: .seconds(2), scheduler: $0.scheduler, latest: false) },
    Contestant("timeout") { $0.source.timeout(.seconds(5), scheduler: $0.scheduler) },
    Contestant("timeout error") { $0.source.timeout(.seconds(5), scheduler: $0.scheduler) { Oops() } },
    Contestant("collect by time") { $0.source.collect(.byTime($0.scheduler, .seconds(2))) },
    Contestant("collect by time or count") { $0.source.collect(.byTimeOrCount($0.scheduler, .seconds(3), 2)) },
    Contestant("retry later") {
        $0.source.retry(
            2, backoff: .exponential(from: .milliseconds(500), to: .seconds(30), jitter: 1...1),
            scheduler: $0.scheduler)
    },
]

private let sharers: [Contestant] = [
    Contestant("share") { $0.source.share() },
    Contestant("share replay") { $0.source.share(replay: 2) },
    Contestant("multicast") { $0.source.multicast { PassthroughSubject() }.autoconnect() },
    Contestant("makeConnectable") { $0.source.replaceError(with: 0).makeConnectable().autoconnect() },
    Contestant("buffer keepFull") { $0.source.buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest) },
    Contestant("buffer byRequest") { $0.source.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest) },
    Contestant("buffer error") { $0.source.buffer(size: 2, prefetch: .byRequest, whenFull: .customError { Oops() }) },
    Contestant("create") { bench in
        Publishers.Create<Int, Oops>(capacity: .max) { sender in
            bench.source.sink {
                sender.send(completion: $0)
            } receiveValue: {
                sender.send($0)
            }
        }
    },
    Contestant("passthrough subject") { bench in
        let subject = PassthroughSubject<Int, Oops>()
        return bench.source.multicast(subject: subject).autoconnect()
    },
    Contestant("current value subject") { $0.source.multicast(subject: CurrentValueSubject(-1)).autoconnect() },
    Contestant("replay subject") { $0.source.multicast(subject: ReplaySubject(capacity: 2)).autoconnect() },
]

/// A text output stream that discards its input.
struct Silence: TextOutputStream, Sendable {
    mutating func write(_ string: String) {}
}
