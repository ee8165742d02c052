import Streams
import StreamsTesting

/// Operators with a scheduler.
let timeModels: [Model] = [
    Model("receive(on:options:)", expected: { passed($0.a) }) { $0.a.receive(on: $0.scheduler) },
    Model("subscribe(on:options:)", expected: { passed($0.a) }) { $0.a.subscribe(on: $0.scheduler) },
    Model("delay(for:tolerance:scheduler:options:)", expected: { delayed($0.a) }) {
        $0.a.delay(for: .milliseconds(230), scheduler: $0.scheduler)
    },
    Model("measureInterval(using:options:)", expected: { intervals($0.a) }) {
        $0.a.measureInterval(using: $0.scheduler).map { $0.magnitude / 1_000_000 }
    },
    Model("debounce(for:scheduler:options:)", expected: { debounced($0.a) }) {
        $0.a.debounce(for: .milliseconds(230), scheduler: $0.scheduler)
    },
    Model("throttle(for:scheduler:latest:)", note: " latest", expected: { throttled($0.a, latest: true) }) {
        open($0.a).throttle(for: .milliseconds(530), scheduler: $0.scheduler, latest: true)
    },
    Model("throttle(for:scheduler:latest:)", note: " first", expected: { throttled($0.a, latest: false) }) {
        open($0.a).throttle(for: .milliseconds(530), scheduler: $0.scheduler, latest: false)
    },
    Model("timeout(_:scheduler:options:customError:)", expected: { timedOut($0.a, .finished) }) {
        $0.a.timeout(.milliseconds(430), scheduler: $0.scheduler)
    },
    Model(
        "timeout(_:scheduler:options:customError:)", note: " error",
        expected: { timedOut($0.a, .failure(SampleError(code: 99))) }
    ) {
        $0.a.timeout(.milliseconds(430), scheduler: $0.scheduler) { SampleError(code: 99) }
    },
    Model("collect(_:options:)", note: " by time", expected: { collected($0.a, count: .max) }) {
        $0.a.collect(.byTime($0.scheduler, .milliseconds(530)))
    },
    Model("collect(_:options:)", note: " by time or count", expected: { collected($0.a, count: 2) }) {
        $0.a.collect(.byTimeOrCount($0.scheduler, .milliseconds(530), 2))
    },
]

/// The values of a publisher without its completion: the end of a throttled stream is the subject of `TimeGroupTests`.
private func open(_ source: ModelSource) -> some Publisher<Int, Never> {
    source.catch { _ in Empty<Int, Never>() }.append(Empty<Int, Never>(completeImmediately: false))
}

private func delayed(_ side: Play.Side) -> [Mark] {
    passed(side).map { Mark(time: $0.time + 230, text: $0.text, isValue: $0.isValue) }
}

private func intervals(_ side: Play.Side) -> [Mark] {
    let times = [0] + side.values.map(\.time)
    return zip(times, times.dropFirst()).map { .value($1, $1 - $0) } + passed(side).filter { !$0.isValue }
}

/// Each value after which nothing happened for 230 ms.
private func debounced(_ side: Play.Side) -> [Mark] {
    let times = side.values.map(\.time) + [side.end?.time].compactMap { $0 }
    let quiet = side.values.filter { value in !times.contains { $0 > value.time && $0 < value.time + 230 } }
    return quiet.map { .value($0.time + 230, $0.value) } + passed(side).filter { !$0.isValue }
}

/// At most one value in 530 ms: each value opens a stretch, whose first or latest value comes at its end.
private func throttled(_ side: Play.Side, latest: Bool) -> [Mark] {
    var marks: [Mark] = []
    var rest = side.values
    var time = 0
    while let next = rest.first {
        time = max(time, next.time)
        let stretch = rest.prefix { $0.time <= time }
        guard let value = latest ? stretch.last : stretch.first else { break }
        marks.append(.value(time, value.value))
        rest.removeFirst(stretch.count)
        time += 530
    }
    return marks
}

private func timedOut(_ side: Play.Side, _ completion: Completion<SampleError>) -> [Mark] {
    var deadline = 430
    var marks: [Mark] = []
    for mark in passed(side) {
        if mark.time > deadline { break }
        marks.append(mark)
        if !mark.isValue { return marks }
        deadline = mark.time + 430
    }
    return marks + [.end(deadline, completion)]
}

/// The values between two ticks, or as soon as there are enough.
private func collected(_ side: Play.Side, count: Int) -> [Mark] {
    var marks: [Mark] = []
    var values: [Int] = []
    func flush(_ time: Int) {
        if !values.isEmpty { marks.append(.value(time, values)) }
        values = []
    }
    var tick = 530
    for mark in side.values.map({ ($0.time, Int?($0.value)) }) + [(side.end?.time ?? 20_000, nil)] {
        while tick < mark.0 {
            flush(tick)
            tick += 530
        }
        if let value = mark.1 { values.append(value) }
        if values.count >= count { flush(mark.0) }
    }
    if let end = side.end {
        if end.completion == .finished { flush(end.time) }
        marks.append(.end(end.time, end.completion))
    }
    return marks
}
