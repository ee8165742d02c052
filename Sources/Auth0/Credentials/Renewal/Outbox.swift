/// Deliveries after the release of a lock: changes, and the results of calls.
final class Outbox {
    private var actions: [() -> Void] = []

    /// Adds a delivery.
    func add(_ action: @escaping () -> Void) { actions.append(action) }

    /// Adds the result of calls.
    func complete(_ calls: [RenewalCall], _ result: Result<RenewalCall.Outcome, CredentialsManagerError>) {
        for call in calls { add { call.complete(result) } }
    }

    /// Makes the deliveries, in order.
    func deliver() {
        while !actions.isEmpty {
            let due = actions
            actions = []
            for action in due { action() }
        }
    }
}
