import Streams
import StreamsTesting

/// Operators that deliver every value.
let conservingCases: [ConservationCase] = plainCases + mergingCases + bufferingCases + timedCases

/// Operators that deliver the latest value and may leave out older ones.
let samplingCases: [ConservationCase] = [
    ConservationCase("switchToLatest") { $0.all.map { Just($0) }.switchToLatest() },
    ConservationCase("buffer dropOldest", demand: .max(3)) {
        $0.all.buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest)
    },
    ConservationCase("replay subject of one", demand: .max(3)) {
        $0.all.multicast(subject: ReplaySubject(bufferSize: 1)).autoconnect()
    },
    ConservationCase("throttle latest") {
        $0.all.throttle(for: .milliseconds(3), scheduler: $0.scheduler, latest: true)
    },
]

private let plainCases: [ConservationCase] = [
    ConservationCase("subject") { $0.all },
    ConservationCase("map") { $0.all.map { $0 + 1 }.map { $0 - 1 } },
    ConservationCase("tryMap") { $0.all.tryMap { $0 }.assertNoFailure() },
    ConservationCase("filter") { $0.all.filter { $0 > 0 } },
    ConservationCase("compactMap") { $0.all.compactMap { $0 } },
    ConservationCase("scan") { $0.all.scan(0) { $1 } },
    ConservationCase("removeDuplicates") { $0.all.removeDuplicates() },
    ConservationCase("prefix") { $0.all.prefix(10_000) },
    ConservationCase("drop while") { $0.all.drop { $0 < 0 } },
    ConservationCase(arrays: "collect") { $0.all.collect() },
    ConservationCase(arrays: "collect count") { $0.all.collect(3) },
    ConservationCase(arrays: "reduce") { $0.all.reduce([]) { $0 + [$1] } },
    ConservationCase("handleEvents") { $0.all.handleEvents(receiveOutput: { _ in }) },
    ConservationCase("share") { $0.all.share() },
    ConservationCase("multicast") { $0.all.multicast { PassthroughSubject() }.autoconnect() },
    ConservationCase("current value subject") {
        $0.all.multicast(subject: CurrentValueSubject(-1)).autoconnect().filter { $0 > 0 }
    },
    ConservationCase("catch") { $0.all.setFailureType(to: Oops.self).catch { _ in Just(0) } },
    ConservationCase("retry") { $0.all.setFailureType(to: Oops.self).retry(1).replaceError(with: 0) },
    ConservationCase("prefix untilOutputFrom") {
        $0.all.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false))
    },
    ConservationCase("drop untilOutputFrom") { $0.all.drop(untilOutputFrom: Just(0)) },
]

private let mergingCases: [ConservationCase] = [
    ConservationCase("merge") { $0.a.merge(with: $0.b.map { $0 }) },
    ConservationCase("merge many") { $0.a.merge(with: $0.b) },
    ConservationCase("merge 4") { $0.a.map { $0 }.merge(with: $0.b, Empty(), Empty<Int, Never>().map { $0 }) },
    ConservationCase("flatMap just") { $0.all.flatMap { Just($0) } },
    ConservationCase("flatMap just, at most 1") { $0.all.flatMap(maxPublishers: .max(1)) { Just($0) } },
    ConservationCase("flatMap live") { [$0.a, $0.b].publisher.flatMap { $0 } },
    ConservationCase("concatMap") { $0.all.concatMap { Just($0) } },
    ConservationCase("append") { $0.a.append($0.replay) },
    ConservationCase("prepend") { $0.replay.prepend(Empty<Int, Never>()).merge(with: $0.a.map { $0 }) },
    ConservationCase(arrays: "zip") { $0.a.zip($0.b) { [$0, $1] } },
    ConservationCase(arrays: "zip 3") { $0.a.zip($0.b, $0.a) { a, b, _ in [a, b] } },
    ConservationCase("merge and share") { $0.a.merge(with: $0.b).share() },
    ConservationCase("switchToLatest of one") { senders in Just(senders.all).switchToLatest() },
]

private let bufferingCases: [ConservationCase] = [
    ConservationCase("buffer byRequest", demand: .max(2)) {
        $0.all.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
    },
    ConservationCase("buffer keepFull", demand: .max(2)) {
        $0.a.merge(with: $0.b.map { $0 }).buffer(size: 1000, prefetch: .keepFull, whenFull: .dropOldest)
    },
    ConservationCase("create", demand: .max(2)) { senders in
        Publishers.Create<Int, Never> { sender in
            senders.all.sink {
                sender.send(completion: $0)
            } receiveValue: {
                sender.send($0)
            }
        }
    },
    ConservationCase("replay subject", demand: .max(2)) { $0.all.multicast(subject: ReplaySubject()).autoconnect() },
    ConservationCase("share replay", demand: .max(2)) { $0.all.share(replay: 1000) },
    ConservationCase(arrays: "zip with demand", demand: .max(2)) {
        $0.replay.zip($0.a.share(replay: 1000)) { [$1, $0] }
    },
    ConservationCase("flatMap with demand", demand: .max(2)) { senders in
        [senders.replay.eraseToAnyPublisher(), senders.a.share(replay: 1000).eraseToAnyPublisher()].publisher
            .flatMap { $0 }
    },
]

private let timedCases: [ConservationCase] = [
    ConservationCase("receive on") { $0.all.receive(on: $0.scheduler) },
    ConservationCase("receive on the same thread") { $0.all.receive(on: ImmediateScheduler.shared) },
    ConservationCase("subscribe on") { $0.all.subscribe(on: $0.scheduler) },
    ConservationCase("delay") { $0.all.delay(for: .milliseconds(3), scheduler: $0.scheduler) },
    ConservationCase("timeout") { $0.all.timeout(.seconds(100_000), scheduler: $0.scheduler) },
    ConservationCase(arrays: "collect by time", demand: .max(2)) {
        $0.all.collect(.byTime($0.scheduler, .milliseconds(1)))
    },
    ConservationCase(arrays: "collect by time or count") {
        $0.a.merge(with: $0.b).collect(.byTimeOrCount($0.scheduler, .milliseconds(1), 2))
    },
]
