/// The subscription of an operator that acts when a scheduler says so: whatever it does downstream, it does in turn.
class TimedBond<Downstream: Subscriber>: Bond, @unchecked Sendable {
    // Unchecked: `downstream` belongs to whoever holds `turn`.
    let link = Link()
    private let turn = Turn<Deed>()
    @exclusivity(unchecked) private var downstream: Tether<Downstream>

    init(downstream: Downstream, request: @escaping Request = { TimedBond.at($0).link.request($1) }) {
        self.downstream = Tether(downstream)
        super.init(request: request, cancel: { TimedBond.at($0).stop() })
    }

    private static func at(_ bond: Bond) -> TimedBond<Downstream> {
        unsafeDowncast(bond, to: TimedBond<Downstream>.self)
    }

    /// Lets go of what waits; called in turn, for whoever keeps something.
    func discard() {}

    /// Passes the subscription on; to be called before anything is scheduled.
    final func begin() { downstream.held?.receive(subscription: self) }

    final func inTurn(_ deed: @escaping Deed) {
        guard turn.enter(or: deed) else { return }
        deed()
        turn.leave()
    }

    private func stop() {
        if link.cancel() { inTurn { _ = self.letGo() } }
    }

    // MARK: In turn

    /// Gives a value, unless it is over; what is demanded in answer.
    final func give(_ value: Downstream.Input) -> Subscribers.Demand {
        guard link.isOpen else { return .none }
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
