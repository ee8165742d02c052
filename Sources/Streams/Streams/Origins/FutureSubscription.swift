public import Synchronization

/// The subscription of a future, as the future stores it: the subscriber's type is hidden.
@usableFromInline
class FutureSubscription<Output: Sendable, Failure: Error>: ValueSubscription, @unchecked Sendable {  // as its base
    @usableFromInline typealias Give = @Sendable (FutureSubscription<Output, Failure>, Result<Output, Failure>) -> Void

    /// The closure that delivers the result; a stored closure for the reason described at ``ValueSubscription``.
    @usableFromInline let giveBody: Give

    @_alwaysEmitIntoClient @inline(__always)
    init(give: @escaping Give, request: @escaping Request, cancel: @escaping Cancel) {
        giveBody = give
        super.init(request: request, cancel: cancel)
    }

    @_alwaysEmitIntoClient @inline(__always)
    func give(_ result: Result<Output, Failure>) { giveBody(self, result) }
}

extension Subscriber {
    /// Receives the result of a future without a subscription.
    @_alwaysEmitIntoClient
    func take(_ result: Result<Input, Failure>) {
        switch result {
        case .success(let value):
            _ = receive(value)
            receive(completion: .finished)
        case .failure(let failure): receive(completion: .failure(failure))
        }
    }
}

/// The progress of one subscriber of a future.
@usableFromInline
struct FuturePhase: Sendable {
    @usableFromInline var isDemanded = false
    @usableFromInline var isReady = false
    /// The future, until the subscription ends; its type is fixed, so that no type metadata is looked up at
    /// deallocation.
    @usableFromInline var owner: (any AnyObject & Sendable)?

    @_alwaysEmitIntoClient
    init(of owner: any AnyObject & Sendable) { self.owner = owner }

    /// Ends the phase if the value is both present and demanded; returns the future to the caller that must deliver.
    @_alwaysEmitIntoClient
    mutating func due() -> (any AnyObject & Sendable)? {
        isDemanded && isReady ? owner.take() : nil
    }
}

/// The subscription of a future for a subscriber of a known type.
@usableFromInline
final class BoundFutureSubscription<Downstream: Subscriber, Held: Releasable<Downstream>>:
    FutureSubscription<Downstream.Input, Downstream.Failure>,
    @unchecked Sendable  // only the caller that ends the phase accesses `downstream`
{
    @usableFromInline let phase: Mutex<FuturePhase>
    @usableFromInline let isCancelled = Atomic(false)
    @exclusivity(unchecked) @usableFromInline var downstream: Held

    @usableFromInline override var description: String { "Future" }

    @_alwaysEmitIntoClient @inline(__always)
    init(owner: Future<Downstream.Input, Downstream.Failure>, downstream: Downstream) {
        phase = Mutex(FuturePhase(of: owner))
        self.downstream = Held(downstream)
        super.init(
            give: { Self.of($0).take($1) },
            request: { base, _ in Self.of(base).demand() },
            cancel: { Self.of($0).stop() })
    }

    @_alwaysEmitIntoClient @inline(__always)
    static func of(_ base: SubscriptionBase) -> BoundFutureSubscription<Downstream, Held> {
        unsafeDowncast(base, to: BoundFutureSubscription<Downstream, Held>.self)
    }

    /// Delivers the result: a value waits in the future until it is demanded; a failure does not wait.
    @_alwaysEmitIntoClient @inline(__always)
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

    @_alwaysEmitIntoClient
    func demand() {
        let owner = phase.withLock { phase in
            phase.isDemanded = true
            return phase.due()
        }
        if let owner, case .success(let value) = future(owner).knownResult { tell(value) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func tell(_ value: Downstream.Input) {
        // Lent and not taken: the optimizer of Swift 6.3 stops with "too many/large bit fields allocated in function"
        // if a local variable has the type of a chain of seven operators.
        downstream.lend { _ = $0.receive(value) }
        // The subscriber may have cancelled during that call.
        if !isCancelled.load(ordering: .acquiring) { downstream.lend { $0.receive(completion: .finished) } }
        _ = downstream.take()
    }

    @_alwaysEmitIntoClient
    func stop() {
        isCancelled.store(true, ordering: .releasing)
        guard let owner = end() else { return }
        _ = downstream.take()
        future(owner).detach(self)
    }

    /// Ends the phase; returns the future to the call that ended it, which then owns `downstream`.
    @_alwaysEmitIntoClient
    func end() -> (any AnyObject & Sendable)? { phase.withLock { $0.owner.take() } }

    @_alwaysEmitIntoClient @inline(__always)
    func future(_ owner: any AnyObject & Sendable) -> Future<Downstream.Input, Downstream.Failure> {
        unsafeDowncast(owner, to: Future<Downstream.Input, Downstream.Failure>.self)
    }
}
