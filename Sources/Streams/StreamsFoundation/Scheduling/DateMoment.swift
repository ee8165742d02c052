public import Foundation
public import Streams

/// A moment of the calendar, for schedulers that count time as dates.
public struct DateMoment: Strideable, Hashable, Codable, Sendable {
    /// The moment.
    public var date: Date

    /// Makes a moment.
    ///
    /// - Parameter date: The moment.
    public init(_ date: Date) { self.date = date }

    /// The time from this moment to another.
    public func distance(to other: Self) -> Stride { Stride(other.date.timeIntervalSince(date)) }
    /// The moment that much later.
    public func advanced(by stride: Stride) -> Self { Self(date.addingTimeInterval(stride.timeInterval)) }

    /// A length of time in seconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
        Hashable, Codable, Sendable
    {
        /// The length in seconds.
        public var magnitude: TimeInterval

        /// The length in seconds.
        public var timeInterval: TimeInterval { magnitude }

        /// Makes a length of time.
        ///
        /// - Parameter timeInterval: The length in seconds.
        public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
        /// Makes a length of that many seconds.
        public init(integerLiteral value: TimeInterval) { magnitude = value }
        /// Makes a length of that many seconds.
        public init(floatLiteral value: TimeInterval) { magnitude = value }
        /// Makes a length of that many seconds, if the number fits.
        public init?(exactly source: some BinaryInteger) {
            guard let value = TimeInterval(exactly: source) else { return nil }
            magnitude = value
        }

        /// Whether the first is shorter.
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
        /// Both together.
        public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }
        /// The difference.
        public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }
        /// The product.
        public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }
        /// Adds.
        public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
        /// Takes away.
        public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
        /// Multiplies.
        public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

        /// That many seconds.
        public static func seconds(_ value: Int) -> Self { Self(TimeInterval(value)) }
        /// That many seconds.
        public static func seconds(_ value: Double) -> Self { Self(value) }
        /// That many milliseconds.
        public static func milliseconds(_ value: Int) -> Self { Self(TimeInterval(value) / 1e3) }
        /// That many microseconds.
        public static func microseconds(_ value: Int) -> Self { Self(TimeInterval(value) / 1e6) }
        /// That many nanoseconds.
        public static func nanoseconds(_ value: Int) -> Self { Self(TimeInterval(value) / 1e9) }
    }
}
