import Synchronization

private let nextIdentifier = Atomic<UInt64>(0)

/// Tells the streams of a program apart in what is printed about them.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
    private let value: UInt64

    /// Makes an identifier that nothing else has.
    public init() {
        value = nextIdentifier.wrappingAdd(1, ordering: .relaxed).oldValue
    }

    /// Makes the identifier of an object: the same each time.
    ///
    /// - Parameter object: Who is identified, for as long as it lives.
    public init(_ object: AnyObject) {
        value = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
    }

    /// The identifier as a number in hexadecimal.
    public var description: String {
        "0x" + String(value, radix: 16)
    }
}

/// Something with an identifier.
public protocol CustomCombineIdentifierConvertible {
    /// What tells it apart.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    /// The identity of the object.
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
