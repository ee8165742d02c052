import ByteEncodings
import Dispatch
import Glibc
import LinuxSystemCalls
import SecretStorage
import Synchronization

/// The connection that holds the advisory locks of a store and listens to announcements, with its thread.
///
/// When the connection ends, the server releases its locks. Another machine may take them then, and the
/// compare-and-swap protects the data; this session takes them back as soon as they are free.
final class Session: Sendable {
    private enum Phase { case unused, starting, listening, lost, closed }
    private struct State {
        var phase = Phase.unused
        var requests: [LockRequest] = []
        /// The locks that objects of this process stand for.
        var held: Set<Int64> = []
        /// Those of them that the server may have given to another machine.
        var lost: Set<Int64> = []
        var released: [Int64] = []
        /// The calls that wait for the first attempt to connect.
        var starts: [DispatchSemaphore] = []
    }

    /// The changes that were announced.
    let tracker = ChangeTracker()
    /// The closures that are called for them.
    let observers: ChangeObservers
    private let state = Mutex(State())
    private let commands = Wakeup()
    private let stop = Wakeup()
    private let timeout: Duration
    private let process = ProcessGeneration.current
    private let connect: @Sendable (ContinuousClock.Instant, Wakeup?) throws -> Connection

    private static let pingInterval = Duration.seconds(3)
    /// An answer counts for the time until the next one is missing.
    private static let confirmation = Duration.seconds(8)

    /// Creates a session that connects at its first use.
    ///
    /// - Parameters:
    ///   - timeout: The time limit of a statement and of an attempt to connect.
    ///   - observers: The closures that are called for changes.
    ///   - connect: Opens a connection until a deadline or an event.
    init(
        timeout: Duration, observers: ChangeObservers,
        connect: @escaping @Sendable (ContinuousClock.Instant, Wakeup?) throws -> Connection
    ) {
        self.timeout = timeout
        self.observers = observers
        self.connect = connect
    }

    /// Ends the thread and the connection.
    func close() {
        // The events of a forked child are those of its parent.
        guard !isForked else { return }
        state.withLock { $0.phase = .closed }
        stop?.ring()
        commands?.ring()
    }

    /// Starts the thread if it does not run, and waits until the first attempt to connect has ended; blocks.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError/Code/unavailable`` when the system has no thread or descriptor left.
    func start() throws {
        guard !isForked else { throw ForkedProcess.error }
        let first = DispatchSemaphore(value: 0)
        guard startThread(telling: first) else {
            throw SecretStoreError(.unavailable, detail: "no thread or descriptor is left")
        }
        first.wait()
    }

    /// Starts the thread if it does not run; does not block.
    ///
    /// - Parameter first: The event that is raised when the first attempt to connect has ended.
    /// - Returns: Whether the thread runs, or the session was closed.
    @discardableResult
    func startThread(telling first: DispatchSemaphore? = nil) -> Bool {
        guard !isForked else { return false }
        let isFirst = state.withLock { state in
            let isFirst = state.phase == .unused
            if isFirst { state.phase = .starting }
            if state.phase != .starting { first?.signal() } else if let first { state.starts.append(first) }
            return isFirst
        }
        guard isFirst else { return true }
        let isStarted =
            commands != nil && stop != nil
            && BackgroundThread.start(named: "auth0-pg-session", run: { [self] in run() })
        if !isStarted { setPhase(.unused) }
        return isStarted
    }

    /// Waits for a lock; blocks.
    ///
    /// - Parameters:
    ///   - key: The number of the lock.
    ///   - deadline: The end of the wait; at least one attempt is made.
    /// - Throws: ``SecretStorage/SecretStoreError/Code/lockTimeout``,
    ///   ``SecretStorage/SecretStoreError/Code/unavailable``.
    func lock(_ key: Int64, until deadline: ContinuousClock.Instant) throws {
        try start()
        let request = LockRequest(key, until: deadline)
        state.withLock { $0.requests.append(request) }
        commands?.ring()
        if request.isDone(within: ContinuousClock.now.duration(to: deadline)) { return try request.get() }
        if !request.isAttempted, request.isDone(within: timeout) { return try request.get() }
        let isWithdrawn = state.withLock { state in
            state.requests.firstIndex { $0 === request }.map { state.requests.remove(at: $0) } != nil
        }
        if isWithdrawn { throw SecretStoreError(request.isAttempted ? .lockTimeout : .unavailable) }
        request.waitUntilDone()
        try request.get()
    }

    /// Releases a lock.
    ///
    /// - Parameter key: The number of the lock.
    func unlock(_ key: Int64) {
        guard !isForked else { return }
        state.withLock { $0.released.append(key) }
        commands?.ring()
    }

    /// Returns whether the server gives a lock of this process to no other machine.
    ///
    /// - Parameter key: The number of the lock.
    /// - Returns: Whether it does; `false` when in doubt.
    func isHeld(_ key: Int64) -> Bool {
        tracker.isConfirmed && state.withLock { $0.held.contains(key) && !$0.lost.contains(key) }
    }

    private var isForked: Bool { ForkedProcess.isChild(of: process) }

    private func setPhase(_ phase: Phase) {
        let starts = state.withLock { state in
            if state.phase != .closed { state.phase = phase }
            defer { state.starts = [] }
            return state.starts
        }
        for start in starts { start.signal() }
    }

    private var isClosed: Bool { state.withLock { $0.phase == .closed } }

    private func run() {
        var backOff = BackOff()
        while !isClosed {
            do {
                let connection = try connect(.now + timeout, stop)
                try connection.run("LISTEN auth0_streams")
                _ = takeReleased()
                for key in lost { try takeBack(key, connection) }
                tracker.begin()
                confirm()
                backOff = BackOff()
                setPhase(.listening)
                observers.tellAll()
                try serve(connection)
            } catch {
                tracker.end()
                state.withLock { $0.lost = $0.held }
                setPhase(.lost)
                failOverdue(.unavailable)
                guard BackOff.pause(backOff.next(), interrupt: stop) else { break }
            }
        }
        tracker.end()
        setPhase(.closed)
        failAll()
    }

    private func confirm(since question: UInt64 = MonotonicClock.now) {
        tracker.confirm(until: question + Self.confirmation.wholeNanoseconds)
    }

    /// Serves locks and announcements until the connection is lost or the session is closed.
    private func serve(_ connection: Connection) throws {
        var retries: [Int64: LockRetry] = [:]
        var nextPing = ContinuousClock.now + Self.pingInterval
        while !isClosed {
            commands?.reset()
            connection.deadline = .now + timeout
            if ContinuousClock.now >= nextPing {
                let question = MonotonicClock.now
                try connection.execute(.ping)
                confirm(since: question)
                nextPing = .now + Self.pingInterval
            }
            for key in takeReleased() {
                try connection.execute(.unlock, .number(key))
                retries[key] = nil
            }
            try attempt(&retries, connection)
            let announcements = try connection.notifications()
            for announcement in announcements { note(announcement, &retries) }
            if announcements.isEmpty {
                wait(for: connection, until: retries.values.map(\.due).min().map { min($0, nextPing) } ?? nextPing)
            }
        }
    }

    private func takeReleased() -> [Int64] {
        state.withLock { state in
            defer { state.released = [] }
            state.held.subtract(state.released)
            state.lost.subtract(state.released)
            return state.released
        }
    }

    private var lost: Set<Int64> { state.withLock { $0.lost } }

    /// Tries to take back a lock that ended with its connection.
    ///
    /// - Returns: Whether it was free.
    @discardableResult
    private func takeBack(_ key: Int64, _ connection: Connection) throws -> Bool {
        guard try connection.execute(.tryLock, .number(key)).isTrue(0, 0) else { return false }
        state.withLock { _ = $0.lost.remove(key) }
        return true
    }

    /// Tries the locks that are wanted and whose time has come.
    private func attempt(_ retries: inout [Int64: LockRetry], _ connection: Connection) throws {
        let (requests, held) = state.withLock { ($0.requests, $0.held) }
        let wanted = Dictionary(grouping: requests, by: \.key)
        let lost = lost
        retries = retries.filter { wanted[$0.key] != nil || lost.contains($0.key) }
        for key in lost where retries[key].map({ $0.due <= .now }) ?? true {
            if try takeBack(key, connection) {
                retries[key] = nil
            } else {
                retries[key, default: LockRetry()].postpone()
            }
        }
        for (key, requests) in wanted where !held.contains(key) {
            let isNew = requests.contains { !$0.isAttempted }
            if !isNew, let retry = retries[key], retry.due > .now { continue }
            if try connection.execute(.tryLock, .number(key)).isTrue(0, 0) {
                retries[key] = nil
                if !grant(key) { try connection.execute(.unlock, .number(key)) }
            } else {
                retries[key, default: LockRetry()].postpone()
            }
        }
        for request in requests { request.isAttempted = true }
        failOverdue(.lockTimeout)
    }

    /// Gives a lock to the first request that waits for it.
    ///
    /// - Returns: Whether one waits.
    private func grant(_ key: Int64) -> Bool {
        let request = state.withLock { state in
            state.requests.firstIndex { $0.key == key }.map { index in
                state.held.insert(key)
                return state.requests.remove(at: index)
            }
        }
        request?.finish(nil)
        return request != nil
    }

    private func failOverdue(_ code: SecretStoreError.Code) {
        let overdue = state.withLock { state in
            let now = ContinuousClock.now
            let isOverdue = { (request: LockRequest) in
                request.deadline <= now && (code == .unavailable || request.isAttempted)
            }
            defer { state.requests.removeAll(where: isOverdue) }
            return state.requests.filter(isOverdue)
        }
        for request in overdue { request.finish(SecretStoreError(code)) }
    }

    private func failAll() {
        let requests = state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
        for request in requests { request.finish(SecretStoreError(.unavailable, detail: "the store was closed")) }
    }

    private func note(_ announcement: String, _ retries: inout [Int64: LockRetry]) {
        let words = announcement.split(separator: " ")
        switch words.first {
        case "unlocked" where words.count == 2: Int64(words[1]).map { retries[$0] = nil }
        case "changed" where (2...3).contains(words.count):
            guard let id = try? Hex.decode(String(words[1])) else { return noteUnknown() }
            tracker.note(id, version: words.count == 3 ? Int64(words[2]) ?? 0 : 0)
            observers.tell(id)
        // Everything was removed, or something that a later version announces has happened.
        default: noteUnknown()
        }
    }

    private func noteUnknown() {
        tracker.begin()
        observers.tellAll()
    }

    private func wait(for connection: Connection, until due: ContinuousClock.Instant) {
        guard let commands else { return }
        var polled = [
            pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0),
            pollfd(fd: commands.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&polled, 2, ContinuousClock.now.milliseconds(until: due))
    }
}

/// The pauses between attempts to take a lock that another machine has: an announcement usually comes first.
private struct LockRetry {
    private(set) var due = ContinuousClock.now
    private var pause = Duration.milliseconds(25)

    mutating func postpone() {
        due = .now + pause
        pause = min(pause * 2, .milliseconds(500))
    }
}

extension Wakeup {
    /// Makes the descriptor unreadable until the next `ring`.
    func reset() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
