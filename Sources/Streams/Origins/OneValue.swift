/// The subscription of an origin that has one value and finishes with it.
@usableFromInline
final class OneValue<Downstream: Subscriber>: Bond, CustomStringConvertible, @unchecked Sendable {  // as its base
    @usableFromInline let value: Downstream.Input
    @usableFromInline let outlet: Outlet<Downstream>

    @inlinable @inline(__always)
    init(_ value: Downstream.Input, downstream: Downstream) {
        self.value = value
        outlet = Outlet(downstream)
        super.init(
            request: { bond, _ in Self.of(bond).give() },
            cancel: { Self.of($0).outlet.close() })
    }

    @inlinable @inline(__always)
    static func of(_ bond: Bond) -> OneValue<Downstream> { unsafeDowncast(bond, to: OneValue<Downstream>.self) }

    @inlinable @inline(__always)
    func give() { outlet.request(value) }

    @usableFromInline var description: String { "Just" }
}
