public import Synchronization

/// Gives the one value, or the failure, that is promised; to late subscribers too.
///
/// The work starts when the future is made, not when it is subscribed; put it into ``Deferred`` to have it start then.
public final class Future<Output: Sendable, Failure: Error>: Publisher, @unchecked Sendable {  // see `lock`
    /// Keeps the promise: the first call counts, the others do nothing.
    public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

    // The vars are guarded by `lock`; a Mutex of a fixed type needs no type metadata to be looked up when the future goes.
    @usableFromInline let lock: Mutex<Void>
    @exclusivity(unchecked) @usableFromInline var known: Result<Output, Failure>?
    // Most futures have one subscriber, which then needs no array.
    @exclusivity(unchecked) @usableFromInline var first: FutureSubscription<Output, Failure>?
    @exclusivity(unchecked) @usableFromInline var others: [FutureSubscription<Output, Failure>]
    /// Stops the work when the last subscriber has cancelled.
    @exclusivity(unchecked) @usableFromInline var abandoned: (@Sendable () -> Void)?

    /// Starts the work.
    ///
    /// - Parameter attemptToFulfill: Starts the work and keeps the promise when it is done, from any thread.
    @inlinable
    public init(_ attemptToFulfill: (@escaping Promise) -> Void) {
        lock = Mutex(())
        known = nil
        first = nil
        others = []
        abandoned = nil
        attemptToFulfill { self.fulfill($0) }
    }

    /// Gives `subscriber` the result once there is one; a value waits until it is demanded.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let subjectSubscription = BoundFutureSubscription<S, ReleasableBox<S>>(owner: self, downstream: subscriber)
        subscriber.receive(subscription: subjectSubscription)
        attach(subjectSubscription)
        // Cancelled meanwhile, it has not been found in the list.
        if subjectSubscription.isCancelled.load(ordering: .acquiring) { detach(subjectSubscription) }
    }

    /// The result, if there is one.
    @inlinable var knownResult: Result<Output, Failure>? { lock.withLock { _ in known } }

    @inlinable
    func attach(_ subjectSubscription: FutureSubscription<Output, Failure>) {
        let result = lock.withLock { _ -> Result<Output, Failure>? in
            if let known { return known }
            if first == nil { first = subjectSubscription } else { others.append(subjectSubscription) }
            return nil
        }
        if let result { subjectSubscription.give(result) }
    }

    @inlinable
    func detach(_ subjectSubscription: FutureSubscription<Output, Failure>) {
        let work = lock.withLock { _ -> (@Sendable () -> Void)? in
            if first === subjectSubscription { first = nil } else { others.removeAll { $0 === subjectSubscription } }
            return first == nil && others.isEmpty ? abandoned.take() : nil
        }
        work?()
    }

    /// Sets what is to be done when the last subscriber cancels before there is a result.
    func whenAbandoned(_ work: @escaping @Sendable () -> Void) {
        lock.withLock { _ in if known == nil { abandoned = work } }
    }

    @inlinable
    func fulfill(_ result: Result<Output, Failure>) {
        let (first, others, work) = lock.withLock { _ in settle(result) }
        _ = work
        first?.give(result)
        for subjectSubscription in others { subjectSubscription.give(result) }
    }

    /// Writes the result down, the first time; who is to be told, and what is to be released outside of the lock.
    @inlinable
    func settle(
        _ result: Result<Output, Failure>
    ) -> (FutureSubscription<Output, Failure>?, [FutureSubscription<Output, Failure>], (@Sendable () -> Void)?) {
        guard known == nil else { return (nil, [], nil) }
        known = result
        defer { (first, others, abandoned) = (nil, [], nil) }
        return (first, others, abandoned)
    }
}
