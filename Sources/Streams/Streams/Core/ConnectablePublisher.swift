/// A publisher that publishes nothing before ``connect()``, so that several subscribers can attach first.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Starts publishing.
    ///
    /// - Returns: A token that disconnects when it is cancelled.
    func connect() -> any Cancellable
}

extension ConnectablePublisher {
    /// Connects when the first subscriber attaches, and disconnects when the last one cancels.
    ///
    /// - Returns: A publisher that connects automatically.
    @_alwaysEmitIntoClient
    public func autoconnect() -> Publishers.Autoconnect<Self> {
        Publishers.Autoconnect(upstream: self)
    }
}
