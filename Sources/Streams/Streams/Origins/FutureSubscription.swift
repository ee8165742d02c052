public import Synchronization

/// What a future keeps of one subscriber, and the subscription which that subscriber holds.
@usableFromInline
class FutureSubscription<Output: Sendable, Failure: Error>: SubscriptionBase, @unchecked Sendable {  // as its base
    @usableFromInline typealias Give = @Sendable (FutureSubscription<Output, Failure>, Result<Output, Failure>) -> Void

    /// Gives the result, see ``Bond``.
    @usableFromInline let giveBody: Give

    @inlinable @inline(__always)
    init(give: @escaping Give, request: @escaping Request, cancel: @escaping Cancel) {
        giveBody = give
        super.init(request: request, cancel: cancel)
    }

    @inlinable @inline(__always)
    func give(_ result: Result<Output, Failure>) { giveBody(self, result) }
}

/// How far a subscriber of a future has come.
@usableFromInline
struct FuturePhase: Sendable {
    @usableFromInline var isDemanded = false
    @usableFromInline var isReady = false
    /// The future, until the end; of a fixed type, so that no type metadata is looked up when the conduit goes.
    @usableFromInline var owner: (any AnyObject & Sendable)?

    @inlinable
    init(of owner: any AnyObject & Sendable) { self.owner = owner }

    /// Ends it when it is time to give the value: the future, for the one who is to do it.
    @inlinable
    mutating func due() -> (any AnyObject & Sendable)? {
        isDemanded && isReady ? owner.take() : nil
    }
}

/// The conduit to a subscriber of known type.
@usableFromInline
final class BoundFutureSubscription<Downstream: Subscriber, Held: Releasable<Downstream>>:
    FutureSubscription<Downstream.Input, Downstream.Failure>,
    @unchecked Sendable  // `downstream` belongs to whoever ends the phase
{
    @usableFromInline let phase: Mutex<FuturePhase>
    @usableFromInline let isCancelled = Atomic(false)
    @exclusivity(unchecked) @usableFromInline var downstream: Held

    @usableFromInline override var description: String { "Future" }

    @inlinable @inline(__always)
    init(owner: Future<Downstream.Input, Downstream.Failure>, downstream: Downstream) {
        phase = Mutex(FuturePhase(of: owner))
        self.downstream = Held(downstream)
        super.init(
            give: { Self.of($0).take($1) },
            request: { base, _ in Self.of(base).demand() },
            cancel: { Self.of($0).stop() })
    }

    @inlinable @inline(__always)
    static func of(_ base: SubscriptionBase) -> BoundFutureSubscription<Downstream, Held> {
        unsafeDowncast(base, to: BoundFutureSubscription<Downstream, Held>.self)
    }

    /// A value waits in the future until it is demanded; a failure does not wait.
    @inlinable @inline(__always)
    func take(_ result: Result<Downstream.Input, Downstream.Failure>) {
        switch result {
        case .success(let value):
            let owner = phase.withLock { phase in
                phase.isReady = true
                return phase.due()
            }
            if owner != nil { tell(value) }
        case .failure(let failure):
            if end() != nil { downstream.take()?.receive(completion: .failure(failure)) }
        }
    }

    @inlinable
    func demand() {
        let owner = phase.withLock { phase in
            phase.isDemanded = true
            return phase.due()
        }
        if let owner, case .success(let value) = future(owner).knownResult { tell(value) }
    }

    @inlinable @inline(__always)
    func tell(_ value: Downstream.Input) {
        guard let downstream = downstream.take() else { return }
        _ = downstream.receive(value)
        // The subscriber may have cancelled inside that call.
        if !isCancelled.load(ordering: .acquiring) { downstream.receive(completion: .finished) }
    }

    @inlinable
    func stop() {
        isCancelled.store(true, ordering: .releasing)
        guard let owner = end() else { return }
        _ = downstream.take()
        future(owner).detach(self)
    }

    /// Ends the phase; the future, for the one who did it, whose the downstream is from now on.
    @inlinable
    func end() -> (any AnyObject & Sendable)? { phase.withLock { $0.owner.take() } }

    @inlinable @inline(__always)
    func future(_ owner: any AnyObject & Sendable) -> Future<Downstream.Input, Downstream.Failure> {
        unsafeDowncast(owner, to: Future<Downstream.Input, Downstream.Failure>.self)
    }
}
