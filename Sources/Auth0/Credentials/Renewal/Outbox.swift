/// Deliveries after the release of a lock: changes, and the results of calls.
final class Outbox {
    /// One delivery. The result of a call is no closure, because a thousand calls may share a renewal.
    private enum Delivery {
        case action(() -> Void)
        case result(RenewalCall, Result<RenewalCall.Outcome, CredentialsManagerError>)
    }

    private var deliveries: [Delivery] = []

    /// Adds a delivery.
    func add(_ action: @escaping () -> Void) { deliveries.append(.action(action)) }

    /// Adds the result of a call.
    func complete(_ call: RenewalCall, _ result: Result<RenewalCall.Outcome, CredentialsManagerError>) {
        deliveries.append(.result(call, result))
    }

    /// Adds the result of calls.
    func complete(_ calls: [RenewalCall], _ result: Result<RenewalCall.Outcome, CredentialsManagerError>) {
        for call in calls { complete(call, result) }
    }

    /// Makes the deliveries, in order.
    func deliver() {
        while !deliveries.isEmpty {
            let due = deliveries
            deliveries = []
            for delivery in due {
                switch delivery {
                case .action(let action): action()
                case .result(let call, let result): call.complete(result)
                }
            }
        }
    }
}
