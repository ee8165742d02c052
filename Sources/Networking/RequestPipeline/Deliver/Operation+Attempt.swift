package import Streams

extension Operation {
    /// Something that may fail before it has begun, which is delivered like everything else: never from inside the call.
    ///
    /// - Parameters:
    ///   - begin: Begins it.
    ///   - failure: What an error of `begin` is called.
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
                return Work()
            }
        }
    }
}
