/// Holds a value until it is let go, and lends it in its place: using it retains nothing.
///
/// For whoever knows that nobody lets go during a loan, as the holder of a ``Turn`` does.
@usableFromInline
@frozen
struct Tether<Value> {
    @usableFromInline
    final class Box {
        @usableFromInline let value: Value

        @inlinable @inline(__always)
        init(_ value: Value) { self.value = value }
    }

    @usableFromInline var box: Unmanaged<Box>?

    @inlinable @inline(__always)
    init(_ value: Value) { box = .passRetained(Box(value)) }

    /// Lends the value to `body`; `nil` when it has been let go.
    @inlinable @inline(__always)
    func lend<Result>(_ body: (Value) -> Result) -> Result? {
        box?._withUnsafeGuaranteedRef { body($0.value) }
    }

    /// Lets go; to be called before the tether itself goes. The caller releases the value.
    @inlinable
    mutating func take() -> Box? {
        defer { box = nil }
        return box?.takeRetainedValue()
    }
}

@available(*, unavailable)
extension Tether: Sendable {}

@available(*, unavailable)
extension Tether.Box: Sendable {}
