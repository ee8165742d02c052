import Dispatch
package import RequestPipeline
import Synchronization

/// Carries out the decisions of ``LoginState``: the part of a session that browser and device code logins share.
///
/// Each event is decided under the lock, and its action is carried out after the lock is released. The session
/// completes once: the timer, the two resources and the entry among the ``Transactions`` are released; afterwards the
/// completion handler is called, on a queue where it may block.
final class LoginSession<Value: Sendable, Failure: Error>: Sendable {
    typealias Outcome = Result<Value, Failure>

    private struct Held: Sendable {
        var state = LoginState.idle
        /// Dismisses the page or the device code.
        var dismiss: (@Sendable (Outcome) -> Void)?
        /// Removes the session from the active transactions.
        var leave: (@Sendable () -> Void)?
    }

    /// The work that prepares the page or the device code; cancelled with the end.
    let preparation = CancellationSlot()
    /// The work that receives the response, such as a callback listener or polling; cancelled with the end.
    let reception = CancellationSlot()
    /// Runs blocking work concurrently: completion handlers, user agents, terminals.
    let queue = DispatchQueue(label: "auth0.login", attributes: .concurrent)

    private let options: SessionOptions
    private let timer = CancellationSlot()
    private let held = Mutex(Held())
    private let completion: CompletionOnce<Outcome>

    /// Creates a session that has not begun; calls the completion exactly once, with no lock held.
    init(_ options: SessionOptions, completion: @escaping @Sendable (Outcome) -> Void) {
        self.options = options
        self.completion = CompletionOnce(completion)
    }

    /// Registers the session and starts its timer; ends it with a failure if another login is active.
    ///
    /// The transaction owns this session and is retained until the end. Returns whether to prepare the page or the
    /// device code.
    func begin(
        _ transaction: any Transaction, among transactions: Transactions, alreadyActive: Failure,
        timedOut: @escaping @Sendable () -> Failure
    ) -> Bool {
        held.withLock { $0.leave = { transactions.leave(transaction) } }
        guard transactions.enter(transaction) else {
            end(.rejected, .failure(alreadyActive))
            return false
        }
        guard advance(.begin) == .prepare else { return false }
        timer.fill(
            options.alarm.after(options.timeout) { [weak self] in self?.end(.timedOut, .failure(timedOut())) })
        return true
    }

    /// Reports that the page or the device code exists, and returns whether to present it.
    func prepared() -> Bool { advance(.prepared) == .present }

    /// Reports that the page or the device code can be shown, and returns whether to show it and wait for the response.
    ///
    /// If so, `dismiss` is called at the end, before the completion handler.
    func presented(dismiss: (@Sendable (Outcome) -> Void)? = nil) -> Bool {
        held.withLock { held in
            guard held.state.handle(.presented) == .wait else { return false }
            held.dismiss = dismiss
            return true
        }
    }

    private func advance(_ event: LoginState.Event) -> LoginState.Action { held.withLock { $0.state.handle(event) } }

    /// Whether the session has ended.
    var isOver: Bool { held.withLock { $0.state == .ended } }

    /// Reports an event that ends the session, and returns whether it did.
    @discardableResult
    func end(_ event: LoginState.Event, _ outcome: Outcome) -> Bool {
        guard let complete = decide(event, outcome) else { return false }
        complete()
        return true
    }

    /// As ``end(_:_:)``, but leaves the work of the end to the caller: the thread of a callback listener has a page to
    /// deliver first.
    func decide(_ event: LoginState.Event, _ outcome: Outcome) -> (@Sendable () -> Void)? {
        let last = held.withLock { held -> Held? in
            guard held.state.handle(event) == .complete else { return nil }
            defer { held = Held(state: held.state) }
            return held
        }
        guard let last else { return nil }
        return { self.complete(last, outcome) }
    }

    private func complete(_ last: Held, _ outcome: Outcome) {
        timer.cancel()
        reception.cancel()
        preparation.cancel()
        last.leave?()
        queue.async {
            last.dismiss?(outcome)
            self.completion(outcome)
        }
    }
}

/// The options that logins and logouts of all kinds share.
package struct SessionOptions: Sendable {
    /// The time limit for the user.
    package var timeout = Duration.seconds(600)
    /// Whether other sessions may be active at the same time.
    package var allowsOthers = false
    /// The page at the end; `nil` for the page of the SDK.
    package var completionPage: BrowserLogin.CompletionPage?
    /// Logs the addresses that are opened and received.
    package var logger: (any Logger)?
    /// Measures the timeout.
    package var alarm = Alarm.system

    package init() {}
}
