import Dispatch
import RequestPipeline
package import Streams
import Synchronization

/// One attempt to have a person log in on another device: from asking for a code to the answer.
///
/// It ends exactly once, by whatever comes first: the answer, a failure, the deadline, or `cancel()`. With its end the
/// question that is under way, the timer and the place among the ``Transactions`` are given back, and only then its
/// completion is called, on a thread that anybody may block.
package final class DeviceSession<Value: Sendable>: Transaction, Cancellable {
    /// Is called with an end.
    package typealias Completion<Outcome> = @Sendable (Result<Outcome, any Error>) -> Void

    /// What is to be done.
    package struct Plan: Sendable {
        /// How long the person may take.
        package let timeout: Duration
        /// Whether others may be under way at the same time.
        package let allowsOthers: Bool
        /// Measures the time.
        package let alarm: Alarm
        /// Asks for the codes.
        package let authorize: @Sendable (@escaping Completion<DeviceAuthorization>) -> any Cancellable
        /// Shows them to the person; may block.
        package let show: @Sendable (DeviceAuthorization) -> Void
        /// Waits until the person has decided.
        package let wait: @Sendable (DeviceAuthorization, @escaping Completion<Value>) -> any Cancellable

        /// Makes a plan.
        package init(
            timeout: Duration, allowsOthers: Bool, alarm: Alarm,
            authorize: @escaping @Sendable (@escaping Completion<DeviceAuthorization>) -> any Cancellable,
            show: @escaping @Sendable (DeviceAuthorization) -> Void,
            wait: @escaping @Sendable (DeviceAuthorization, @escaping Completion<Value>) -> any Cancellable
        ) {
            (self.timeout, self.allowsOthers, self.alarm) = (timeout, allowsOthers, alarm)
            (self.authorize, self.show, self.wait) = (authorize, show, wait)
        }
    }

    private struct State {
        /// Is called once, and taken then: without it the session is over.
        var completion: Completion<Value>?
        var step = CancellationSlot()
    }

    private let plan: Plan
    private let transactions: Transactions
    private let state: Mutex<State>
    private let deadline = CancellationSlot()
    /// Several at a time: a terminal that somebody has stopped (Ctrl-S) must not keep the end from being told.
    private let queue = DispatchQueue(label: "auth0.device-login", attributes: .concurrent)

    package var allowsOthers: Bool { plan.allowsOthers }

    private init(_ plan: Plan, _ transactions: Transactions, _ completion: @escaping Completion<Value>) {
        (self.plan, self.transactions) = (plan, transactions)
        state = Mutex(State(completion: completion))
    }

    /// Begins an attempt.
    ///
    /// - Parameters:
    ///   - plan: What is to be done.
    ///   - transactions: Among which others.
    ///   - completion: Called exactly once, never from inside this call: with an ``AuthorizationError`` that is
    ///     `alreadyActive`, `cancelled` or `timedOut`, or with a failure of a step.
    /// - Returns: Cancels the attempt.
    package static func begin(
        _ plan: Plan, among transactions: Transactions = .ofProcess, completion: @escaping Completion<Value>
    ) -> any Cancellable {
        let session = DeviceSession(plan, transactions, completion)
        guard transactions.enter(session) else {
            session.end(.failure(AuthorizationError.alreadyActive))
            return session
        }
        session.deadline.fill(
            plan.alarm.after(plan.timeout) { [weak session] in
                session?.end(.failure(AuthorizationError(.timedOut, "nobody has logged in with the code in time")))
            })
        session.take { plan.authorize { session.show($0) } }
        return session
    }

    private func show(_ result: Result<DeviceAuthorization, any Error>) {
        switch result {
        case .success(let authorization):
            // A terminal may block, and the transport's thread must not.
            queue.async { [self] in
                guard state.withLock({ $0.completion != nil }) else { return }
                plan.show(authorization)
                take { plan.wait(authorization) { self.end($0) } }
            }
        case .failure(let error): end(.failure(error))
        }
    }

    /// Begins a step, unless the session is over.
    private func take(_ step: () -> any Cancellable) {
        let slot = CancellationSlot()
        let isOpen = state.withLock { state in
            state.step = slot
            return state.completion != nil
        }
        if isOpen { slot.fill(step()) }
    }

    /// No browser comes back here.
    package func resume(with address: String) -> Bool { false }

    /// Gives the login up.
    package func cancel() { end(.failure(AuthorizationError.cancelled)) }

    private func end(_ result: Result<Value, any Error>) {
        let (completion, step) = state.withLock { ($0.completion.take(), $0.step) }
        guard let completion else { return }
        deadline.cancel()
        step.cancel()
        transactions.leave(self)
        queue.async { completion(result) }
    }
}
