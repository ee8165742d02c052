public import Synchronization

/// What a future keeps of one subscriber, and the subscription which that subscriber holds.
@usableFromInline
class FutureConduit<Output: Sendable, Failure: Error>: Bond, @unchecked Sendable {  // as its base
    @usableFromInline typealias Give = @Sendable (FutureConduit<Output, Failure>, Result<Output, Failure>) -> Void

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
    @usableFromInline var isOver = false

    @inlinable
    init() {}

    /// Whether it is time to give the value; at most once `true`.
    @inlinable
    mutating func isDue() -> Bool {
        guard isDemanded, isReady, !isOver else { return false }
        isOver = true
        return true
    }
}

/// The conduit to a subscriber of known type.
@usableFromInline
final class BoundFutureConduit<Downstream: Subscriber>: FutureConduit<Downstream.Input, Downstream.Failure>,
    @unchecked Sendable  // `downstream` belongs to whoever ends the phase
{
    @usableFromInline let owner: Future<Downstream.Input, Downstream.Failure>
    @usableFromInline let phase = Mutex(FuturePhase())
    @usableFromInline let isCancelled = Atomic(false)
    @exclusivity(unchecked) @usableFromInline var downstream: Downstream?

    @usableFromInline override var description: String { "Future" }

    @inlinable @inline(__always)
    init(owner: Future<Downstream.Input, Downstream.Failure>, downstream: Downstream) {
        self.owner = owner
        self.downstream = downstream
        super.init(
            give: { Self.of($0).take($1) },
            request: { bond, _ in Self.of(bond).demand() },
            cancel: { Self.of($0).stop() })
    }

    @inlinable @inline(__always)
    static func of(_ bond: Bond) -> BoundFutureConduit<Downstream> {
        unsafeDowncast(bond, to: BoundFutureConduit<Downstream>.self)
    }

    /// A value waits in the future until it is demanded; a failure does not wait.
    @inlinable @inline(__always)
    func take(_ result: Result<Downstream.Input, Downstream.Failure>) {
        switch result {
        case .success(let value):
            let isDue = phase.withLock { phase in
                phase.isReady = true
                return phase.isDue()
            }
            if isDue { tell(value) }
        case .failure(let failure):
            if end() { downstream.take()?.receive(completion: .failure(failure)) }
        }
    }

    @inlinable
    func demand() {
        let isDue = phase.withLock { phase in
            phase.isDemanded = true
            return phase.isDue()
        }
        if isDue, case .success(let value) = owner.knownResult { tell(value) }
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
        guard end() else { return }
        _ = downstream.take()
        owner.detach(self)
    }

    /// Ends the phase; `true` for the one who did it, whose the downstream is from now on.
    @inlinable
    func end() -> Bool {
        phase.withLock { phase in
            defer { phase.isOver = true }
            return !phase.isOver
        }
    }
}
