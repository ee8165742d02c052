/// Something that is under way and can be called off.
public protocol Cancellable: Sendable {
    /// Calls it off; calling twice, or from any thread, does no harm.
    func cancel()
}

extension Cancellable {
    /// Keeps this alive in `collection`.
    ///
    /// - Parameter collection: Who keeps it; dropping it from there cancels.
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        AnyCancellable(self).store(in: &collection)
    }

    /// Keeps this alive in `set`.
    ///
    /// - Parameter set: Who keeps it; dropping it from there cancels.
    public func store(in set: inout Set<AnyCancellable>) {
        AnyCancellable(self).store(in: &set)
    }
}
