/// A publisher that publishes one value and then finishes.
///
/// ```swift
/// _ = Just(1).sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
/// // prints 1, finished
/// ```
@frozen
public struct Just<Output: Sendable>: Publisher {
    /// The type of the failure: `Never`.
    public typealias Failure = Never

    /// The value to publish.
    public let output: Output

    /// Creates a publisher of one value.
    ///
    /// - Parameter output: The value to publish.
    @_alwaysEmitIntoClient @inline(__always)
    public init(_ output: Output) { self.output = output }

    /// Attaches `subscriber`, and publishes the value when it is demanded.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @_alwaysEmitIntoClient
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subscriber.take(only: output, of: "Just")
    }
}

extension Just: Equatable where Output: Equatable {}

extension Just: _SynchronousPublisher {
    /// Passes the value to `sink` and finishes; see `_SynchronousPublisher`, whose parameters are the same.
    @_alwaysEmitIntoClient @inline(__always)
    public __consuming func _run<S: Publishers._SynchronousSink>(_ sink: inout S)
    where S.Input == Output, S.Failure == Never {
        if sink.receive(output) { sink.receive(completion: .finished) }
    }
}
