package import Streams

/// The outcome of an operation that usually completes immediately and otherwise calls a completion later.
package enum ImmediateOrPending<Value: Sendable, Failure: Error>: Sendable {
    /// The operation has completed with a result; its completion is not called.
    case now(Result<Value, Failure>)
    /// The operation is in progress: its completion is called exactly once, on a background thread of the SDK, and soon
    /// after the operation is cancelled.
    case later(any Cancellable)
}

/// A check of a decoded value before it is delivered, such as the validation of an ID token.
package protocol ValueCheck<Value>: Sendable {
    associatedtype Value: Sendable

    /// The error with which the request fails before it is sent, if the check itself is invalid.
    var problem: (any Error)? { get }

    /// Starts the check of a value. An error becomes the cause of the request's failure. `completion` is called exactly
    /// once if this method returns ``ImmediateOrPending/later(_:)``, and otherwise never.
    func begin(
        _ value: Value, of endpoint: Endpoint, by client: ClientContext,
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> ImmediateOrPending<Void, any Error>
}

extension Request {
    /// The error of the first check that is invalid itself; `nil` if all are valid.
    package var problemOfChecks: (any Error)? {
        checks.lazy.compactMap(\.problem).first
    }

    func sendAndCheck(_ completion: @escaping Completion) -> any Cancellable {
        let slot = CancellationSlot()
        let request = sendAndDecode { result in
            guard case .success(let value) = result else { return completion(result) }
            check(value, from: 0, slot, completion)
        }
        return ClosureCancellable {
            request.cancel()
            slot.cancel()
        }
    }

    /// Runs the checks from an index on, one after the other; the first error is the result.
    private func check(
        _ value: Value, from first: Int, _ slot: CancellationSlot, _ completion: @escaping Completion
    ) {
        for index in first..<checks.count {
            // A check may end before its handle is stored, so each of several checks has its own slot.
            let step = checks.count == 1 ? slot : CancellationSlot()
            if checks.count > 1 { slot.fill(ClosureCancellable { step.cancel() }) }
            let progress = checks[index].begin(value, of: endpoint, by: client) { result in
                if case .failure(let error) = result { return completion(refused(error)) }
                check(value, from: index + 1, slot, completion)
            }
            switch progress {
            case .now(.success): continue
            case .now(.failure(let error)): return completion(refused(error))
            case .later(let pending): return step.fill(pending)
            }
        }
        completion(.success(value))
    }

    private func refused(_ error: any Error) -> Result<Value, Failure> {
        .failure(Failure(cause: error, statusCode: 0))
    }
}
