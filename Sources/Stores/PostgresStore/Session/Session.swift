import ByteEncodings
import Dispatch
import LinuxCLibrary
import LinuxSystemCalls
import SecretStorage
import Synchronization

/// The connection that holds the advisory locks of a store and listens to announcements, with its thread.
///
/// When the connection ends, the server releases its locks. Another machine may then take them, and the
/// compare-and-swap protects the data. This session reconnects immediately, reacquires its locks before it does
/// anything else, and retries unavailable ones after 5 ms, then after at most 100 ms.
final class Session: Sendable {
    private enum Phase { case unused, starting, listening, lost, closed }
    private struct State {
        var phase = Phase.unused
        var requests: [LockRequest] = []
        /// The locks that objects of this process represent.
        var held: Set<Int64> = []
        /// The held locks that the server may have granted to another machine.
        var lost: Set<Int64> = []
        /// The failure of the last attempt to connect.
        var failure: SecretStoreError?
        /// The time until which the server has released no lock that is not lost.
        var heldUntil = ContinuousClock.now
        var released: [Int64] = []
        /// The calls that wait for the first attempt to connect.
        var starts: [DispatchSemaphore] = []
        /// The events that wake the thread, and that end it.
        var (commands, stop) = (Wakeup?.none, Wakeup?.none)
    }

    /// The changes that were announced.
    let tracker = ChangeTracker()
    /// The closures that are called for changes.
    let observers: ChangeObservers
    private let state = Mutex(State())
    private let timeout: Duration
    private let process = ProcessGeneration.current
    private let connector: Connector
    private let prepare: @Sendable (Connection) throws -> Void

    /// The longest time between two queries to the server, without and with a held lock.
    private static let (interval, intervalOfHolder) = (Duration.seconds(3), Duration.seconds(1))
    /// The longest wait for an answer while a lock is held: afterwards the server may have ended the connection.
    private static let patienceOfHolder = Duration.seconds(3)
    /// The time for which an answer confirms the announcements; after it the next answer is missing.
    private static let confirmation = Duration.seconds(8)
    /// The time for which an answer confirms the locks: the server releases the locks of a vanished machine no earlier
    /// than 4 s after its last query.
    private static let confirmationOfLocks = Duration.milliseconds(3_500)
    /// The time after a loss in which holders of locks have precedence over new requests.
    private static let precedence = Duration.milliseconds(250)

    /// Creates a session that connects at its first use.
    init(
        timeout: Duration, observers: ChangeObservers, connector: Connector,
        prepare: @escaping @Sendable (Connection) throws -> Void
    ) {
        (self.timeout, self.observers, self.connector, self.prepare) = (timeout, observers, connector, prepare)
    }

    /// Ends the thread and the connection.
    func close() {
        // A forked child shares the events of its parent.
        guard process.isCurrent else { return }
        state.withLock { $0.phase = .closed }
        stop?.ring()
        commands?.ring()
    }

    /// Starts the thread if it does not run, and waits until the first attempt to connect has ended; blocks. An attempt
    /// that has taken the time limit of a call is an error.
    func start() throws {
        guard process.isCurrent else { throw SecretStoreError.inForkedChild }
        // Before the attempt begins, whose time limit is the same: a busy processor may stop this thread in between.
        let start = ContinuousClock.now
        let first = DispatchSemaphore(value: 0)
        startThread(telling: first)
        first.wait()
        let (phase, failure) = state.withLock { ($0.phase, $0.failure) }
        // Also for a call that waited for a thread that another call could not start.
        guard phase != .unused else {
            throw SecretStoreError(.unavailable, detail: "no thread or descriptor is left")
        }
        // Another wait would double the duration of the call.
        if phase == .lost, let failure, ContinuousClock.now - start >= timeout { throw failure }
    }

    /// Starts the thread if it does not run, and signals `first` when the first attempt to connect has ended, or no
    /// thread or descriptor is left; does not block.
    func startThread(telling first: DispatchSemaphore? = nil) {
        guard process.isCurrent else { return }
        let isFirst = state.withLock { state in
            let isFirst = state.phase == .unused
            if isFirst {
                state.phase = .starting
                // At the first use: the descriptors that lacked when the store was created may be free.
                (state.commands, state.stop) = (state.commands ?? Wakeup(), state.stop ?? Wakeup())
            }
            if state.phase != .starting { first?.signal() } else if let first { state.starts.append(first) }
            return isFirst
        }
        guard isFirst else { return }
        let isStarted =
            commands != nil && stop != nil
            && BackgroundThread.start(named: "auth0-pg-session", run: { [self] in run() })
        if !isStarted { setPhase(.unused) }
    }

    /// Waits for a lock; blocks. At least one attempt is made.
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
        if isWithdrawn { throw request.isAttempted ? Self.timeout : failure }
        request.waitUntilDone()
        try request.get()
    }

    /// Releases a lock.
    func unlock(_ key: Int64) {
        guard process.isCurrent else { return }
        state.withLock { $0.released.append(key) }
        commands?.ring()
    }

    /// Returns whether the server certainly grants a lock of this process to no other machine; `false` when in doubt.
    func isHeld(_ key: Int64) -> Bool {
        process.isCurrent
            && state.withLock { $0.held.contains(key) && !$0.lost.contains(key) && ContinuousClock.now < $0.heldUntil }
    }

    private static let timeout = SecretStoreError(
        .lockTimeout, detail: "another process held the lock of the secret for longer than the time limit")

    private var failure: SecretStoreError {
        state.withLock { $0.failure } ?? SecretStoreError(.unavailable, detail: "the server did not answer in time")
    }

    private func setPhase(_ phase: Phase) {
        let starts = state.withLock { state in
            if state.phase != .closed { state.phase = phase }
            defer { state.starts = [] }
            return state.starts
        }
        for start in starts { start.signal() }
    }

    private var isClosed: Bool { state.withLock { $0.phase == .closed } }

    private var commands: Wakeup? { state.withLock { $0.commands } }

    private var stop: Wakeup? { state.withLock { $0.stop } }

    private func run() {
        var (pace, isPrepared, isFirst) = (ReconnectionPace(), false, true)
        let start = ContinuousClock.now
        while !isClosed {
            do {
                let limit = pace.limit(of: timeout, isUrgent: !lost.isEmpty)
                let connection = try connector.connect(for: .locks, until: .now + limit, interrupt: stop)
                connection.deadline = .now + limit
                if !isPrepared { try prepare(connection) }
                isPrepared = true
                _ = takeReleased()
                try takeBack(lost, connection)
                // After the locks, for which other hosts wait.
                try connection.markSession()
                try connection.run("LISTEN auth0_streams", for: "listening for changes")
                tracker.begin()
                confirm(since: .now)
                pace.begin(at: .now)
                setPhase(.listening)
                observers.tellAll()
                try serve(connection, requestsFrom: isFirst ? .now : .now + Self.precedence)
            } catch {
                tracker.end()
                // A released lock makes no attempt to connect urgent.
                _ = takeReleased()
                let isUrgent = state.withLock { state in
                    state.lost = state.held
                    state.failure = error as? SecretStoreError
                    return !state.lost.isEmpty
                }
                setPhase(.lost)
                failRequests(all: isHopeless(error, since: start))
                guard BackOff.pause(pace.pause(at: .now, isUrgent: isUrgent), interrupt: stop) else { break }
            }
            isFirst = false
        }
        tracker.end()
        setPhase(.closed)
        state.withLock { $0.failure = SecretStoreError(.unavailable, detail: "the store was closed") }
        failRequests(all: true)
    }

    /// Whether calls need not wait for another attempt to connect: the server refuses it, or was never reachable.
    private func isHopeless(_ error: any Error, since start: ContinuousClock.Instant) -> Bool {
        guard let error = error as? SecretStoreError, error.isRetryable else { return true }
        return error.cause is ServerAbsence && !connector.wasConnected
            && start.duration(to: .now) > ConnectionPool.patience
    }

    /// Records that the server has answered a query, and thus that no lock and no announcement was lost before.
    private func confirm(since question: ContinuousClock.Instant) {
        tracker.confirm(until: question + Self.confirmation)
        state.withLock { $0.heldUntil = question + Self.confirmationOfLocks }
    }

    /// Serves locks and announcements until the connection is lost or the session is closed.
    private func serve(_ connection: Connection, requestsFrom: ContinuousClock.Instant) throws {
        var retries: [Int64: LockRetry] = [:]
        var asked = ContinuousClock.now
        while !isClosed {
            let isHolder = state.withLock { !$0.held.isEmpty }
            connection.deadline = .now + (isHolder ? min(timeout, Self.patienceOfHolder) : timeout)
            let nextPing = asked + (isHolder ? Self.intervalOfHolder : Self.interval)
            if ContinuousClock.now >= nextPing {
                asked = .now
                try connection.isTrueInSession(.ping)
                confirm(since: asked)
                continue
            }
            for key in takeReleased() {
                try connection.execute(.unlock, .number(key))
                retries[key] = nil
            }
            try retake(&retries, connection)
            let areServed = ContinuousClock.now >= requestsFrom
            if areServed { try attempt(&retries, connection) }
            let announcements = try connection.notifications()
            for announcement in announcements { note(announcement, &retries) }
            guard announcements.isEmpty else { continue }
            let due = retries.values.map(\.due) + (areServed ? [] : [requestsFrom])
            wait(for: connection, until: due.reduce(nextPing, min))
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

    /// Tries to reacquire locks that ended with their connection.
    private func takeBack(_ keys: Set<Int64>, _ connection: Connection) throws {
        guard !keys.isEmpty else { return }
        let list = "{" + keys.map { String($0) }.joined(separator: ",") + "}"
        let rows = try connection.execute(.tryLocks, .text(list))
        let taken = (0..<rows.count).filter { rows.isTrue($0, 1) }.map { rows.number($0, 0) }
        state.withLock { $0.lost.subtract(taken) }
    }

    /// Tries to reacquire the locks that another machine held before, when their next attempt is due.
    private func retake(_ retries: inout [Int64: LockRetry], _ connection: Connection) throws {
        let due = lost.filter { retries[$0].map { $0.due <= .now } ?? true }
        try takeBack(due, connection)
        let missing = due.intersection(lost)
        for key in missing { retries[key, default: LockRetry()].postpone(byAtMost: .milliseconds(100)) }
        // A call of this process may wait for such a lock: an attempt that stays due would let this thread spin.
        for key in due.subtracting(missing) { retries[key] = nil }
    }

    /// Tries the requested locks whose next attempt is due.
    private func attempt(_ retries: inout [Int64: LockRetry], _ connection: Connection) throws {
        let (requests, held) = state.withLock { ($0.requests, $0.held) }
        let wanted = Dictionary(grouping: requests, by: \.key)
        let lost = lost
        retries = retries.filter { wanted[$0.key] != nil || lost.contains($0.key) }
        for (key, requests) in wanted where !held.contains(key) {
            let isNew = requests.contains { !$0.isAttempted }
            if !isNew, let retry = retries[key], retry.due > .now { continue }
            let asked = ContinuousClock.now
            if try connection.isTrueInSession(.tryLock, .number(key)) {
                retries[key] = nil
                confirm(since: asked)
                if !grant(key) { try connection.execute(.unlock, .number(key)) }
            } else {
                retries[key, default: LockRetry()].postpone(byAtMost: .milliseconds(250))
            }
        }
        for request in requests { request.isAttempted = true }
        failOverdue()
    }

    /// Grants a lock to the first request that waits for it, and returns whether there is one.
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

    /// Ends the calls that did not get their lock until their deadline.
    private func failOverdue() {
        for request in removeRequests(where: { $0.deadline <= .now && $0.isAttempted }) { request.finish(Self.timeout) }
    }

    /// Ends the overdue calls, or all calls, while there is no connection.
    private func failRequests(all: Bool) {
        let failure = failure
        for request in removeRequests(where: { all || $0.deadline <= .now }) { request.finish(failure) }
    }

    private func removeRequests(where isOver: (LockRequest) -> Bool) -> [LockRequest] {
        state.withLock { state in
            defer { state.requests.removeAll(where: isOver) }
            return state.requests.filter(isOver)
        }
    }

    private func note(_ announcement: String, _ retries: inout [Int64: LockRetry]) {
        let words = announcement.split(separator: " ")
        switch words.first {
        // Sent by an older version.
        case "unlocked" where words.count == 2: Int64(words[1]).map { retries[$0] = nil }
        case "changed" where (2...3).contains(words.count):
            guard let id = try? Hex.decode(String(words[1])) else { return noteUnknown() }
            // A renewal that has stored its result is about to release the lock.
            retries[PostgresStore.lockKey(of: id)]?.restart()
            tracker.note(id, version: words.count == 3 ? Int64(words[2]) ?? 0 : 0)
            observers.tell(id)
        // Everything was removed, or a later version announced an unknown event.
        default: noteUnknown()
        }
    }

    private func noteUnknown() {
        tracker.begin()
        observers.tellAll()
    }

    private func wait(for connection: Connection, until due: ContinuousClock.Instant) {
        guard let commands, !connection.hasDecryptedInput else { return }
        let descriptors = [connection.socket, commands.descriptor]
        _ = Wakeup.firstReadable(of: descriptors, within: ContinuousClock.now.milliseconds(until: due))
        // Before the state is read: an event after that, such as the end of the session, ends the next wait.
        commands.reset()
    }
}

/// The pauses between attempts to take a lock that another machine holds.
private struct LockRetry {
    private(set) var due = ContinuousClock.now
    private var pause = Self.first

    private static let first = Duration.milliseconds(5)

    /// Restarts with short pauses.
    mutating func restart() { self = LockRetry() }

    mutating func postpone(byAtMost longest: Duration) {
        due = .now + min(pause, longest)
        pause = min(pause * 2, longest)
    }
}

extension Wakeup {
    /// Makes the descriptor unreadable until the next `ring`.
    func reset() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
