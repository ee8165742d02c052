/// A publisher that gives values only once it is connected, so that several can subscribe before.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Starts giving values.
    ///
    /// - Returns: What stops it.
    func connect() -> any Cancellable
}

extension ConnectablePublisher {
    /// Connects with the first subscriber, and disconnects when the last has cancelled.
    ///
    /// - Returns: A publisher that needs no connecting.
    @inlinable
    public func autoconnect() -> Publishers.Autoconnect<Self> {
        Publishers.Autoconnect(upstream: self)
    }
}
