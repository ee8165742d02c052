import Synchronization

/// The base class of the subscriptions of operators that act on a scheduler; a drain loop serialises their downstream
/// calls.
class TimedSubscription<Downstream: Subscriber>: UpstreamSubscription, @unchecked Sendable {
    // Unchecked: only the owner of `loop` accesses `downstream`.
    /// The action that is scheduled.
    let pending = PendingAction()
    private let loop = DrainLoop()
    @exclusivity(unchecked) private var downstream: ReleasableBox<Downstream>

    init(
        downstream: Downstream,
        request: @escaping Request = { unsafeDowncast($0, to: UpstreamSubscription.self).slot.request($1) }
    ) {
        self.downstream = ReleasableBox(downstream)
        super.init(request: request, cancel: { unsafeDowncast($0, to: TimedSubscription.self).stop() })
    }

    deinit { pending.disarm() }

    /// Passes this subscription downstream; call it before scheduling an action.
    final func begin() { downstream.held?.receive(subscription: self) }

    /// Runs `action` as the owner of the loop, or enqueues it for the current owner.
    final func serialize(_ action: @escaping Action) { loop.serialize(action(), or: action) }

    /// Ends the stream on a scheduler.
    final func end<S: Scheduler>(
        _ completion: Subscribers.Completion<Downstream.Failure>, on scheduler: S, options: S.SchedulerOptions?
    ) {
        scheduler.schedule(options: options) { self.serialize { self.end(completion) } }
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

    /// Delivers a value unless the stream has ended, and requests the additional demand.
    final func pass(_ value: Downstream.Input) {
        let demand = give(value)
        if demand > .none { slot.request(demand) }
    }

    /// Delivers the completion, unless the stream has ended.
    final func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        if slot.end() { finish(completion) }
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

/// The base class of the subscriptions of timed operators that demand every value, and drop a value that is due without
/// demand.
class SamplingSubscription<Downstream: Subscriber>: TimedSubscription<Downstream>, @unchecked Sendable {  // as its base
    private let demandCounter = DemandCounter()

    init(downstream: Downstream) {
        super.init(
            downstream: downstream,
            request: { unsafeDowncast($0, to: SamplingSubscription.self).demandCounter.add($1) })
    }

    override final var dropsWithoutDemand: Bool { true }

    final func receive(subscription: any Subscription) {
        guard slot.accept(subscription) != nil else { return }
        begin()
        slot.request(.unlimited)
    }

    /// Delivers a value if the subscriber demands one; the owner of the loop calls it.
    final func offer(_ value: Downstream.Input) {
        if slot.isOpen, demandCounter.take() { demandCounter.add(give(value)) }
    }
}

/// The action of a subscription that is scheduled; there is at most one at any time.
///
/// The scheduler's timer retains this object, and this object retains the action, until it runs or the stream ends. The
/// end also removes the timer if the scheduler supports it.
final class PendingAction: Sendable {
    private struct State: Sendable {
        var action: Action?
        var timer: (any Cancellable)?
        /// The number of the action: the next action may follow before the timer of this action is known.
        var number = 0
        /// Whether the stream has ended, so that no action is kept.
        var isOver = false

        mutating func take() -> (Action?, (any Cancellable)?) {
            defer { (action, timer) = (nil, nil) }
            return (action, timer)
        }
    }

    private let state = Mutex(State())

    /// Sets the action, for a caller that schedules ``run()`` itself.
    ///
    /// - Parameter new: The action; it may retain the subscription.
    /// - Returns: The number of the action.
    @discardableResult
    func arm(_ new: @escaping Action) -> Int {
        state.withLock { state in
            if !state.isOver { state.action = new }
            state.number += 1
            return state.number
        }
    }

    /// Sets the action, and schedules it.
    func arm<S: Scheduler>(
        on scheduler: S, after date: S.SchedulerTimeType, tolerance: S.SchedulerTimeType.Stride,
        options: S.SchedulerOptions?, _ new: @escaping Action
    ) {
        let number = arm(new)
        guard state.withLock({ !$0.isOver }) else { return }
        let timer = scheduler._scheduleOnce(after: date, tolerance: tolerance, options: options) { self.run() }
        let isPending = state.withLock { state in
            guard state.number == number, state.action != nil else { return false }
            state.timer = timer
            return true
        }
        if !isPending { timer?.cancel() }
    }

    /// Runs the action, unless the stream has ended.
    func run() {
        let (action, timer) = state.withLock { $0.take() }
        timer?.cancel()
        action?()
    }

    /// Releases the action and its timer at the end of the stream, and every later action.
    func disarm() {
        let (action, timer) = state.withLock { state in
            state.isOver = true
            return state.take()
        }
        timer?.cancel()
        _ = action  // released here, outside the lock
    }
}
