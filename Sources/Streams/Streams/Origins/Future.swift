public import Synchronization

/// A publisher of one result that is produced asynchronously: a value or a failure, also for later subscribers.
///
/// The work starts when the future is created, not at the first subscription; wrap the future in ``Deferred`` to start
/// the work at the subscription.
///
/// ```swift
/// let future = Future<Int, Never> { promise in
///     print("runs once")
///     promise(.success(1))
/// }
/// _ = future.sink { print($0) }
/// _ = future.sink { print($0) }
/// // prints runs once, 1, 1
/// ```
public final class Future<Output: Sendable, Failure: Error>: Publisher, @unchecked Sendable {  // see `lock`
    /// A closure that fulfils the future; only the first call has an effect.
    public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

    // The variables are guarded by `lock`: a Mutex of a fixed type needs no type metadata lookup when the future is
    // deallocated.
    @usableFromInline let lock: Mutex<Void>
    @exclusivity(unchecked) @usableFromInline var known: Result<Output, Failure>?
    // Most futures have one subscriber, for which no array is allocated.
    @exclusivity(unchecked) @usableFromInline var first: FutureSubscription<Output, Failure>?
    @exclusivity(unchecked) @usableFromInline var others: [FutureSubscription<Output, Failure>]
    /// The closure that stops the work when the last subscriber has cancelled.
    @exclusivity(unchecked) @usableFromInline var abandoned: (@Sendable () -> Void)?

    /// Creates a future and starts its work.
    ///
    /// - Parameter attemptToFulfill: The closure that starts the work. It receives a promise to call with the result,
    ///   from any thread.
    @_alwaysEmitIntoClient
    public init(_ attemptToFulfill: (@escaping Promise) -> Void) {
        lock = Mutex(())
        known = nil
        first = nil
        others = []
        abandoned = nil
        attemptToFulfill { self.fulfill($0) }
    }

    /// Attaches `subscriber`, and delivers the result once there is one.
    ///
    /// A value waits until it is demanded; a failure does not wait.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @_alwaysEmitIntoClient
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        if subscriber._needsNoSubscription, let known = knownResult { return subscriber.take(known) }
        let subjectSubscription = BoundFutureSubscription<S, ReleasableBox<S>>(owner: self, downstream: subscriber)
        subscriber.receive(subscription: subjectSubscription)
        attach(subjectSubscription)
        // A cancellation in the meantime has not found the subscription in the list.
        if subjectSubscription.isCancelled.load(ordering: .acquiring) { detach(subjectSubscription) }
    }

    /// The result; `nil` before the promise is fulfilled.
    @_alwaysEmitIntoClient var knownResult: Result<Output, Failure>? { lock.withLock { _ in known } }

    @_alwaysEmitIntoClient
    func attach(_ subjectSubscription: FutureSubscription<Output, Failure>) {
        let result = lock.withLock { _ -> Result<Output, Failure>? in
            if let known { return known }
            if first == nil { first = subjectSubscription } else { others.append(subjectSubscription) }
            return nil
        }
        if let result { subjectSubscription.give(result) }
    }

    @_alwaysEmitIntoClient
    func detach(_ subjectSubscription: FutureSubscription<Output, Failure>) {
        let work = lock.withLock { _ -> (@Sendable () -> Void)? in
            if first === subjectSubscription { first = nil } else { others.removeAll { $0 === subjectSubscription } }
            return first == nil && others.isEmpty ? abandoned.take() : nil
        }
        work?()
    }

    /// Sets the closure to call when the last subscriber cancels before there is a result.
    func whenAbandoned(_ work: @escaping @Sendable () -> Void) {
        lock.withLock { _ in if known == nil { abandoned = work } }
    }

    @_alwaysEmitIntoClient
    func fulfill(_ result: Result<Output, Failure>) {
        let (first, others, work) = lock.withLock { _ in settle(result) }
        _ = work
        first?.give(result)
        for subjectSubscription in others { subjectSubscription.give(result) }
    }

    /// Stores the first result; returns the subscriptions to notify and the closure to release outside the lock.
    @_alwaysEmitIntoClient
    func settle(
        _ result: Result<Output, Failure>
    ) -> (FutureSubscription<Output, Failure>?, [FutureSubscription<Output, Failure>], (@Sendable () -> Void)?) {
        guard known == nil else { return (nil, [], nil) }
        known = result
        defer { (first, others, abandoned) = (nil, [], nil) }
        return (first, others, abandoned)
    }
}
