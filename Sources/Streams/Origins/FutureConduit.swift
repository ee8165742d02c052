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

/// The conduit to a subscriber of known type.
@usableFromInline
final class BoundFutureConduit<Downstream: Subscriber>: FutureConduit<Downstream.Input, Downstream.Failure>,
    @unchecked Sendable  // its state is a Mutex
{
    @usableFromInline let owner: Future<Downstream.Input, Downstream.Failure>
    @usableFromInline let outlet: Outlet<Downstream>

    @inlinable @inline(__always)
    init(owner: Future<Downstream.Input, Downstream.Failure>, downstream: Downstream) {
        self.owner = owner
        outlet = Outlet(downstream)
        super.init(
            give: { Self.of($0).tell($1) },
            request: { bond, _ in Self.of(bond).outlet.request() },
            cancel: { Self.of($0).stop() })
    }

    @inlinable @inline(__always)
    static func of(_ bond: Bond) -> BoundFutureConduit<Downstream> {
        unsafeDowncast(bond, to: BoundFutureConduit<Downstream>.self)
    }

    @inlinable
    func tell(_ result: Result<Downstream.Input, Downstream.Failure>) {
        switch result {
        case .success(let value): outlet.give(value)
        case .failure(let failure): outlet.give(.failure(failure))
        }
    }

    @inlinable
    func stop() {
        if outlet.close() { owner.detach(self) }
    }
}
