import Synchronization

/// The armed faults of a tenant.
public final class FaultSwitches: Sendable {
    private struct Armed {
        let fault: EmulatedTenant.Fault
        let path: String
        let grant: String?
        var times: Int?
    }

    private let armed = Mutex<[Armed]>([])
    /// The faults that a reset restores.
    private let initial = Mutex<[Armed]>([])
    /// Called by ``release()``; set once, when the tenant starts.
    private let releasing = Mutex(Release())

    /// A mutex whose value is a closure wraps it once more at each access.
    private struct Release {
        var action: (@Sendable () -> Void)?
    }

    init() {}

    /// Arms a fault; it takes precedence over faults that were armed before.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - path: The path of the requests, such as `/oauth/token`; a `*` at the end matches any suffix.
    ///   - grant: The `grant_type` of the requests; `nil` matches any request.
    ///   - times: The number of requests to apply the fault to; `nil` applies it until it is cleared.
    public func set(_ fault: EmulatedTenant.Fault, on path: String, grant: String? = nil, times: Int? = nil) {
        armed.withLock { $0.insert(Armed(fault: fault, path: path, grant: grant, times: times), at: 0) }
    }

    /// Disarms faults; requests that wait continue to wait until ``release()``.
    ///
    /// - Parameter path: The path that the faults were armed for; `nil` disarms all faults.
    public func clear(on path: String? = nil) {
        armed.withLock { armed in armed.removeAll { path == nil || $0.path == path } }
    }

    /// Saves the armed faults as the reset point.
    func markStart() {
        let present = armed.withLock { $0 }
        initial.withLock { $0 = present }
    }

    /// Restores the faults of the reset point: usually none.
    func reset() {
        let start = initial.withLock { $0 }
        armed.withLock { $0 = start }
    }

    /// Resumes every request that ``EmulatedTenant/Fault/hold`` or ``EmulatedTenant/Fault/holdResponse`` holds.
    public func release() { releasing.withLock(\.action)?() }

    func whenReleased(_ action: @escaping @Sendable () -> Void) { releasing.withLock { $0.action = action } }

    /// The armed faults, the latest first.
    var summaries: [(path: String, kind: String, times: Int?, grant: String?)] {
        armed.withLock { armed in armed.map { ($0.path, $0.fault.name, $0.times, $0.grant) } }
    }

    /// Finds the fault for a request and counts the request against the fault's limit; reads the `grant_type` only for
    /// a fault that depends on it.
    func take(path: String, grant: @autoclosure () -> String?) -> EmulatedTenant.Fault? {
        armed.withLock { armed in
            let index = armed.firstIndex { candidate in
                Journal.covers(candidate.path, path) && candidate.times != 0
                    && (candidate.grant == nil || candidate.grant == grant())
            }
            guard let index else { return nil }
            if let times = armed[index].times { armed[index].times = times - 1 }
            return armed[index].fault
        }
    }

    /// Whether a pattern can match the path of a request.
    static func canCover(_ pattern: String) -> Bool { pattern.first == "/" || pattern == "*" }
}
