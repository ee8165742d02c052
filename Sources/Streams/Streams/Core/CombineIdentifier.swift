import Synchronization

private let nextIdentifier = Atomic<UInt64>(0)

/// A unique identifier of a publisher stream, for logs and debugging.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
    private let value: UInt64

    /// Creates an identifier that differs from every other created this way.
    public init() { value = nextIdentifier.wrappingAdd(1, ordering: .relaxed).oldValue }

    /// Creates the identifier of an object: the same value each time.
    ///
    /// - Parameter object: The object to identify. After it is deallocated, another object may get the same
    ///   identifier.
    public init(_ object: AnyObject) { value = UInt64(UInt(bitPattern: ObjectIdentifier(object))) }

    /// The identifier as a hexadecimal number.
    public var description: String { "0x" + String(value, radix: 16) }
}

/// A type with an identifier for logs and debugging.
public protocol CustomCombineIdentifierConvertible {
    /// The identifier of this instance.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    /// The identifier that is derived from the identity of the object.
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
