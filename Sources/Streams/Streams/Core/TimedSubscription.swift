/// The subscription of an operator that acts when a scheduler says so: whatever it does downstream, it does in turn.
class TimedSubscription<Downstream: Subscriber>: SubscriptionBase, @unchecked Sendable {
    // Unchecked: `downstream` belongs to whoever holds `loop`.
    let slot = UpstreamSlot()
    private let loop = DrainLoop<Action>()
    @exclusivity(unchecked) private var downstream: ReleasableBox<Downstream>

    init(downstream: Downstream, request: @escaping Request = { TimedSubscription.at($0).slot.request($1) }) {
        self.downstream = ReleasableBox(downstream)
        super.init(request: request, cancel: { TimedSubscription.at($0).stop() })
    }

    private static func at(_ base: SubscriptionBase) -> TimedSubscription<Downstream> {
        unsafeDowncast(base, to: TimedSubscription<Downstream>.self)
    }

    /// Lets go of what waits; called in turn, for whoever keeps something.
    func discard() {}

    /// Passes the subscription on; to be called before anything is scheduled.
    final func begin() { downstream.held?.receive(subscription: self) }

    final func inTurn(_ action: @escaping Action) {
        guard loop.enter(or: action) else { return }
        action()
        loop.leave()
    }

    private func stop() {
        if slot.cancel() { inTurn { _ = self.letGo() } }
    }

    // MARK: In turn

    /// Gives a value, unless it is over; what is demanded in answer.
    final func give(_ value: Downstream.Input) -> Subscribers.Demand {
        guard slot.isOpen else { return .none }
        return downstream.lend { $0.receive(value) } ?? .none
    }

    /// Gives the end; to be called by whoever ended the link.
    final func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        letGo()?.receive(completion: completion)
    }

    private func letGo() -> Downstream? {
        discard()
        return downstream.take()
    }
}
