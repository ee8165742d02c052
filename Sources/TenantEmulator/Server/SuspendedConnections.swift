import CAuth0MicroHTTPD
import Synchronization

/// The connections that wait for their response.
///
/// A waiting connection occupies no thread. A client that closes its connection is noticed only when the connection is
/// resumed.
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
        /// The number of suspensions so far; requests that the journal omits have no number.
        var count = 0
    }

    private let state = Mutex(State())

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// The number of releases so far: a request that was read before the last release no longer waits.
    var releases: Int { state.withLock { $0.releases } }

    var count: Int { state.withLock { $0.connections.count } }

    /// Suspends a connection until the wait of its schedule has ended.
    func suspend(_ connection: OpaquePointer, _ schedule: ResponseSchedule) {
        MHD_suspend_connection(connection)
        let (number, isOver) = state.withLock { state in
            state.count += 1
            var entry = Connection(pointer: connection, isReleasable: false)
            if case .untilReleased(let releases) = schedule.wait {
                entry.isReleasable = true
                if state.releases > releases { return (state.count, true) }
            }
            if !state.isClosed { state.connections[state.count] = entry }
            return (state.count, state.isClosed)
        }
        if isOver { return MHD_resume_connection(connection) }
        let work: @Sendable () async throws -> Void
        switch schedule.wait {
        case .delay(let delay): work = { try await Task.sleep(for: delay) }
        case .polling(let isOver, let limit): work = { try await Self.poll(until: isOver, limit) }
        case .sending(let response):
            let writer = RawResponseWriter(copying: shim_descriptor(connection))
            work = { try await writer?.send(response) }
        case .none, .untilReleased: return
        }
        let timer = Task { [self] in
            // The task is cancelled only if the server stops, when ``close()`` resumes every connection.
            guard (try? await work()) != nil else { return }
            resume { other, _ in other == number }
        }
        // The wait may have ended already, or the server may be stopping.
        let isWaiting = state.withLock { state in
            guard !state.isClosed, state.connections[number] != nil else { return false }
            state.timers[number] = timer
            return true
        }
        if !isWaiting { timer.cancel() }
    }

    private static let pollPause = Duration.milliseconds(10)

    private static func poll(until isOver: @Sendable () -> Bool, _ limit: Duration) async throws {
        let end = ContinuousClock.now + limit
        while !isOver(), ContinuousClock.now < end { try await Task.sleep(for: pollPause) }
    }

    func release() {
        state.withLock { $0.releases += 1 }
        resume { _, connection in connection.isReleasable }
    }

    /// Resumes every connection, and immediately resumes connections that are suspended later.
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
