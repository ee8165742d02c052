import Synchronization

/// The armed faults of a tenant.
public final class FaultSwitches: Sendable {
    private struct Armed {
        let fault: EmulatedTenant.Fault
        let path: String
        let grant: String?
        var times: Int?
    }

    private struct State {
        var armed: [Armed] = []
        /// The faults that a reset restores.
        var initial: [Armed] = []
        /// Called by ``release()``; set once, when the tenant starts.
        var release: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    init() {}

    /// Arms a fault; it takes precedence over faults that were armed before.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - path: The path of the requests, such as `/oauth/token`; a `*` at the end matches any suffix.
    ///   - grant: The `grant_type` of the requests; `nil` matches any request.
    ///   - times: The number of requests to apply the fault to; `nil` applies it until it is cleared.
    public func set(_ fault: EmulatedTenant.Fault, on path: String, grant: String? = nil, times: Int? = nil) {
        state.withLock { $0.armed.insert(Armed(fault: fault, path: path, grant: grant, times: times), at: 0) }
    }

    /// Disarms faults; requests that wait continue to wait until ``release()``.
    ///
    /// - Parameter path: The path that the faults were armed for; `nil` disarms all faults.
    public func clear(on path: String? = nil) {
        state.withLock { $0.armed.removeAll { path == nil || $0.path == path } }
    }

    /// Saves the armed faults as the reset point.
    func markStart() { state.withLock { $0.initial = $0.armed } }

    /// Restores the faults of the reset point: usually none.
    func reset() { state.withLock { $0.armed = $0.initial } }

    /// Resumes every request that ``EmulatedTenant/Fault/hold`` or ``EmulatedTenant/Fault/holdResponse`` holds.
    public func release() { state.withLock(\.release)?() }

    func whenReleased(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.release = action } }

    var summaries: [(path: String, kind: String, times: Int?, grant: String?)] {
        state.withLock { state in state.armed.map { ($0.path, $0.fault.name, $0.times, $0.grant) } }
    }

    /// Finds the fault for a request and counts the request against the fault's limit; reads the `grant_type` only for
    /// a fault that depends on it.
    func take(path: String, grant: @autoclosure () -> String?) -> EmulatedTenant.Fault? {
        state.withLock { state in
            let index = state.armed.firstIndex { candidate in
                Journal.covers(candidate.path, path) && candidate.times != 0
                    && (candidate.grant == nil || candidate.grant == grant())
            }
            guard let index else { return nil }
            if let times = state.armed[index].times { state.armed[index].times = times - 1 }
            return state.armed[index].fault
        }
    }

    /// Whether a pattern can match the path of a request.
    static func canCover(_ pattern: String) -> Bool { pattern.first == "/" || pattern == "*" }
}
