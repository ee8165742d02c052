/// Holds a value until it is let go, and lends it in its place: using it retains nothing.
///
/// For whoever knows that nobody lets go during a loan, as the holder of a ``Turn`` does. Its type does not say what it
/// holds, so that who has one needs no type metadata to be looked up when it goes.
@usableFromInline
@frozen
struct Tether {
    @usableFromInline
    final class Box<Value> {
        @usableFromInline let value: Value

        @inlinable @inline(__always)
        init(_ value: Value) { self.value = value }
    }

    @usableFromInline var box: Unmanaged<AnyObject>?

    @inlinable @inline(__always)
    init<Value>(_ value: Value) { box = .passRetained(Box(value)) }

    /// Lends the value, which is of the type that was tied, to `body`; `nil` when it has been let go.
    @inlinable @inline(__always)
    func lend<Value, Result>(_ type: Value.Type, _ body: (Value) -> Result) -> Result? {
        box?._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: Box<Value>.self).value) }
    }

    /// Lets go; to be called before the tether itself goes. The caller releases what is returned.
    @inlinable
    mutating func take() -> AnyObject? {
        defer { box = nil }
        return box?.takeRetainedValue()
    }

    /// Lets go, and hands the value over.
    @inlinable @inline(__always)
    mutating func take<Value>(_ type: Value.Type) -> Value? {
        take().map { unsafeDowncast($0, to: Box<Value>.self).value }
    }
}

@available(*, unavailable)
extension Tether: Sendable {}

@available(*, unavailable)
extension Tether.Box: Sendable {}
