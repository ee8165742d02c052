import Synchronization

/// A log of events, in order.
final class Log: Sendable {
    private let lines = Mutex<[String]>([])

    var events: [String] { lines.withLock { $0 } }
    var ends: Int { events.count { $0 == "end" } }
    var valuesAfterEnd: Int { events.drop { $0 != "end" }.count { $0 != "end" } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
