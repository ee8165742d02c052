/// Holds what is to be let go when a stream ends, and lends it until then: using it retains nothing.
///
/// A subscriber keeps its subscription; an operator is that subscription and keeps its subscriber. So the two hold each other
/// for as long as the stream lasts, and for ever if the subscriber, which may be anybody's, keeps the subscription after the
/// end. That is why every operator holds its downstream, and what closures and values it has, so that it can let go of them
/// at the end and on cancellation: by a tether, or in the part of it that upstream alone holds, as ``SinkEnd`` does.
///
/// A tether is for whoever knows that nobody else looks during a loan, as the holder of a ``Turn`` does; to let go takes the
/// turn too.
@usableFromInline
@frozen
struct ReleasableBox<Value>: Releasable {
    @usableFromInline var held: Value?

    @inlinable @inline(__always)
    init(_ value: Value) { held = value }

    /// Lends the value to `body`; `nil` when it has been let go.
    @inlinable @inline(__always) @discardableResult
    mutating func lend<Result>(_ body: (Value) -> Result) -> Result? {
        guard held != nil else { return nil }
        return withUnsafeMutablePointer(to: &held) { place in
            // Moved out and back in, as a copy would be retained.
            let place = UnsafeMutableRawPointer(place).assumingMemoryBound(to: Value.self)
            let lent = place.move()
            let result = body(lent)
            place.initialize(to: consume lent)
            return result
        }
    }

    /// Lets go, and hands the value over.
    @inlinable @inline(__always) @discardableResult
    mutating func take() -> Value? { held.take() }
}

/// A tether, to those for whom its type is an argument: an object whose fields are its type arguments looks up no type metadata
/// when it goes, which costs more than all the rest. For what is made once for a value, such as the subscription of ``Just``.
@usableFromInline
protocol Releasable<Value>: SendableMetatype {
    associatedtype Value

    init(_ value: Value)
    mutating func lend<Result>(_ body: (Value) -> Result) -> Result?
    mutating func take() -> Value?
}

extension ReleasableBox: Sendable where Value: Sendable {}
