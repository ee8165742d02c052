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
    }

    @usableFromInline
    func attach(_ conduit: FutureConduit<Output, Failure>) {
        let result = state.withLock { state -> Result<Output, Failure>? in
            if let result = state.result { return result }
            if state.first == nil { state.first = conduit } else { state.others.append(conduit) }
            return nil
        }
        if let result { conduit.give(result) }
        if conduit.isOver { detach(conduit) }
    }

    @usableFromInline
    func detach(_ conduit: FutureConduit<Output, Failure>) {
        state.withLock { state in
            if state.first === conduit { state.first = nil } else { state.others.removeAll { $0 === conduit } }
        }
    }

    @usableFromInline
    func fulfill(_ result: Result<Output, Failure>) {
        let (first, others) = state.withLock {
            state -> (FutureConduit<Output, Failure>?, [FutureConduit<Output, Failure>]) in
            guard state.result == nil else { return (nil, []) }
            state.result = result
            defer { (state.first, state.others) = (nil, []) }
            return (state.first, state.others)
        }
        first?.give(result)
        for conduit in others { conduit.give(result) }
    }
}

/// What a future keeps of one subscriber, and the subscription which that subscriber holds.
@usableFromInline
class FutureConduit<Output: Sendable, Failure: Error>: Subscription, @unchecked Sendable {  // its state is a Mutex
    @usableFromInline let owner: Future<Output, Failure>

    @inlinable @inline(__always)
    init(owner: Future<Output, Failure>) { self.owner = owner }

    @usableFromInline var isOver: Bool { true }
    @usableFromInline func give(_ result: Result<Output, Failure>) {}
    @usableFromInline func request(_ demand: Subscribers.Demand) {}
    @usableFromInline func cancel() {}
}

/// The conduit to a subscriber of known type.
@usableFromInline
final class BoundFutureConduit<Downstream: Subscriber>: FutureConduit<Downstream.Input, Downstream.Failure>,
    @unchecked Sendable  // its state is a Mutex
{
    @usableFromInline let outlet: Outlet<Downstream>

    @inlinable @inline(__always)
    init(owner: Future<Downstream.Input, Downstream.Failure>, downstream: Downstream) {
        outlet = Outlet(downstream)
        super.init(owner: owner)
    }

    @inlinable override var isOver: Bool { outlet.isClosed }

    @inlinable
    override func give(_ result: Result<Downstream.Input, Downstream.Failure>) {
        switch result {
        case .success(let value): outlet.give(value)
        case .failure(let failure): outlet.give(.failure(failure))
        }
    }

    @inlinable
    override func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        outlet.request()
    }

    @inlinable
    override func cancel() {
        if outlet.close() { owner.detach(self) }
    }
}
