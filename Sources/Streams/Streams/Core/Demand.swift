/// How many values a subscriber still wants.
public typealias Demand = Subscribers.Demand

extension Subscribers {
    /// How many values a subscriber still wants: a number, or all there are.
    @frozen
    public struct Demand: Hashable, Sendable, CustomStringConvertible {
        @usableFromInline let rawValue: UInt

        @inlinable @inline(__always)
        init(rawValue: UInt) {
            self.rawValue = Swift.min(UInt(Int.max) + 1, rawValue)
        }

        /// As many as there are.
        @inlinable
        public static var unlimited: Demand { Demand(rawValue: UInt(Int.max) + 1) }

        /// No more than before; not the same as cancelling.
        @inlinable
        public static var none: Demand { Demand(rawValue: 0) }

        /// A number of values.
        ///
        /// - Precondition: `value` is not negative.
        /// - Parameter value: How many.
        /// - Returns: That demand.
        @inlinable
        public static func max(_ value: Int) -> Demand {
            precondition(value >= 0, "demand cannot be negative")
            return Demand(rawValue: UInt(value))
        }

        /// The number, or `nil` when it is unlimited.
        @inlinable
        public var max: Int? { self == .unlimited ? nil : Int(rawValue) }

        /// Traps when nothing is demanded, as Combine does: to request nothing is a mistake of the subscriber.
        @inlinable @inline(__always)
        func requireSome() {
            precondition(rawValue > 0, "requested a demand of none")
        }

        /// `unlimited` or `max(n)`.
        public var description: String { max.map { "max(\($0))" } ?? "unlimited" }
    }
}

extension Subscribers.Demand: Codable {
    /// Reads a number, as Combine writes it: one more than the greatest `Int` is unlimited.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(UInt.self))
    }

    /// Writes a number, as Combine does: one more than the greatest `Int` is unlimited.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
