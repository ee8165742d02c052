import Dispatch
import LinuxSystemCalls
import SecretStorage
import Synchronization

/// A bounded set of connections, each with its own thread; the threads serve calls in their order.
///
/// All calls have the same time limit, so at the deadline of a waiting call all earlier calls have ended, and the next
/// free thread ends the call.
final class ConnectionPool: Sendable {
    private struct State {
        var waiting: [PoolCall] = []
        var threads = 0
        var idle = 0
        var isClosed = false
        /// The time until which the server has few connections left, so that no idle connection is kept.
        var crowdedUntil = ContinuousClock.now
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

    /// Runs a closure with a connection, and again with another if that is lost and the call is repeatable; blocks.
    func run<Value: Sendable>(
        isRepeatable: Bool, _ body: @escaping @Sendable (Connection) throws -> Value
    ) throws -> Value {
        let outcome = Outcome<Value>()
        let done = DispatchSemaphore(value: 0)
        submit(
            PoolCall(deadline: .now + timeout, isRepeatable: isRepeatable, interrupt: nil) {
                outcome.set(try body($0))
            } finish: { error in
                if let error { outcome.fail(error) }
                done.signal()
            })
        done.wait()
        return try outcome.get()
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
            guard state.idle < state.waiting.count, state.threads < maximum else { return .wait }
            state.threads += 1
            return .start
        }
        switch step {
        case .wait: arrivals.signal()
        case .refuse: call.finish(SecretStoreError(.unavailable, detail: "the store was closed"))
        case .cancelled: call.finish(CancellationError())
        case .start:
            arrivals.signal()
            if !BackgroundThread.start(named: "auth0-postgres", run: { [self] in serve() }) { threadIsMissing() }
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

    private func serve() {
        var connection: Connection?
        state.withLock { $0.idle += 1 }
        while let call = next(for: connection) {
            var failure: (any Error)?
            do { try run(call, on: &connection) } catch { failure = error }
            connection?.interrupt = nil
            if connection?.isLost == true { connection = nil }
            // Before the caller continues, so that its next call needs no further connection.
            state.withLock { $0.idle += 1 }
            call.finish(failure)
        }
    }

    /// Waits for a call; blocks. The thread counts as idle until then. It is `nil` when the thread and its connection
    /// end, because the pool is closed or they are not needed.
    private func next(for connection: Connection?) -> PoolCall? {
        let end = ContinuousClock.now + idleLimit
        while true {
            let step = state.withLock { state in
                state.crowdedUntil > .now ? .zero : min(Self.interval, ContinuousClock.now.duration(to: end))
            }
            let wakeup = DispatchTime.now() + .nanoseconds(Int(clamping: step.wholeNanoseconds))
            let isCalled = arrivals.wait(timeout: wakeup) == .success
            let (call, isOver) = state.withLock { state -> (PoolCall?, Bool) in
                if !state.waiting.isEmpty {
                    state.idle -= 1
                    return (state.waiting.removeFirst(), false)
                }
                let isOver = state.isClosed || !isCalled && (ContinuousClock.now >= end || state.crowdedUntil > .now)
                if isOver { (state.idle, state.threads) = (state.idle - 1, state.threads - 1) }
                return (nil, isOver)
            }
            if let call { return call }
            if isOver { return nil }
            if !isCalled, let connection { checkCrowd(connection) }
        }
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
