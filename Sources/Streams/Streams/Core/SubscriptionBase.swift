/// The subscription of the operators and origins of this room: what it does is told by functions, not by overriding.
///
/// A subscription is called through `any Subscription`, and there Swift runs the unspecialised body of a generic class,
/// which costs ten to fifty times as much as the code itself. A function that is made where the types are known is
/// compiled for them, so a subclass hands over such functions when it is made:
///
///     super.init(request: { Self.of($0).demand($1) }, cancel: { Self.of($0).stop() })
@usableFromInline
class SubscriptionBase: Subscription, CustomStringConvertible, @unchecked Sendable {  // immutable; a base class cannot say so
    @usableFromInline typealias Request = @Sendable (SubscriptionBase, Subscribers.Demand) -> Void
    @usableFromInline typealias Cancel = @Sendable (SubscriptionBase) -> Void

    @usableFromInline let requestBody: Request
    @usableFromInline let cancelBody: Cancel

    @inlinable @inline(__always)
    init(request: @escaping Request, cancel: @escaping Cancel) {
        requestBody = request
        cancelBody = cancel
    }

    @inlinable
    final func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        requestBody(self, demand)
    }

    @inlinable
    final func cancel() { cancelBody(self) }

    @usableFromInline var dropsWithoutDemand: Bool { false }

    /// What the subscription is called where people see it; see ``operatorName(of:)``.
    @usableFromInline var description: String { operatorName(of: type(of: self)) }
}
