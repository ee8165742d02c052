/// The subscription of an origin that has one value and finishes with it.
@usableFromInline
final class OneValue<Downstream: Subscriber>: Subscription, CustomStringConvertible {
    @usableFromInline let value: Downstream.Input
    @usableFromInline let outlet: Outlet<Downstream>

    @inlinable @inline(__always)
    init(_ value: Downstream.Input, downstream: Downstream) {
        self.value = value
        outlet = Outlet(downstream)
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        outlet.request(value)
    }

    @inlinable
    func cancel() { outlet.close() }

    @usableFromInline var description: String { "Just" }
}
