import Streams

/// What has to hold of a decoded value before it is delivered: the stage between decoding and delivering.
package protocol ValueCheck<Value>: Sendable {
    /// What is checked.
    associatedtype Value: Sendable

    /// Why the request must not even be sent, when the check itself makes no sense.
    var problem: (any Error)? { get }

    /// Checks a value.
    ///
    /// - Parameters:
    ///   - value: What the answer was decoded to.
    ///   - endpoint: What was asked.
    ///   - client: By whom.
    ///   - completion: Called exactly once, and only when the verdict comes later.
    /// - Returns: The verdict; its failure becomes the cause of the request's.
    func begin(
        _ value: Value, of endpoint: Endpoint, by client: ClientContext,
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> ImmediateOrPending<Void, any Error>
}

extension Request {
    /// Begins an exchange, and lets its value pass only when `check` does.
    func begin(
        _ check: any ValueCheck<Value>, _ completion: @escaping @Sendable (Result<Value, Failure>) -> Void
    ) -> any Cancellable {
        let work = CancellationSlot()
        let exchange = exchange { result in
            guard case .success(let value) = result else { return completion(result) }
            let verdict = check.begin(value, of: endpoint, by: client) { completion(checked(value, $0)) }
            switch verdict {
            case .now(let outcome): completion(checked(value, outcome))
            case .later(let pending): work.fill(pending)
            }
        }
        return CheckedExchange(exchange: exchange, check: work)
    }

    private func checked(_ value: Value, _ outcome: Result<Void, any Error>) -> Result<Value, Failure> {
        switch outcome {
        case .success: .success(value)
        case .failure(let error): .failure(Failure(cause: error, statusCode: 0))
        }
    }
}

/// An exchange and the check after it: whichever is under way is cancelled.
private struct CheckedExchange: Cancellable {
    let exchange: any Cancellable
    let check: CancellationSlot

    func cancel() {
        exchange.cancel()
        check.cancel()
    }
}
