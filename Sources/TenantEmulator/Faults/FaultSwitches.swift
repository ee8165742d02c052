import Synchronization

/// The faults that are switched on.
public final class FaultSwitches: Sendable {
    private struct Armed {
        let fault: Fault
        let path: String
        let grant: String?
        var times: Int?
    }

    private let armed = Mutex<[Armed]>([])
    private let onRelease = Mutex<(@Sendable () -> Void)?>(nil)

    init() {}

    /// Arms a fault, in front of those armed before.
    ///
    /// - Parameters:
    ///   - fault: What goes wrong.
    ///   - path: Where, such as `/oauth/token`; `*` at the end stands for any rest.
    ///   - grant: Only for requests of this `grant_type`, when given.
    ///   - times: For how many requests; `nil` until it is cleared.
    public func set(_ fault: Fault, on path: String, grant: String? = nil, times: Int? = nil) {
        armed.withLock { $0.insert(Armed(fault: fault, path: path, grant: grant, times: times), at: 0) }
    }

    /// Disarms the faults of a path, or all of them; what waits goes on waiting until ``release()``.
    public func clear(on path: String? = nil) {
        armed.withLock { armed in armed.removeAll { path == nil || $0.path == path } }
    }

    /// Lets every request go on that ``Fault/hold`` or ``Fault/holdAnswer`` stopped.
    public func release() { onRelease.withLock { $0 }?() }

    /// Says what a release does.
    func whenReleased(_ action: @escaping @Sendable () -> Void) { onRelease.withLock { $0 = action } }

    /// What is armed, the latest first.
    var summaries: [(path: String, kind: String, times: Int?)] {
        armed.withLock { armed in armed.map { ($0.path, $0.fault.kind, $0.times) } }
    }

    /// The fault for a request, which counts as one of its times.
    func take(path: String, grant: String?) -> Fault? {
        armed.withLock { armed in
            let index = armed.firstIndex { candidate in
                Self.covers(candidate.path, path) && (candidate.grant == nil || candidate.grant == grant)
                    && candidate.times != 0
            }
            guard let index else { return nil }
            if let times = armed[index].times { armed[index].times = times - 1 }
            return armed[index].fault
        }
    }

    /// Whether there may be requests for a path, or for the beginning of one.
    static func canCover(_ pattern: String) -> Bool { pattern.first == "/" || pattern == "*" }

    private static func covers(_ pattern: String, _ path: String) -> Bool {
        pattern.last == "*" ? path.hasPrefix(pattern.dropLast()) : pattern == path
    }
}
