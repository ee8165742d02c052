public import Foundation
public import Streams

/// A date, as the moment type of schedulers that measure time by the calendar.
public struct DateMoment: Strideable, Hashable, Codable, Sendable {
    /// The date.
    public var date: Date

    /// Creates a moment.
    ///
    /// - Parameter date: The date.
    public init(_ date: Date) { self.date = date }

    /// Returns the length of time from this moment to another.
    ///
    /// - Parameter other: The other moment.
    /// - Returns: The length of time; negative if `other` is earlier.
    public func distance(to other: Self) -> Stride { Stride(other.date.timeIntervalSince(date)) }
    /// Returns the moment that is a length of time later.
    ///
    /// - Parameter stride: The length of time; a negative one leads to an earlier moment.
    /// - Returns: The moment.
    public func advanced(by stride: Stride) -> Self { Self(date.addingTimeInterval(stride.timeInterval)) }

    /// A length of time in seconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
        Hashable, Codable, Sendable
    {
        /// The length in seconds.
        public var magnitude: TimeInterval

        /// The length in seconds.
        public var timeInterval: TimeInterval { magnitude }

        /// Creates a length of time.
        ///
        /// - Parameter timeInterval: The length in seconds.
        public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
        /// Creates a length of time from a number of seconds.
        ///
        /// - Parameter value: The number of seconds.
        public init(integerLiteral value: TimeInterval) { magnitude = value }
        /// Creates a length of time from a number of seconds.
        ///
        /// - Parameter value: The number of seconds.
        public init(floatLiteral value: TimeInterval) { magnitude = value }
        /// Creates a length of time from a number of seconds; `nil` if the number does not fit.
        ///
        /// - Parameter source: The number of seconds.
        public init?(exactly source: some BinaryInteger) {
            guard let value = TimeInterval(exactly: source) else { return nil }
            magnitude = value
        }

        /// Whether one length of time is shorter than another.
        ///
        /// - Parameters:
        ///   - lhs: A length of time.
        ///   - rhs: Another length of time.
        /// - Returns: `true` if `lhs` is shorter.
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
        /// Returns the sum of two lengths of time.
        ///
        /// - Parameters:
        ///   - lhs: A length of time.
        ///   - rhs: Another length of time.
        /// - Returns: The sum.
        public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }
        /// Returns the difference between two lengths of time.
        ///
        /// - Parameters:
        ///   - lhs: A length of time.
        ///   - rhs: Another length of time.
        /// - Returns: `lhs` without `rhs`.
        public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }
        /// Returns the product of two lengths of time, both taken as numbers of seconds.
        ///
        /// - Parameters:
        ///   - lhs: A length of time.
        ///   - rhs: Another length of time.
        /// - Returns: The product.
        public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }
        /// Adds a length of time to another.
        ///
        /// - Parameters:
        ///   - lhs: The length of time to change.
        ///   - rhs: The length of time to add.
        public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
        /// Subtracts a length of time from another.
        ///
        /// - Parameters:
        ///   - lhs: The length of time to change.
        ///   - rhs: The length of time to subtract.
        public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
        /// Multiplies a length of time by another, both taken as numbers of seconds.
        ///
        /// - Parameters:
        ///   - lhs: The length of time to change.
        ///   - rhs: The factor.
        public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

        /// Returns a length of time in seconds.
        ///
        /// - Parameter value: The number of seconds.
        /// - Returns: The length of time.
        public static func seconds(_ value: Int) -> Self { Self(TimeInterval(value)) }
        /// Returns a length of time in seconds.
        ///
        /// - Parameter value: The number of seconds, fractions included.
        /// - Returns: The length of time.
        public static func seconds(_ value: Double) -> Self { Self(value) }
        /// Returns a length of time in milliseconds.
        ///
        /// - Parameter value: The number of milliseconds.
        /// - Returns: The length of time.
        public static func milliseconds(_ value: Int) -> Self { Self(TimeInterval(value) / 1e3) }
        /// Returns a length of time in microseconds.
        ///
        /// - Parameter value: The number of microseconds.
        /// - Returns: The length of time.
        public static func microseconds(_ value: Int) -> Self { Self(TimeInterval(value) / 1e6) }
        /// Returns a length of time in nanoseconds.
        ///
        /// - Parameter value: The number of nanoseconds.
        /// - Returns: The length of time.
        public static func nanoseconds(_ value: Int) -> Self { Self(TimeInterval(value) / 1e9) }
    }
}
