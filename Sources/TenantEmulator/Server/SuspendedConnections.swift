import CAuth0MicroHTTPD
import LinuxSystemCalls
import Synchronization

/// The connections that wait for their response.
///
/// A waiting connection occupies no thread. A client that closes its connection is noticed only when the connection is
/// resumed; its request is carried out nevertheless, as by a server that responds late.
final class SuspendedConnections: Sendable {
    private struct Connection: @unchecked Sendable {  // the library allows to resume from any thread
        let pointer: OpaquePointer
        let answer: DelayedAnswer
        var isReleasable = false
    }

    private struct State {
        var connections: [Int: Connection] = [:]
        var timers: [Int: Task<Void, Never>] = [:]
        var releases = 0
        var isClosed = false
        /// The number of suspensions so far; requests that the journal omits have no number.
        var count = 0

        /// Resumes a connection, unless that has already happened.
        ///
        /// The lock is held: the library ends the process if it stops before every connection was resumed.
        mutating func resume(_ number: Int) {
            timers[number] = nil
            if let connection = connections.removeValue(forKey: number) { MHD_resume_connection(connection.pointer) }
        }
    }

    private let state = Mutex(State())
    /// The number of connections that may wait: a third of the descriptors of the process, because a response of bytes
    /// has a second one, and others must be able to connect, to release these.
    private let maximum = min(OpenFile.limit, UInt64(HTTPServer.maximumConnections)) / 3

    /// Whether no further connection may wait.
    var isFull: Bool { count >= maximum }

    /// The number of releases so far: a request that was read before the last release no longer waits.
    var releases: Int { state.withLock { $0.releases } }

    var count: Int { state.withLock { $0.connections.count } }

    /// Suspends a connection until a wait has ended and the answer was created.
    func suspend(_ connection: OpaquePointer, _ wait: ResponseSchedule.Wait, _ answer: DelayedAnswer) {
        MHD_suspend_connection(connection)
        let (number, isOver) = state.withLock { state in
            state.count += 1
            var (entry, isOver) = (Connection(pointer: connection, answer: answer), false)
            if case .untilReleased(let releases) = wait {
                isOver = state.releases > releases
                entry.isReleasable = !isOver
            }
            state.connections[state.count] = entry
            if state.isClosed { state.resume(state.count) }
            return (state.count, isOver)
        }
        if isOver { return end(number, answer) }
        let work: @Sendable () async throws -> Void
        switch wait {
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
            end(number, answer)
        }
        // The wait may have ended already, or the server may be stopping.
        let isWaiting = state.withLock { state in
            guard state.connections[number] != nil else { return false }
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

    /// Carries out the requests that wait for a release, in the order they were read.
    func release() {
        let released = state.withLock { state in
            state.releases += 1
            let released = state.connections.filter(\.value.isReleasable)
            for number in released.keys { state.connections[number]?.isReleasable = false }
            return released.sorted { $0.key < $1.key }
        }
        for (number, connection) in released { end(number, connection.answer) }
    }

    private func end(_ number: Int, _ answer: DelayedAnswer) {
        answer.create()
        state.withLock { $0.resume(number) }
    }

    /// Resumes every connection, and immediately resumes connections that are suspended later.
    func close() {
        let timers = state.withLock { state in
            state.isClosed = true
            let timers = state.timers.values
            for number in state.connections.keys { state.resume(number) }
            return Array(timers)
        }
        for timer in timers { timer.cancel() }
    }
}
