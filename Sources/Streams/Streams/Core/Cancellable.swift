/// An activity that can be cancelled.
public protocol Cancellable: Sendable {
    /// Cancels the activity.
    ///
    /// Calling it again has no effect; it may be called from any thread.
    func cancel()
}

extension Cancellable {
    /// Stores a token that cancels this activity in a collection.
    ///
    /// - Parameter collection: The collection that keeps the token; removing the token cancels the activity.
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        AnyCancellable(self).store(in: &collection)
    }

    /// Stores a token that cancels this activity in a set.
    ///
    /// ```swift
    /// var subscriptions: Set<AnyCancellable> = []
    /// let subject = PassthroughSubject<Int, Never>()
    /// subject.sink { print($0) }.store(in: &subscriptions)
    /// subject.send(1)
    /// subscriptions.removeAll()
    /// subject.send(2)
    /// // prints 1
    /// ```
    ///
    /// - Parameter set: The set that keeps the token; removing the token cancels the activity.
    public func store(in set: inout Set<AnyCancellable>) { AnyCancellable(self).store(in: &set) }
}
