public import Synchronization

/// Calls something off when it is cancelled or dropped.
///
/// A dropped token cancels, so keep it for as long as the values are wanted, for instance in a `Set`.
public final class AnyCancellable: Cancellable, Hashable, Sendable {
    @usableFromInline let work: Mutex<(any Cancellable)?>

    /// Makes a token of something that is over.
    @inlinable
    init() {
        work = Mutex(nil)
    }

    /// Makes a token for some code.
    ///
    /// - Parameter cancel: What calls it off; called once at most, and released then.
    @preconcurrency @inlinable
    public init(_ cancel: @escaping @Sendable () -> Void) {
        work = Mutex(ClosureCancellable(cancel: cancel))
    }

    /// Makes a token for anything that can be cancelled.
    ///
    /// - Parameter canceller: What is cancelled.
    @inlinable
    public init<C: Cancellable>(_ canceller: C) {
        work = Mutex(canceller)
    }

    /// Calls it off; the second time does nothing.
    @inlinable
    public func cancel() {
        work.withLock { $0.take() }?.cancel()
    }

    @inlinable
    deinit {
        cancel()
    }

    /// Keeps this token alive in `collection`.
    ///
    /// - Parameter collection: Who keeps it; dropping it from there cancels.
    @inlinable
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        collection.append(self)
    }

    /// Keeps this token alive in `set`.
    ///
    /// - Parameter set: Who keeps it; dropping it from there cancels.
    @inlinable
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }

    /// Whether both are the same token.
    @inlinable
    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool {
        lhs === rhs
    }

    /// Hashes the identity of the token.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// Calls a closure.
@usableFromInline
@frozen
struct ClosureCancellable: Cancellable {
    @usableFromInline let work: @Sendable () -> Void

    @inlinable
    init(cancel: @escaping @Sendable () -> Void) { work = cancel }

    @inlinable
    func cancel() { work() }
}
