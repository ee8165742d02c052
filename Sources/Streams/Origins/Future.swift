public import Synchronization

/// Gives the one value, or the failure, that is promised; to late subscribers too.
///
/// The work starts when the future is made, not when it is subscribed; put it into ``Deferred`` to have it start then.
public final class Future<Output: Sendable, Failure: Error>: Publisher {
    /// Keeps the promise: the first call counts, the others do nothing.
    public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

    @usableFromInline
    struct State: Sendable {
        @usableFromInline var result: Result<Output, Failure>?
        // Most futures have one subscriber, which then needs no array.
        @usableFromInline var first: FutureConduit<Output, Failure>?
        @usableFromInline var others: [FutureConduit<Output, Failure>] = []
        /// Stops the work when the last subscriber has cancelled.
        @usableFromInline var abandoned: (@Sendable () -> Void)?

        @inlinable
        init() {}
    }

    @usableFromInline let state = Mutex(State())

    /// Starts the work.
    ///
    /// - Parameter attemptToFulfill: Starts the work and keeps the promise when it is done, from any thread.
    @inlinable
    public init(_ attemptToFulfill: (@escaping Promise) -> Void) {
        attemptToFulfill { self.fulfill($0) }
    }

    /// Gives `subscriber` the result once there is one; a value waits until it is demanded.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let conduit = BoundFutureConduit(owner: self, downstream: subscriber)
        subscriber.receive(subscription: conduit)
        attach(conduit)
        // Cancelled meanwhile, it has not been found in the list.
        if conduit.isCancelled.load(ordering: .acquiring) { detach(conduit) }
    }

    /// The result, if there is one.
    @inlinable var knownResult: Result<Output, Failure>? { state.withLock { $0.result } }

    @inlinable
    func attach(_ conduit: FutureConduit<Output, Failure>) {
        let result = state.withLock { state -> Result<Output, Failure>? in
            if let result = state.result { return result }
            if state.first == nil { state.first = conduit } else { state.others.append(conduit) }
            return nil
        }
        if let result { conduit.give(result) }
    }

    @inlinable
    func detach(_ conduit: FutureConduit<Output, Failure>) {
        let abandoned = state.withLock { state -> (@Sendable () -> Void)? in
            if state.first === conduit { state.first = nil } else { state.others.removeAll { $0 === conduit } }
            return state.first == nil && state.others.isEmpty ? state.abandoned.take() : nil
        }
        abandoned?()
    }

    /// Sets what is to be done when the last subscriber cancels before there is a result.
    func whenAbandoned(_ work: @escaping @Sendable () -> Void) {
        state.withLock { if $0.result == nil { $0.abandoned = work } }
    }

    @inlinable
    func fulfill(_ result: Result<Output, Failure>) {
        let (first, others) = state.withLock {
            state -> (FutureConduit<Output, Failure>?, [FutureConduit<Output, Failure>]) in
            guard state.result == nil else { return (nil, []) }
            state.result = result
            state.abandoned = nil
            defer { (state.first, state.others) = (nil, []) }
            return (state.first, state.others)
        }
        first?.give(result)
        for conduit in others { conduit.give(result) }
    }
}
