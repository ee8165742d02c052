import Dispatch
import LinuxSystemCalls
import SecretStorage
import Synchronization

/// A bounded set of threads, each with at most one connection; the threads serve calls in their order.
///
/// A blocking call uses the connection of an idle thread itself: two switches of threads would take as long as the
/// server. The place of that thread is taken until the call has ended, so there are no more connections than threads.
///
/// All calls have the same time limit, so at the deadline of a waiting call all earlier calls have ended, and the next
/// free thread ends the call.
final class ConnectionPool: Sendable {
    private struct State {
        var waiting: [PoolCall] = []
        var threads = 0
        /// The number of threads that can take a call.
        var idle = 0
        /// Their connections, at most one for each; the last one was used last.
        var resting: [RestingConnection] = []
        /// The number of arrivals that found the places of all idle threads taken, for calls that still wait.
        var missed = 0
        /// The number of idle threads that ask the server whether it has connections left; they take calls soon.
        var checking = 0
        var isClosed = false
        /// The time until which the server has few connections left, so that no idle connection is kept.
        var crowdedUntil = ContinuousClock.now

        var keepsConnections: Bool { !isClosed && (crowdedUntil <= .now || !waiting.isEmpty) }
    }

    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)
    private let maximum: Int
    private let connector: Connector
    private let prepare: @Sendable (Connection) throws -> Void
    private let process = ProcessGeneration.current
    private let idleLimit: Duration
    /// The time limit of a call.
    let timeout: Duration

    /// The interval at which an idle connection checks whether the server has enough connections left.
    private static let interval = Duration.seconds(2)
    /// The time for which a negative answer counts.
    private static let crowded = Duration.seconds(60)
    /// The time in which connecting to a server that was never reachable is retried.
    static let patience = Duration.seconds(1)

    /// Creates a pool without connections.
    init(
        maximum: Int, timeout: Duration, idleLimit: Duration, connector: Connector,
        prepare: @escaping @Sendable (Connection) throws -> Void
    ) {
        self.maximum = max(1, maximum)
        (self.timeout, self.idleLimit) = (timeout, idleLimit)
        (self.connector, self.prepare) = (connector, prepare)
    }

    /// Runs a closure with a connection, and again with another if that is lost and the call is repeatable; blocks. The
    /// closure runs on this thread if a connection is idle.
    func run<Value: Sendable>(
        isRepeatable: Bool, _ body: @escaping @Sendable (Connection) throws -> Value
    ) throws -> Value {
        let outcome = Outcome<Value>()
        let done = DispatchSemaphore(value: 0)
        let call = PoolCall(deadline: .now + timeout, isRepeatable: isRepeatable, interrupt: nil) {
            outcome.set(try body($0))
        } finish: { error in
            if let error { outcome.fail(error) }
            done.signal()
        }
        var connection = idleConnection()
        if connection == nil { submit(call) } else { serve(call, on: &connection) }
        done.wait()
        return try outcome.get()
    }

    /// Takes an idle connection and the place of its thread; `nil` if there is none, or calls wait for it.
    private func idleConnection() -> Connection? {
        guard process.isCurrent else { return nil }
        let last = state.withLock { state -> RestingConnection? in
            guard state.waiting.isEmpty, !state.isClosed, let last = state.resting.popLast() else { return nil }
            state.idle -= 1
            return last
        }
        return last?.connection
    }

    /// Runs a closure with a connection, without blocking a thread of the task. Cancelling the task ends the call.
    func run<Value: Sendable>(
        isRepeatable: Bool, _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        guard let interrupt = Wakeup() else { throw SecretStoreError(.unavailable, detail: "no descriptor is left") }
        let outcome = Outcome<Value>()
        let deadline = ContinuousClock.now + timeout
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                submit(
                    PoolCall(deadline: deadline, isRepeatable: isRepeatable, interrupt: interrupt) {
                        outcome.set(try body($0))
                    } finish: { error in
                        if let error { outcome.fail(error) }
                        continuation.resume()
                    })
            }
        } onCancel: {
            cancel(interrupt)
        }
        return try outcome.get()
    }

    /// Ends all threads and connections; calls that wait and later ones throw.
    func close() {
        guard process.isCurrent else { return }
        let (calls, threads) = state.withLock { state in
            defer { state.waiting = [] }
            state.isClosed = true
            return (state.waiting, state.threads)
        }
        for call in calls { call.finish(SecretStoreError(.unavailable, detail: "the store was closed")) }
        for _ in 0..<threads { arrivals.signal() }
    }

    private func submit(_ call: PoolCall) {
        enum Step { case wait, start, refuse, cancelled }
        // The threads of the pool are the parent's, and one of them may have had the lock.
        guard process.isCurrent else { return call.finish(SecretStoreError.inForkedChild) }
        let step: Step = state.withLock { state in
            if state.isClosed { return .refuse }
            if call.interrupt?.isRung(within: 0) == true { return .cancelled }
            state.waiting.append(call)
            guard state.idle + state.checking < state.waiting.count, state.threads < maximum else { return .wait }
            state.threads += 1
            return .start
        }
        switch step {
        case .wait: arrivals.signal()
        case .refuse: call.finish(SecretStoreError(.unavailable, detail: "the store was closed"))
        case .cancelled: call.finish(CancellationError())
        case .start:
            arrivals.signal()
            if !BackgroundThread.start(named: "auth0-postgres", run: { [self] in work() }) { threadIsMissing() }
        }
    }

    /// Fails the waiting calls when no thread is left that could serve them.
    private func threadIsMissing() {
        let calls = state.withLock { state in
            state.threads -= 1
            guard state.threads == 0 else { return [] as [PoolCall] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for call in calls { call.finish(SecretStoreError.noThread) }
    }

    private func cancel(_ interrupt: Wakeup) {
        guard process.isCurrent else { return }
        // The order matters: a call that is not in the list yet finds the event rung.
        interrupt.ring()
        let call = state.withLock { state in
            state.waiting.firstIndex { $0.interrupt === interrupt }.map { state.waiting.remove(at: $0) }
        }
        call?.finish(CancellationError())
    }

    private func work() {
        var connection: Connection?
        rest(&connection)
        while let call = next(&connection) { serve(call, on: &connection) }
    }

    private func serve(_ call: PoolCall, on connection: inout Connection?) {
        var failure: (any Error)?
        do { try run(call, on: &connection) } catch { failure = error }
        connection?.interrupt = nil
        // Before the caller continues, so that its next call needs no further connection.
        rest(&connection)
        call.finish(failure)
    }

    /// Makes the place of a thread free for calls, with its connection if it has one, unused since a time. A server
    /// with few connections left gets the connection back first, unless a call waits for it.
    private func rest(_ connection: inout Connection?, since: ContinuousClock.Instant = .now, isChecked: Bool = false) {
        if connection?.isLost == true || !state.withLock({ $0.keepsConnections }) { connection = nil }
        let resting = connection.take().map { RestingConnection(connection: $0, since: since) }
        let isCalled = state.withLock { state in
            state.idle += 1
            if isChecked { state.checking -= 1 }
            if let resting {
                // The connection that was used last is taken first, so that the others reach the limit.
                let index = state.resting.firstIndex { $0.since > resting.since } ?? state.resting.endIndex
                state.resting.insert(resting, at: index)
            }
            guard state.missed > 0 else { return false }
            state.missed -= 1
            return true
        }
        if isCalled { arrivals.signal() }
    }

    /// Waits for a call, and takes the place of an idle thread for it, with a connection if there is one; blocks. It is
    /// `nil` when a thread and its connection end, because the pool is closed or they are not needed.
    private func next(_ connection: inout Connection?) -> PoolCall? {
        let start = ContinuousClock.now
        while true {
            let step = state.withLock { min(Self.interval, ContinuousClock.now.duration(to: end(of: $0, from: start))) }
            let wakeup = DispatchTime.now() + .nanoseconds(Int(clamping: step.wholeNanoseconds))
            switch turn(arrivals.wait(timeout: wakeup) == .success, start) {
            case .wait: continue
            case .call(let call, let resting):
                connection = resting?.connection
                return call
            case .check(let resting):
                checkCrowd(resting.connection)
                connection = resting.connection
                rest(&connection, since: resting.since, isChecked: true)
            case .end: return nil
            }
        }
    }

    /// The next step of a thread after a wait. A connection that ends leaves the state, because it ends outside the
    /// lock.
    private enum Turn {
        case wait
        case call(PoolCall, RestingConnection?)
        case check(RestingConnection)
        case end(RestingConnection?)
    }

    private func turn(_ isCalled: Bool, _ start: ContinuousClock.Instant) -> Turn {
        state.withLock { state in
            if state.isClosed { return .end(state.resting.popLast()) }
            guard state.idle > 0 else {
                if isCalled { state.missed = min(state.missed + 1, state.waiting.count) }
                return .wait
            }
            if !state.waiting.isEmpty {
                state.idle -= 1
                return .call(state.waiting.removeFirst(), state.resting.popLast())
            }
            guard !isCalled else { return .wait }
            if ContinuousClock.now >= end(of: state, from: start) {
                let endsWithout = state.resting.count < state.idle
                (state.idle, state.threads) = (state.idle - 1, state.threads - 1)
                return .end(endsWithout ? nil : state.resting.removeFirst())
            }
            guard !state.resting.isEmpty else { return .wait }
            (state.idle, state.checking) = (state.idle - 1, state.checking + 1)
            return .check(state.resting.removeFirst())
        }
    }

    /// The time when the idle thread that is needed least ends: at once if the server has few connections left,
    /// otherwise one without a connection first, then the one whose connection was used least recently. `start` is the
    /// time since when the asking thread is idle.
    private func end(of state: State, from start: ContinuousClock.Instant) -> ContinuousClock.Instant {
        guard state.idle > 0 else { return .now + Self.interval }
        if state.crowdedUntil > .now { return start }
        return (state.resting.count < state.idle ? start : state.resting[0].since) + idleLimit
    }

    /// Asks the server whether it has enough connections left for other processes.
    private func checkCrowd(_ connection: Connection) {
        connection.deadline = .now + Self.interval
        if (try? connection.execute(.isCrowded))?.isTrue(0, 0) == true { noteCrowd() }
    }

    private func noteCrowd() { state.withLock { $0.crowdedUntil = .now + Self.crowded } }

    /// Runs a call, and repeats it after a lost connection, if that is allowed: once immediately, because the server
    /// may have closed an idle connection, and then with pauses, because a standby loses each connection.
    private func run(_ call: PoolCall, on connection: inout Connection?) throws {
        var (backOff, failure) = (BackOff(), SecretStoreError?.none)
        while true {
            do {
                return try attempt(call, on: &connection)
            } catch let error as SecretStoreError {
                let (isLost, isOver) = (connection?.isLost == true, ContinuousClock.now >= call.deadline)
                // The reason of an earlier attempt is more informative than the end of the time.
                guard isLost, call.isRepeatable, !isOver else {
                    throw isOver && error.code == .unavailable ? failure ?? error : error
                }
                connection = nil
                if failure != nil {
                    let pause = backOff.next()
                    guard ContinuousClock.now + .milliseconds(pause) < call.deadline else { throw error }
                    guard BackOff.pause(pause, interrupt: call.interrupt) else { throw CancellationError() }
                }
                failure = error
            }
        }
    }

    private func attempt(_ call: PoolCall, on connection: inout Connection?) throws {
        guard ContinuousClock.now < call.deadline else {
            throw SecretStoreError(.unavailable, detail: "no connection of the pool was free in time")
        }
        if connection?.isAlive != true { connection = nil }
        let open = try connection ?? reconnected(for: call)
        connection = open
        open.deadline = call.deadline
        open.interrupt = call.interrupt
        try call.body(open)
    }

    /// Connects, with pauses that grow from about 20 ms to 1 s while the server is not reachable.
    private func reconnected(for call: PoolCall) throws -> Connection {
        var backOff = BackOff()
        // Without an earlier connection, an unreachable server is more likely a mistake than a restart.
        let patience = connector.wasConnected ? call.deadline : min(call.deadline, .now + Self.patience)
        while true {
            do {
                let connection = try connector.connect(for: .calls, until: call.deadline, interrupt: call.interrupt)
                connection.deadline = call.deadline
                try prepare(connection)
                return connection
            } catch let error as SecretStoreError where error.isRetryable {
                if error.cause is ServerCrowd { noteCrowd() }
                let (pause, end) = (backOff.next(), error.cause is ServerAbsence ? patience : call.deadline)
                guard ContinuousClock.now + .milliseconds(pause) < end else { throw error }
                guard BackOff.pause(pause, interrupt: call.interrupt) else { throw CancellationError() }
            }
        }
    }
}

/// A connection that no call uses, since a time.
private struct RestingConnection: @unchecked Sendable {  // who takes it from the pool is the only one that uses it
    let connection: Connection
    let since: ContinuousClock.Instant
}

/// A call that waits for a connection.
struct PoolCall: Sendable {
    let deadline: ContinuousClock.Instant
    let isRepeatable: Bool
    let interrupt: Wakeup?
    let body: @Sendable (Connection) throws -> Void
    let finish: @Sendable ((any Error)?) -> Void
}

/// The result of a call, passed between threads.
private final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)

    func set(_ value: Value) { result.withLock { $0 = .success(value) } }
    func fail(_ error: any Error) { result.withLock { $0 = .failure(error) } }

    func get() throws -> Value {
        guard let result = result.withLock({ $0 }) else { throw SecretStoreError(.failed, detail: "no result") }
        return try result.get()
    }
}
