import Synchronization

/// The progress of one subscriber of a future; non-generic code.
@usableFromInline
class FutureProgress: ValueSubscription, @unchecked Sendable {  // its own state is one Mutex and an atomic
    private struct Phase: Sendable {
        var isDemanded = false
        var isReady = false
        /// The future, until the subscription ends.
        var owner: (any AnyObject & Sendable)?
    }

    private let phase: Mutex<Phase>
    private let cancelled = Atomic(false)

    @usableFromInline init(owner: (any AnyObject & Sendable)?, request: @escaping Request, cancel: @escaping Cancel) {
        phase = Mutex(Phase(owner: owner))
        super.init(request: request, cancel: cancel)
    }

    @usableFromInline override final var description: String { "Future" }

    @usableFromInline final var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Records that the value exists; returns the future to the call that must deliver it.
    @usableFromInline final func becomeReady() -> (any AnyObject & Sendable)? {
        phase.withLock { phase in
            phase.isReady = true
            return phase.isDemanded ? phase.owner.take() : nil
        }
    }

    /// Records that the value is demanded; returns the future to the call that must deliver it.
    @usableFromInline final func becomeDemanded() -> (any AnyObject & Sendable)? {
        phase.withLock { phase in
            phase.isDemanded = true
            return phase.isReady ? phase.owner.take() : nil
        }
    }

    /// Ends the subscription; returns the future to the call that ended it, which then owns the subscriber.
    @usableFromInline final func end() -> (any AnyObject & Sendable)? { phase.withLock { $0.owner.take() } }

    /// Ends the subscription on behalf of its subscriber; returns the future as ``end()`` does.
    @usableFromInline final func endCancelled() -> (any AnyObject & Sendable)? {
        cancelled.store(true, ordering: .releasing)
        return end()
    }
}

/// The subscription of a future, as the future stores it: the subscriber's type is hidden.
@usableFromInline
class FutureSubscription<Output: Sendable, Failure: Error>: FutureProgress, @unchecked Sendable {  // as its base
    @usableFromInline typealias Give = @Sendable (FutureSubscription<Output, Failure>, Result<Output, Failure>) -> Void

    /// The closure that delivers the result; a stored closure for the reason described at ``ValueSubscription``.
    @usableFromInline let giveBody: Give

    @_alwaysEmitIntoClient @inline(__always)
    init(
        owner: (any AnyObject & Sendable)? = nil, give: @escaping Give, request: @escaping Request = { _, _ in },
        cancel: @escaping Cancel = { _ in }
    ) {
        giveBody = give
        super.init(owner: owner, request: request, cancel: cancel)
    }

    @_alwaysEmitIntoClient @inline(__always)
    func give(_ result: Result<Output, Failure>) { giveBody(self, result) }
}

extension Subscriber {
    /// Receives the result of a future without a subscription.
    @_alwaysEmitIntoClient func take(_ result: Result<Input, Failure>) {
        switch result {
        case .success(let value):
            _ = receive(value)
            receive(completion: .finished)
        case .failure(let failure): receive(completion: .failure(failure))
        }
    }
}

/// The subscription of a future for a subscriber of a known type.
@usableFromInline
final class BoundFutureSubscription<Downstream: Subscriber, Held: Releasable<Downstream>>:
    FutureSubscription<Downstream.Input, Downstream.Failure>,
    @unchecked Sendable  // only the caller that ends the phase accesses `downstream`
{
    @exclusivity(unchecked) @usableFromInline var downstream: Held

    @_alwaysEmitIntoClient @inline(__always)
    init(owner: Future<Downstream.Input, Downstream.Failure>, downstream: Downstream) {
        self.downstream = Held(downstream)
        super.init(
            owner: owner, give: { unsafeDowncast($0, to: BoundFutureSubscription.self).take($1) },
            request: { base, _ in unsafeDowncast(base, to: BoundFutureSubscription.self).demand() },
            cancel: { unsafeDowncast($0, to: BoundFutureSubscription.self).stop() })
    }

    /// Delivers the result: a value waits in the future until it is demanded; a failure does not wait.
    @_alwaysEmitIntoClient @inline(__always)
    func take(_ result: Result<Downstream.Input, Downstream.Failure>) {
        switch result {
        case .success(let value):
            if becomeReady() != nil { tell(value) }
        case .failure(let failure):
            if end() != nil { downstream.take()?.receive(completion: .failure(failure)) }
        }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func demand() {
        guard let owner = becomeDemanded() else { return }
        let future = unsafeDowncast(owner, to: Future<Downstream.Input, Downstream.Failure>.self)
        if case .success(let value) = future.knownResult { tell(value) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func tell(_ value: Downstream.Input) {
        // Borrowed, not moved: the optimizer of Swift 6.3 stops with "too many/large bit fields allocated in function"
        // if a local variable has the type of a chain of seven operators.
        downstream.lend { _ = $0.receive(value) }
        // The subscriber may have cancelled during the call above.
        if !isCancelled { downstream.lend { $0.receive(completion: .finished) } }
        downstream.release()
    }

    @_alwaysEmitIntoClient @inline(__always)
    func stop() {
        guard let owner = endCancelled() else { return }
        downstream.release()
        unsafeDowncast(owner, to: Future<Downstream.Input, Downstream.Failure>.self).detach(self)
    }
}
