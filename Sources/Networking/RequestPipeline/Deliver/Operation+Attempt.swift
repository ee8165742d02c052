package import Streams

extension Operation {
    /// Creates an operation whose start may throw; the error is delivered like any other failure, never before the call
    /// that starts the operation returns.
    ///
    /// - Parameters:
    ///   - begin: A closure that starts the operation, or throws.
    ///   - failure: A closure that converts an error of `begin`.
    package init(
        attempting begin: @escaping @Sendable (@escaping Completion) throws -> any Cancellable,
        failing failure: @escaping @Sendable (any Error) -> Failure
    ) {
        self.init(on: nil, toleratesBlocking: false) { completion in
            do {
                return try begin(completion)
            } catch {
                let result = Result<Value, Failure>.failure(failure(error))
                DeliveryQueue.background.deliver { completion(result) }
                return ClosureCancellable()
            }
        }
    }
}
