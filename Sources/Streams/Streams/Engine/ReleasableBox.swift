/// A box for a value that is released when a stream ends; until then it lends the value without retaining it.
///
/// A subscriber keeps its subscription, and an operator is that subscription and keeps its subscriber. The two
/// therefore form a reference cycle until the stream ends, and permanently if the subscriber keeps its subscription
/// after the end. Every operator therefore releases its downstream, its closures and its values at the end and on
/// cancellation: it stores them in a `ReleasableBox`, or in the part of the operator that only upstream references, as
/// ``SubjectFeed`` does.
///
/// Access must be exclusive during a loan, for example by ownership of a ``DrainLoop``; releasing the value requires
/// the same ownership.
@usableFromInline @frozen
struct ReleasableBox<Value>: Releasable {
    @usableFromInline var held: Value?

    @_alwaysEmitIntoClient @inline(__always)
    init(_ value: Value) { held = value }

    /// Calls `body` with the value; returns `nil` if the value was released.
    @_alwaysEmitIntoClient @inline(__always) @discardableResult
    mutating func lend<Result>(_ body: (Value) -> Result) -> Result? {
        guard held != nil else { return nil }
        return withUnsafeMutablePointer(to: &held) { place in
            // The value is moved out and back in, because a copy would be retained.
            let place = UnsafeMutableRawPointer(place).assumingMemoryBound(to: Value.self)
            let lent = place.move()
            let result = body(lent)
            place.initialize(to: consume lent)
            return result
        }
    }

    /// Calls `body` with the value, which it may change; returns `nil` if the value was released.
    @_alwaysEmitIntoClient @inline(__always)
    mutating func change<Result>(_ body: (inout Value) -> Result) -> Result? {
        guard held != nil else { return nil }
        // swift-format-ignore: NeverForceUnwrap
        return body(&held!)
    }

    /// Releases the value and returns it.
    @_alwaysEmitIntoClient @inline(__always) @discardableResult
    mutating func take() -> Value? { held.take() }

    @_alwaysEmitIntoClient @inline(__always)
    mutating func release() { held = nil }
}

/// The interface of ``ReleasableBox`` for generic code that takes the box's type as an argument.
///
/// An object whose stored properties have the types of its own type arguments needs no type metadata lookup when it is
/// deallocated; the lookup costs more than the rest of the deallocation. It is for objects that are created once for
/// each value, such as the subscription of ``Just``.
@usableFromInline
protocol Releasable<Value>: SendableMetatype {
    associatedtype Value

    init(_ value: Value)
    mutating func lend<Result>(_ body: (Value) -> Result) -> Result?
    mutating func change<Result>(_ body: (inout Value) -> Result) -> Result?
    mutating func take() -> Value?
    /// Releases the value; generic code needs no type metadata for that.
    mutating func release()
}

extension ReleasableBox: Sendable where Value: Sendable {}
