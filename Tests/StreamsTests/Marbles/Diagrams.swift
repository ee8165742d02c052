import Streams
import StreamsExtras
import StreamsTesting

/// The diagrams of the documentation. After a change: `scripts/marbles`.
let diagrams: [Diagram] = timing + joining + following + keeping

private let timing: [Diagram] = [
    Diagram(
        "debounce", "debounce(for: .seconds(2), scheduler: clock)",
        ["": "ab---c---|"], out: "---b---c-|"
    ) { $0.input.debounce(for: .seconds(2), scheduler: $0.clock) },
    Diagram(
        "throttle", "throttle(for: .seconds(3), scheduler: clock, latest: true)",
        ["": "abcd----e---|"], out: "a--d----e---|"
    ) { $0.input.throttle(for: .seconds(3), scheduler: $0.clock, latest: true) },
    Diagram(
        "delay", "delay(for: .seconds(2), scheduler: clock)",
        ["": "ab--c|"], out: "--ab--c|"
    ) { $0.input.delay(for: .seconds(2), scheduler: $0.clock) },
    Diagram(
        "timeout", "timeout(.seconds(3), scheduler: clock)",
        ["": "a-b-----c|"], out: "a-b--|"
    ) { $0.input.timeout(.seconds(3), scheduler: $0.clock) },
    Diagram(
        "measureInterval", "measureInterval(using: clock)",
        ["": "-a--b-c|"], out: "-1--3-2|"
    ) { $0.input.measureInterval(using: $0.clock).map { $0.magnitude / 1_000_000_000 } },
    Diagram(
        "collectByTime", "collect(.byTime(clock, .seconds(3)))",
        ["": "abc-d---e|"], out: "---[abc]--[d]--([e]|)"
    ) { $0.input.collect(.byTime($0.clock, .seconds(3))).map { $0.joined() } },
]

private let joining: [Diagram] = [
    Diagram(
        "merge", "merge(with: other)",
        ["": "a---b--c|", "other": "--1--2|"], out: "a-1-b2-c|"
    ) { $0.input.merge(with: $0.row("other")) },
    Diagram(
        "zip", "zip(other)",
        ["": "ab---c--|", "other": "-1-2---3|"], out: "-[a1]-[b2]---[c3]|"
    ) { $0.input.zip($0.row("other")) { $0 + $1 } },
    Diagram(
        "combineLatest", "combineLatest(other)",
        ["": "a--b---|", "other": "-1--2|"], out: "-[a1]-[b1][b2]--|"
    ) { $0.input.combineLatest($0.row("other")) { $0 + $1 } },
    Diagram(
        "prefixUntilOutput", "prefix(untilOutputFrom: other)",
        ["": "a-b-c-d|", "other": "-----1"], out: "a-b-c|"
    ) { $0.input.prefix(untilOutputFrom: $0.row("other")) },
    Diagram(
        "dropUntilOutput", "drop(untilOutputFrom: other)",
        ["": "a-b-c-d|", "other": "---1"], out: "----c-d|"
    ) { $0.input.drop(untilOutputFrom: $0.row("other")) },
]

private let following: [Diagram] = [
    Diagram(
        "flatMap", "flatMap { streams[$0] }",
        ["": "a--b----|", "a": "1-2-3|", "b": "4-5|"], out: "1-2435--|"
    ) { stage in stage.input.flatMap { stage.row($0) } },
    Diagram(
        "concatMap", "concatMap { streams[$0] }",
        ["": "a--b---|", "a": "1-2-3|", "b": "4-5|"], out: "1-2-34-5|"
    ) { stage in stage.input.concatMap { stage.row($0) } },
    Diagram(
        "switchToLatest", "map { streams[$0] }.switchToLatest()",
        ["": "a--b---|", "a": "1-2-3|", "b": "4-5|"], out: "1-24-5-|"
    ) { stage in stage.input.map { stage.row($0) }.switchToLatest() },
    Diagram(
        "catch", "catch { _ in other }",
        ["": "a-b-#", "other": "1-2|"], out: "a-b-1-2|"
    ) { stage in stage.input.catch { _ in stage.row("other") } },
    Diagram(
        "retryWithBackOff", "retry(2, backoff: .exponential(from: .seconds(1), to: .seconds(30)), scheduler: clock)",
        ["1st": "a-#", "2nd": "b#", "3rd": "c-|"], out: "a--b--c-|"
    ) { stage in
        stage.rowsInTurn("1st", "2nd", "3rd")
            .retry(
                2, backoff: .exponential(from: .seconds(1), to: .seconds(30), jitter: 1...1), scheduler: stage.clock)
    },
]

private let keeping: [Diagram] = [
    Diagram(
        "shareReplay", "share(replay: 1)", ["": "a-b--c-|"],
        observers: [
            Diagram.Observer(label: "first", sees: "a-b--c-|"),
            Diagram.Observer(label: "late", second: 4, sees: "----bc-|"),
        ]
    ) { $0.input.share(replay: 1) },
    Diagram(
        "share", "share()", ["": "a-b--c-|"],
        observers: [
            Diagram.Observer(label: "first", sees: "a-b--c-|"),
            Diagram.Observer(label: "late", second: 4, sees: "-----c-|"),
        ]
    ) { $0.input.share() },
    Diagram(
        "buffer", "buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)", ["": "abc--d-|"],
        observers: [Diagram.Observer(label: "", demand: "----1-2", sees: "----b-(cd)|")]
    ) { $0.input.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest) },
]
