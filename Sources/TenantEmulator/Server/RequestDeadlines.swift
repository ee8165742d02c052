import CAuth0MicroHTTPD
import Synchronization

/// Closes connections whose request takes too long to arrive.
///
/// The library limits only the time without traffic, so a client that sends a byte from time to time could keep its
/// connection forever.
final class RequestDeadlines: Sendable {
    private struct Entry {
        let descriptor: Int32
        /// The time by which the request has to be complete; `nil` while it is handled.
        var end: ContinuousClock.Instant?
    }

    private struct State {
        var entries: [UInt: Entry] = [:]
        var task: Task<Void, Never>?
        var isClosed = false
    }

    /// The time from the beginning of a connection to the end of its first request.
    private let limit: Duration
    /// The time between two requests of a connection, which is added for all but the first.
    private let idle: Duration
    private let state = Mutex(State())

    init(limit: Duration, idle: Duration) { (self.limit, self.idle) = (limit, idle) }

    /// Starts the deadline of a new connection.
    func open(_ connection: OpaquePointer) {
        let descriptor = shim_descriptor(connection)
        state.withLock { state in
            guard descriptor >= 0, !state.isClosed else { return }
            state.entries[UInt(bitPattern: connection)] = Entry(
                descriptor: descriptor, end: ContinuousClock.now + limit)
            guard state.task == nil else { return }
            state.task = Task { [weak self, limit] in
                var pause: Duration? = limit
                while let wait = pause, (try? await Task.sleep(for: wait)) != nil { pause = self?.closeLate() }
            }
        }
    }

    /// Removes the deadline of a connection whose request is complete.
    func complete(_ connection: OpaquePointer) { setEnd(nil, of: connection) }

    /// Starts the deadline of the next request of a connection.
    func beginNext(_ connection: OpaquePointer) { setEnd(ContinuousClock.now + limit + idle, of: connection) }

    private func setEnd(_ end: ContinuousClock.Instant?, of connection: OpaquePointer) {
        state.withLock { state in
            let key = UInt(bitPattern: connection)
            guard var entry = state.entries[key] else { return }
            entry.end = end
            // A change in place allocates the frames of three accessors.
            state.entries.updateValue(entry, forKey: key)
        }
    }

    /// Forgets a connection, before the library closes its descriptor.
    func forget(_ connection: OpaquePointer) {
        state.withLock { $0.entries[UInt(bitPattern: connection)] = nil }
    }

    func close() {
        let task = state.withLock { state in
            state.isClosed = true
            return state.task.take()
        }
        task?.cancel()
    }

    /// Shuts down the connections that are past their deadline; returns the time until the next check, if there are
    /// any.
    private func closeLate() -> Duration? {
        state.withLock { state in
            let now = ContinuousClock.now
            var next = now + limit
            for (key, entry) in state.entries {
                guard let end = entry.end else { continue }
                if end <= now {
                    // Under the lock: the library closes the descriptor only after `forget`.
                    shim_shut_down(entry.descriptor)
                    state.entries[key]?.end = nil
                } else {
                    next = min(next, end)
                }
            }
            guard !state.entries.isEmpty, !state.isClosed else {
                state.task = nil
                return nil
            }
            return next - now
        }
    }
}
