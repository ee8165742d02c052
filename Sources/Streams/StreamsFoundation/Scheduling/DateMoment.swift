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
    /// Creates a length of time; see ``init(integerLiteral:)``, whose parameters are the same.
    public init(floatLiteral value: TimeInterval) { self.init(value) }
    /// Creates a length of time from a number of seconds; `nil` if the number does not fit.
    ///
    /// - Parameter source: The number of seconds.
    public init?(exactly source: some BinaryInteger) {
        guard let value = TimeInterval(exactly: source) else { return nil }
        self.init(value)
    }

    /// Whether one length of time is shorter than another.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
    /// Returns the sum of two lengths of time.
    public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }
    /// Returns the difference between two lengths of time.
    public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }
    /// Returns the product of two lengths of time, both taken as numbers of seconds.
    public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }
    /// Adds a length of time to another.
    public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
    /// Subtracts a length of time from another.
    public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
    /// Multiplies a length of time by another, both taken as numbers of seconds.
    public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

    /// A length in seconds; see `SchedulerTimeIntervalConvertible`, whose parameters are the same.
    public static func seconds(_ value: Int) -> Self { Self(TimeInterval(value)) }
    /// A length in seconds; see `SchedulerTimeIntervalConvertible`, whose parameters are the same.
    public static func seconds(_ value: Double) -> Self { Self(value) }
    /// A length in milliseconds; see `SchedulerTimeIntervalConvertible`, whose parameters are the same.
    public static func milliseconds(_ value: Int) -> Self { Self(TimeInterval(value) / 1e3) }
    /// A length in microseconds; see `SchedulerTimeIntervalConvertible`, whose parameters are the same.
    public static func microseconds(_ value: Int) -> Self { Self(TimeInterval(value) / 1e6) }
    /// A length in nanoseconds; see `SchedulerTimeIntervalConvertible`, whose parameters are the same.
    public static func nanoseconds(_ value: Int) -> Self { Self(TimeInterval(value) / 1e9) }
}

/// A date, as the moment type of run loops.
public struct DateMoment: Strideable, Hashable, Codable, Sendable {
    /// The date.
    public var date: Date

    /// Creates a moment.
    ///
    /// - Parameter date: The date.
    public init(_ date: Date) { self.date = date }

    /// Returns the time to a moment, negative if it is earlier; see `Strideable`, whose parameters are the same.
    public func distance(to other: Self) -> Stride { Stride(other.date.timeIntervalSince(date)) }
    /// Returns the moment that is a length of time later; see `Strideable`, whose parameters are the same.
    public func advanced(by stride: Stride) -> Self { Self(date.addingTimeInterval(stride.timeInterval)) }

    /// A length of time in seconds.
    public struct Stride: _DateStride {
        /// The length in seconds.
        public var magnitude: TimeInterval

        /// Creates a length of time.
        ///
        /// - Parameter timeInterval: The length in seconds.
        public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
    }
}
