import LinuxSystemCalls

/// The name resolutions of all transports of this process: eight at a time, because libcurl starts a thread for each
/// one and cannot stop it.
///
/// A resolution ends with its thread. A request that is cancelled or late leaves its resolution to the next requests of
/// its origin, so an unresponsive name server occupies one place for each origin. Only a name that is resolved after a
/// SOCKS proxy is connected ends with its request.
enum Resolutions {
    private struct State {
        var running = 0
        var waiting: [Engine] = []
        var process = ProcessGeneration.current
    }

    private static let maximum = 8
    private static let state = SanitizerVisibleMutex(State())

    /// Begins a resolution and returns `true`; if all places are taken, the engine is notified when one is free.
    static func begin(for engine: Engine) -> Bool {
        let process = ProcessGeneration.current
        return state.withLock { state in
            // A forked child has none of its parent's threads.
            if state.process != process { state = State() }
            guard state.running < maximum else {
                if !state.waiting.contains(where: { $0 === engine }) { state.waiting.append(engine) }
                return false
            }
            state.running += 1
            return true
        }
    }

    static func end() {
        let waiting = state.withLock { state in
            state.running -= 1
            defer { state.waiting = [] }
            return state.waiting
        }
        for engine in waiting { engine.didFreeResolution() }
    }
}
