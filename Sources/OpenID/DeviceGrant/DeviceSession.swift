import Dispatch
import RequestPipeline
package import Streams

/// One login with a device code: from requesting the codes to the token response.
///
/// It ends exactly once, with the first of these: the token response, a failure, the timeout, or `cancel()`;
/// ``LoginState`` decides. At the end the current request, the timer and the entry among the ``Transactions`` are
/// released; afterwards the completion handler is called, on a queue where it may block.
package final class DeviceSession<Value: Sendable>: Transaction, Cancellable {
    /// A completion handler, called with a result.
    package typealias Completion<Outcome> = @Sendable (Result<Outcome, any Error>) -> Void

    package struct Plan: Sendable {
        package let options: SessionOptions
        /// Requests the codes.
        package let authorize: @Sendable (@escaping Completion<DeviceAuthorization>) -> any Cancellable
        /// Shows the codes to the user; may block.
        package let show: @Sendable (DeviceAuthorization) -> Void
        /// Waits until the user has approved or denied.
        package let wait: @Sendable (DeviceAuthorization, @escaping Completion<Value>) -> any Cancellable

        package init(
            options: SessionOptions,
            authorize: @escaping @Sendable (@escaping Completion<DeviceAuthorization>) -> any Cancellable,
            show: @escaping @Sendable (DeviceAuthorization) -> Void,
            wait: @escaping @Sendable (DeviceAuthorization, @escaping Completion<Value>) -> any Cancellable
        ) {
            (self.options, self.authorize, self.show, self.wait) = (options, authorize, show, wait)
        }
    }

    private let plan: Plan
    private let login: LoginSession<Value, any Error>

    package var allowsOthers: Bool { plan.options.allowsOthers }

    private init(_ plan: Plan, _ completion: @escaping Completion<Value>) {
        self.plan = plan
        login = LoginSession(plan.options, completion: completion)
    }

    /// Begins a session; the returned handle cancels it.
    ///
    /// The completion is called exactly once, never from inside this call: with an ``AuthorizationError`` that is
    /// `alreadyActive`, `cancelled` or `timedOut`, or with the failure of a step.
    package static func begin(
        _ plan: Plan, among transactions: Transactions = .ofProcess, completion: @escaping Completion<Value>
    ) -> any Cancellable {
        let session = DeviceSession(plan, completion)
        let begins = session.login.begin(
            session, among: transactions, alreadyActive: AuthorizationError.alreadyActive,
            timedOut: { AuthorizationError(.timedOut, "the user did not log in with the code in time") })
        if begins { session.authorize() }
        return session
    }

    private func authorize() {
        // The transactions retain the session until its end; a request that never completes must not prolong that.
        login.preparation.fill(
            plan.authorize { [weak self] result in
                switch result {
                case .success(let authorization): self?.present(authorization)
                case .failure(let error): self?.login.end(.failed, .failure(error))
                }
            })
    }

    private func present(_ authorization: DeviceAuthorization) {
        // A terminal may block, but the transport's thread must not.
        login.queue.async { [self] in
            guard login.prepared() else { return }
            plan.show(authorization)
            guard login.presented() else { return }
            login.reception.fill(
                plan.wait(authorization) { [login] result in
                    let event: LoginState.Event = (try? result.get()) == nil ? .failed : .responded
                    login.end(event, result)
                })
        }
    }

    /// Returns `false`: a login with a device code has no redirect.
    package func resume(with address: String) -> Bool { false }

    package func cancel() { login.end(.cancelled, .failure(AuthorizationError.cancelled)) }
}
