import Synchronization

/// The base class of the subscriptions of operators that act on a scheduler; a drain loop serialises their downstream
/// calls.
class TimedSubscription<Downstream: Subscriber>: ValueSubscription, @unchecked Sendable {
    // Unchecked: only the owner of `loop` accesses `downstream`.
    let slot = UpstreamSlot()
    /// The action that is scheduled.
    let pending = PendingAction()
    private let loop = DrainLoop()
    @exclusivity(unchecked) private var downstream: ReleasableBox<Downstream>

    init(downstream: Downstream, request: @escaping Request = { TimedSubscription.at($0).slot.request($1) }) {
        self.downstream = ReleasableBox(downstream)
        super.init(request: request, cancel: { TimedSubscription.at($0).stop() })
    }

    private static func at(_ base: SubscriptionBase) -> TimedSubscription<Downstream> {
        unsafeDowncast(base, to: TimedSubscription<Downstream>.self)
    }

    /// Forwards the request, so that the rule of the upstream publisher holds.
    override final func requestNone() { requestBody(self, .none) }

    /// Releases what the subclass has stored; the owner of the loop calls it at the end.
    func discard() {}

    /// Passes this subscription downstream; call it before scheduling an action.
    final func begin() { downstream.held?.receive(subscription: self) }

    /// Runs `action` as the owner of the loop, or enqueues it for the current owner.
    final func serialize(_ action: @escaping Action) {
        guard loop.enter(or: action) else { return }
        action()
        loop.leave()
    }

    private func stop() {
        if slot.cancel() { serialize { _ = self.release() } }
    }

    // MARK: Called by the owner of the loop

    /// Delivers a value unless the stream has ended; returns the additional demand.
    final func give(_ value: Downstream.Input) -> Subscribers.Demand {
        guard slot.isOpen else { return .none }
        return downstream.lend { $0.receive(value) } ?? .none
    }

    /// Delivers the completion; the caller has ended ``slot`` before.
    final func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        release()?.receive(completion: completion)
    }

    private func release() -> Downstream? {
        pending.disarm()
        discard()
        return downstream.take()
    }
}

/// The only action of a subscription that a scheduler has at any time.
///
/// A scheduler cannot be told to forget an action. It gets a closure that retains this object, and this object the
/// subscription: until the action runs, or until the stream ends.
final class PendingAction: Sendable {
    private let action = Mutex<Action?>(nil)

    /// Sets the action.
    ///
    /// - Parameter new: The action; it may retain the subscription.
    func arm(_ new: @escaping Action) { action.withLock { $0 = new } }

    /// Runs the action, unless the stream has ended.
    func run() { action.withLock { $0.take() }?() }

    /// Releases the action.
    func disarm() {
        let last = action.withLock { $0.take() }
        _ = last  // released here, outside the lock
    }
}
