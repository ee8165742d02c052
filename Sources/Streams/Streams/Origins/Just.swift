/// Gives one value, and then finishes.
@frozen
public struct Just<Output: Sendable>: Publisher {
    /// It cannot fail.
    public typealias Failure = Never

    /// The value.
    public let output: Output

    /// Makes a publisher of one value.
    ///
    /// - Parameter output: The value.
    @inlinable @inline(__always)
    public init(_ output: Output) { self.output = output }

    /// Gives `subscriber` the value once it demands one.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subscriber.take(only: output)
    }
}

extension Just: Equatable where Output: Equatable {}

extension Just: SynchronousPublisher {
    /// Hands over the value.
    @inlinable @inline(__always)
    public func run<S: Publishers.SynchronousSink>(_ sink: inout S) where S.Input == Output, S.Failure == Never {
        if sink.receive(output) { sink.receive(completion: .finished) }
    }
}
