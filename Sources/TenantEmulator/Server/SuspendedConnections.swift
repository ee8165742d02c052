import CAuth0MicroHTTPD
import Synchronization

/// The connections whose answers wait.
///
/// A connection that waits costs no thread. If its client goes away, that is noticed only when it is resumed.
final class SuspendedConnections: Sendable {
    private struct Connection: @unchecked Sendable {  // the library allows to resume from any thread
        let pointer: OpaquePointer
        var isReleasable: Bool
    }

    private struct State {
        var connections: [Int: Connection] = [:]
        var timers: [Int: Task<Void, Never>] = [:]
        var releases = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Whether the server is on its way down.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// How often there was a release: a request that was read before the last one does not wait any more.
    var releases: Int { state.withLock { $0.releases } }

    /// How many connections wait.
    var count: Int { state.withLock { $0.connections.count } }

    /// Takes the connection off the server's thread until the plan's wait is over.
    func suspend(_ connection: OpaquePointer, _ schedule: ResponseSchedule) {
        MHD_suspend_connection(connection)
        let number = schedule.received.number
        let isOver = state.withLock { state in
            var entry = Connection(pointer: connection, isReleasable: false)
            if case .untilReleased(let releases) = schedule.wait {
                entry.isReleasable = true
                if state.releases > releases { return true }
            }
            if !state.isClosed { state.connections[number] = entry }
            return state.isClosed
        }
        if isOver { return MHD_resume_connection(connection) }
        let work: @Sendable () async throws -> Void
        switch schedule.wait {
        case .delay(let delay): work = { try await Task.sleep(for: delay) }
        case .sending(let answer):
            let writer = RawResponseWriter(copying: shim_descriptor(connection))
            work = { try await writer?.send(answer) }
        case .none, .untilReleased: return
        }
        let timer = Task { [self] in
            // A cancelled sleep means that the server stops, which resumes everything by itself.
            guard (try? await work()) != nil else { return }
            resume { other, _ in other == number }
        }
        // It may be over already, or the server may have begun to stop.
        let isWaiting = state.withLock { state in
            guard !state.isClosed, state.connections[number] != nil else { return false }
            state.timers[number] = timer
            return true
        }
        if !isWaiting { timer.cancel() }
    }

    /// Lets every connection go on that waits to be released.
    func release() {
        state.withLock { $0.releases += 1 }
        resume { _, connection in connection.isReleasable }
    }

    /// Resumes everything and refuses to suspend again.
    func close() {
        let timers = state.withLock { state in
            state.isClosed = true
            return Array(state.timers.values)
        }
        for timer in timers { timer.cancel() }
        resume { _, _ in true }
    }

    private func resume(_ isMeant: (Int, Connection) -> Bool) {
        let resumed = state.withLock { state in
            let resumed = state.connections.filter { isMeant($0.key, $0.value) }
            for number in resumed.keys {
                state.connections[number] = nil
                state.timers[number] = nil
            }
            return Array(resumed.values)
        }
        for connection in resumed { MHD_resume_connection(connection.pointer) }
    }
}
