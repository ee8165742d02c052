import Streams

/// A check of a decoded value before it is delivered, such as the validation of an ID token.
package protocol ValueCheck<Value>: Sendable {
    /// The type of the checked values.
    associatedtype Value: Sendable

    /// The error with which the request fails before it is sent, if the check itself is invalid.
    var problem: (any Error)? { get }

    /// Starts the check of a value.
    ///
    /// - Parameters:
    ///   - value: The decoded value.
    ///   - endpoint: The description of the request.
    ///   - client: The context of the client that sent the request.
    ///   - completion: A closure that receives the result, called exactly once if this method returns
    ///     ``ImmediateOrPending/later(_:)``, and otherwise never.
    /// - Returns: The result, or the check in progress. An error becomes the cause of the request's failure.
    func begin(
        _ value: Value, of endpoint: Endpoint, by client: ClientContext,
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> ImmediateOrPending<Void, any Error>
}

extension Request {
    /// Sends the request and completes with its value if `check` accepts it.
    func begin(
        _ check: any ValueCheck<Value>, _ completion: @escaping @Sendable (Result<Value, Failure>) -> Void
    ) -> any Cancellable {
        let slot = CancellationSlot()
        let request = sendAndDecode { result in
            guard case .success(let value) = result else { return completion(result) }
            let progress = check.begin(value, of: endpoint, by: client) { completion(checked(value, $0)) }
            switch progress {
            case .now(let result): completion(checked(value, result))
            case .later(let pending): slot.fill(pending)
            }
        }
        return CheckedRequest(request: request, check: slot)
    }

    private func checked(_ value: Value, _ result: Result<Void, any Error>) -> Result<Value, Failure> {
        switch result {
        case .success: .success(value)
        case .failure(let error): .failure(Failure(cause: error, statusCode: 0))
        }
    }
}

/// A request and the check of its value; cancels the one that is in progress.
private struct CheckedRequest: Cancellable {
    let request: any Cancellable
    let check: CancellationSlot

    func cancel() {
        request.cancel()
        check.cancel()
    }
}
