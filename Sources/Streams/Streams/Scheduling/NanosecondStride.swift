/// A length of time in nanoseconds; a result that is too great or too small becomes the longest or shortest one.
///
/// The strides of dispatch queues and of manual schedulers are distinct types, and share these members.
public protocol _NanosecondStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
    ExpressibleByFloatLiteral, Hashable, Sendable
where Magnitude == Int, IntegerLiteralType == Int, FloatLiteralType == Double {}

extension _NanosecondStride {
    /// Creates a length of time from a number of seconds.
    ///
    /// - Parameter value: The number of seconds.
    public init(integerLiteral value: Int) { self = .seconds(value) }
    /// Creates a length of time; see ``init(integerLiteral:)``, whose parameters are the same.
    public init(floatLiteral value: Double) { self = .seconds(value) }
    /// Creates a length of time from a number of seconds, as a literal does; `nil` if the number does not fit.
    ///
    /// - Parameter source: The number of seconds.
    public init?(exactly source: some BinaryInteger) {
        guard let value = Int(exactly: source) else { return nil }
        let (nanoseconds, overflow) = value.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return nil }
        self = .nanoseconds(nanoseconds)
    }

    /// Whether one length of time is shorter than another.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
    /// Returns the sum of two lengths of time.
    public static func + (lhs: Self, rhs: Self) -> Self { clamped(Int128(lhs.magnitude) + Int128(rhs.magnitude)) }
    /// Returns the difference between two lengths of time.
    public static func - (lhs: Self, rhs: Self) -> Self { clamped(Int128(lhs.magnitude) - Int128(rhs.magnitude)) }
    /// Returns the product of two lengths of time, both taken as numbers of seconds: `.milliseconds(500) * 3` is 1.5 s.
    public static func * (lhs: Self, rhs: Self) -> Self {
        clamped(Int128(lhs.magnitude) * Int128(rhs.magnitude) / 1_000_000_000)
    }
    /// Adds a length of time to another.
    public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
    /// Subtracts a length of time from another.
    public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
    /// Multiplies a length of time by another, both taken as numbers of seconds.
    public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

    /// A length in seconds; see ``Streams/SchedulerTimeIntervalConvertible``, whose parameters are the same.
    public static func seconds(_ value: Int) -> Self { clamped(Int128(value) * 1_000_000_000) }
    /// A length in seconds; see ``Streams/SchedulerTimeIntervalConvertible``, whose parameters are the same.
    public static func seconds(_ value: Double) -> Self {
        .nanoseconds(Int(exactly: (value * 1e9).rounded()) ?? (value < 0 ? .min : .max))
    }
    /// A length in milliseconds; see ``Streams/SchedulerTimeIntervalConvertible``, whose parameters are the same.
    public static func milliseconds(_ value: Int) -> Self { clamped(Int128(value) * 1_000_000) }
    /// A length in microseconds; see ``Streams/SchedulerTimeIntervalConvertible``, whose parameters are the same.
    public static func microseconds(_ value: Int) -> Self { clamped(Int128(value) * 1000) }

    private static func clamped(_ nanoseconds: Int128) -> Self { .nanoseconds(Int(clamping: nanoseconds)) }
}
