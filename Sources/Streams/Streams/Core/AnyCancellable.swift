public import Synchronization

/// A token that cancels an activity when it is cancelled or deallocated.
///
/// Deallocating the token cancels, so keep it for as long as the values are needed, for instance in a `Set`.
public final class AnyCancellable: Cancellable, Hashable, Sendable {
    @usableFromInline let work: Mutex<(any Cancellable)?>

    /// Creates a token of an activity that has already ended.
    @_alwaysEmitIntoClient init() { work = Mutex(nil) }

    /// Creates a token that calls a closure.
    ///
    /// - Parameter cancel: The closure that cancels the activity. It is called at most once and then released.
    @preconcurrency @_alwaysEmitIntoClient
    public init(_ cancel: @escaping @Sendable () -> Void) { work = Mutex(ClosureCancellable(cancel)) }

    /// Creates a token that cancels another cancellable object.
    ///
    /// - Parameter canceller: The object to cancel.
    @_alwaysEmitIntoClient
    public init<C: Cancellable>(_ canceller: C) { work = Mutex(canceller) }

    /// Cancels the activity; further calls have no effect.
    @_alwaysEmitIntoClient
    public func cancel() { work.withLock { $0.take() }?.cancel() }

    @inlinable
    deinit { cancel() }

    /// Appends this token to a collection, which keeps it alive.
    ///
    /// - Parameter collection: The collection; removing the token from it cancels the activity unless the token is
    ///   referenced elsewhere.
    @_alwaysEmitIntoClient
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        collection.append(self)
    }

    /// Inserts this token into a set, which keeps it alive.
    ///
    /// - Parameter set: The set; removing the token from it cancels the activity unless the token is referenced
    ///   elsewhere.
    @_alwaysEmitIntoClient
    public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

    /// Whether two references denote the same token.
    @_alwaysEmitIntoClient
    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

    /// Hashes the identity of the token.
    ///
    /// - Parameter hasher: The hasher to use.
    @_alwaysEmitIntoClient
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A handle that cancels an operation with a closure, which may be called more than once; releasing it has no effect.
@usableFromInline @frozen
package struct ClosureCancellable: Cancellable {
    @usableFromInline let onCancel: @Sendable () -> Void

    /// Creates a handle; without a closure it does nothing.
    @_alwaysEmitIntoClient package init(_ onCancel: @escaping @Sendable () -> Void = {}) { self.onCancel = onCancel }

    @_alwaysEmitIntoClient package func cancel() { onCancel() }
}
