public import Foundation
public import Streams

/// A length of time in seconds, with fractions, for schedulers whose moments are dates.
///
/// The strides of `OperationQueue` and `RunLoop` are distinct types, as in Combine, and share these members.
public protocol _DateStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
    Hashable, Codable, Sendable
where Magnitude == TimeInterval, IntegerLiteralType == TimeInterval, FloatLiteralType == TimeInterval {
    /// The length in seconds.
    var magnitude: TimeInterval { get set }

    /// Creates a length of time.
    ///
    /// - Parameter timeInterval: The length in seconds.
    init(_ timeInterval: TimeInterval)
}

extension _DateStride {
    /// The length in seconds.
    public var timeInterval: TimeInterval { magnitude }

    /// Creates a length of time from a number of seconds.
    ///
    /// - Parameter value: The number of seconds.
    public init(integerLiteral value: TimeInterval) { self.init(value) }
    /// Creates a length of time from a number of seconds.
    ///
    /// - Parameter value: The number of seconds.
    public init(floatLiteral value: TimeInterval) { self.init(value) }
    /// Creates a length of time from a number of seconds; `nil` if the number does not fit.
    ///
    /// - Parameter source: The number of seconds.
    public init?(exactly source: some BinaryInteger) {
        guard let value = TimeInterval(exactly: source) else { return nil }
        self.init(value)
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
