public import Streams

extension Request {
    /// Publishes the result of the request.
    ///
    /// The same publisher as that of `start()`, under a name that is not overloaded: inside a chain of operators, for
    /// instance in the closure of a `flatMap`, it spares the compiler the search among the three forms of `start`.
    ///
    /// - Returns: A publisher that sends the request anew for each subscriber, publishes one value and finishes, or
    ///   fails. Cancelling a subscription aborts the transfer.
    public func publisher() -> AnyPublisher<Value, Failure> { start() }
}
