import Streams
import StreamsExtras
import StreamsTesting

/// Operators that deliver every value.
let conservingCases: [ConcurrentSendersCase] = plainCases + mergingCases + bufferingCases + timedCases

/// Operators that deliver the latest value and may leave out older ones.
let samplingCases: [ConcurrentSendersCase] = [
    ConcurrentSendersCase("switchToLatest") { $0.all.map { Just($0) }.switchToLatest() },
    ConcurrentSendersCase("buffer dropOldest", demand: .max(3)) {
        $0.all.buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest)
    },
    ConcurrentSendersCase("replay subject of one", demand: .max(3)) {
        $0.all.multicast(subject: ReplaySubject(capacity: 1)).autoconnect()
    },
    ConcurrentSendersCase("throttle latest") {
        $0.all.throttle(for: .milliseconds(3), scheduler: $0.scheduler, latest: true)
    },
]

private let plainCases: [ConcurrentSendersCase] = [
    ConcurrentSendersCase("subject") { $0.all },
    ConcurrentSendersCase("map") { $0.all.map { $0 + 1 }.map { $0 - 1 } },
    ConcurrentSendersCase("tryMap") { $0.all.tryMap { $0 }.assertNoFailure() },
    ConcurrentSendersCase("filter") { $0.all.filter { $0 > 0 } },
    ConcurrentSendersCase("compactMap") { $0.all.compactMap { $0 } },
    ConcurrentSendersCase("scan") { $0.all.scan(0) { $1 } },
    ConcurrentSendersCase("removeDuplicates") { $0.all.removeDuplicates() },
    ConcurrentSendersCase("prefix") { $0.all.prefix(10_000) },
    ConcurrentSendersCase("drop while") { $0.all.drop { $0 < 0 } },
    ConcurrentSendersCase(arrays: "collect") { $0.all.collect() },
    ConcurrentSendersCase(arrays: "collect count") { $0.all.collect(3) },
    ConcurrentSendersCase(arrays: "reduce") { $0.all.reduce([]) { $0 + [$1] } },
    ConcurrentSendersCase("handleEvents") { $0.all.handleEvents(receiveOutput: { _ in }) },
    ConcurrentSendersCase("share") { $0.all.share() },
    ConcurrentSendersCase("multicast") { $0.all.multicast { PassthroughSubject() }.autoconnect() },
    ConcurrentSendersCase("current value subject") {
        $0.all.multicast(subject: CurrentValueSubject(-1)).autoconnect().filter { $0 > 0 }
    },
    ConcurrentSendersCase("catch") { $0.all.setFailureType(to: SampleError.self).catch { _ in Just(0) } },
    ConcurrentSendersCase("retry") { $0.all.setFailureType(to: SampleError.self).retry(1).replaceError(with: 0) },
    ConcurrentSendersCase("prefix untilOutputFrom") {
        $0.all.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false))
    },
    ConcurrentSendersCase("drop untilOutputFrom") { $0.all.drop(untilOutputFrom: Just(0)) },
]

private let mergingCases: [ConcurrentSendersCase] = [
    ConcurrentSendersCase("flatMap just") { $0.all.flatMap { Just($0) } },
    ConcurrentSendersCase("flatMap just, at most 1") { $0.all.flatMap(maxPublishers: .max(1)) { Just($0) } },
    ConcurrentSendersCase("concatMap") { $0.all.concatMap { Just($0) } },
    ConcurrentSendersCase("append") { $0.a.append($0.replay) },
]

private let bufferingCases: [ConcurrentSendersCase] = [
    ConcurrentSendersCase("buffer byRequest", demand: .max(2)) {
        $0.all.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
    },
    ConcurrentSendersCase("create", demand: .max(2)) { senders in
        Publishers.Create<Int, Never>(capacity: .max) { sender in
            senders.all.sink {
                sender.send(completion: $0)
            } receiveValue: {
                sender.send($0)
            }
        }
    },
    ConcurrentSendersCase("replay subject", demand: .max(2)) {
        $0.all.multicast(subject: ReplaySubject(capacity: .max)).autoconnect()
    },
    ConcurrentSendersCase("share replay", demand: .max(2)) { $0.all.share(replay: 1000) },
    ConcurrentSendersCase(arrays: "zip with demand", demand: .max(2)) {
        $0.replay.zip($0.a.share(replay: 1000)) { [$1, $0] }
    },
    ConcurrentSendersCase("flatMap with demand", demand: .max(2)) { senders in
        [senders.replay.eraseToAnyPublisher(), senders.a.share(replay: 1000).eraseToAnyPublisher()].publisher
            .flatMap { $0 }
    },
]

private let timedCases: [ConcurrentSendersCase] = [
    ConcurrentSendersCase("receive on") { $0.all.receive(on: $0.scheduler) },
    ConcurrentSendersCase("receive on the same thread") { $0.all.receive(on: ImmediateScheduler.shared) },
    ConcurrentSendersCase("subscribe on") { $0.all.subscribe(on: $0.scheduler) },
    ConcurrentSendersCase("delay") { $0.all.delay(for: .milliseconds(3), scheduler: $0.scheduler) },
    ConcurrentSendersCase("timeout") { $0.all.timeout(.seconds(100_000), scheduler: $0.scheduler) },
    ConcurrentSendersCase(arrays: "collect by time", demand: .max(2)) {
        $0.all.collect(.byTime($0.scheduler, .milliseconds(1)))
    },
    ConcurrentSendersCase(arrays: "collect by time or count") {
        $0.a.merge(with: $0.b).collect(.byTimeOrCount($0.scheduler, .milliseconds(1), 2))
    },
]
