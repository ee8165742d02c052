/// A publisher that publishes nothing before ``connect()``, so that several subscribers can attach first.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Starts publishing.
    ///
    /// - Returns: A token that disconnects when it is cancelled.
    func connect() -> any Cancellable
}

extension ConnectablePublisher {
    /// Connects when the first subscriber attaches, and disconnects when the last subscriber cancels.
    ///
    /// ```swift
    /// let numbers = [1, 2].publisher.makeConnectable()
    /// _ = numbers.autoconnect().sink { print($0) }
    /// // prints 1, 2
    /// ```
    ///
    /// - Returns: A publisher that connects automatically.
    @_alwaysEmitIntoClient
    public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}
