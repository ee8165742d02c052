/// The number of values that a subscriber requests from a publisher.
public typealias Demand = Subscribers.Demand

extension Subscribers {
    /// The number of values that a subscriber requests from a publisher: a finite number, or unlimited.
    @frozen
    public struct Demand: Hashable, Sendable, CustomStringConvertible {
        @usableFromInline let rawValue: UInt

        @_alwaysEmitIntoClient @inline(__always)
        init(rawValue: UInt) { self.rawValue = Swift.min(UInt(Int.max) + 1, rawValue) }

        /// A demand for every value.
        @_alwaysEmitIntoClient
        public static var unlimited: Demand { Demand(rawValue: UInt(Int.max) + 1) }

        /// A demand for no additional values; it does not cancel.
        @_alwaysEmitIntoClient
        public static var none: Demand { Demand(rawValue: 0) }

        /// Returns a demand for a number of values.
        ///
        /// - Precondition: `value` is not negative.
        /// - Parameter value: The number of values.
        /// - Returns: The demand.
        @_alwaysEmitIntoClient
        public static func max(_ value: Int) -> Demand {
            precondition(value >= 0, "demand cannot be negative")
            return Demand(rawValue: UInt(value))
        }

        /// The number of values; `nil` if the demand is unlimited.
        @_alwaysEmitIntoClient
        public var max: Int? { self == .unlimited ? nil : Int(rawValue) }

        /// Traps if the demand is zero, as Combine does: requesting no values is a programming error of the subscriber.
        @_alwaysEmitIntoClient @inline(__always)
        func requireSome() { precondition(rawValue > 0, "requested a demand of none") }

        /// The text `unlimited` or `max(n)`.
        public var description: String { max.map { "max(\($0))" } ?? "unlimited" }
    }
}

extension Subscribers.Demand: Codable {
    /// Decodes a number in Combine's format: `Int.max + 1` means unlimited.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The error of the decoder.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(UInt.self))
    }

    /// Encodes a number in Combine's format: `Int.max + 1` means unlimited.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
