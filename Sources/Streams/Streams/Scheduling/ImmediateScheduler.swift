/// A scheduler that runs every action immediately, on the caller's thread; it does not measure time.
@frozen
public struct ImmediateScheduler: Scheduler {
    /// The type of the options: there are none.
    public typealias SchedulerOptions = Never

    /// A shared instance; all instances are equivalent.
    public static let shared = ImmediateScheduler()

    /// Creates the scheduler.
    @_alwaysEmitIntoClient
    public init() {}

    /// The only moment of this scheduler.
    public var now: SchedulerTimeType { SchedulerTimeType() }
    /// The smallest tolerance that this scheduler accepts: zero.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action` immediately; see ``Scheduler``, whose parameters are the same.
    @preconcurrency @_alwaysEmitIntoClient
    public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) { action() }

    /// Runs `action` immediately, regardless of the date; see ``Scheduler``, whose parameters are the same.
    @preconcurrency @_alwaysEmitIntoClient
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping @Sendable () -> Void
    ) { action() }

    /// Runs `action` immediately, and only once; see ``Scheduler``, whose parameters are the same.
    ///
    /// - Returns: A token without effect.
    @preconcurrency @_alwaysEmitIntoClient
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        action()
        return Subscriptions.empty
    }
}

extension ImmediateScheduler {
    /// The only moment of this scheduler.
    public struct SchedulerTimeType: Strideable, Sendable {
        fileprivate init() {}
        /// Returns zero; see `Strideable`, whose parameters are the same.
        public func distance(to other: Self) -> Stride { 0 }
        /// Returns this moment, the only one; see `Strideable`, whose parameters are the same.
        public func advanced(by stride: Stride) -> Self { self }

        /// A length of time, which this scheduler ignores.
        public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable, Sendable,
            SchedulerTimeIntervalConvertible
        {
            /// The length, without a unit.
            public var magnitude: Int

            /// Creates a length.
            ///
            /// - Parameter value: The length, without a unit.
            public init(_ value: Int) { magnitude = value }
            /// Creates a length.
            ///
            /// - Parameter value: The length, without a unit.
            public init(integerLiteral value: Int) { magnitude = value }
            /// Creates a length.
            ///
            /// - Parameter value: The length, without a unit; its fraction is cut off.
            public init(floatLiteral value: Double) { magnitude = Int(value) }
            /// Creates a length; `nil` if the number does not fit.
            ///
            /// - Parameter source: The length, without a unit.
            public init?(exactly source: some BinaryInteger) {
                guard let value = Int(exactly: source) else { return nil }
                magnitude = value
            }

            /// Whether one length of time is shorter than another.
            public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
            /// Returns the sum of two lengths of time.
            public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }
            /// Returns the difference between two lengths of time.
            public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }
            /// Returns the product of two lengths of time.
            public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }
            /// Adds a length of time to another.
            public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
            /// Subtracts a length of time from another.
            public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
            /// Multiplies a length of time by another.
            public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

            /// Returns zero; see ``SchedulerTimeIntervalConvertible``, whose parameters are the same.
            public static func seconds(_ value: Int) -> Self { 0 }
            /// Returns zero; see ``SchedulerTimeIntervalConvertible``, whose parameters are the same.
            public static func seconds(_ value: Double) -> Self { 0 }
            /// Returns zero; see ``SchedulerTimeIntervalConvertible``, whose parameters are the same.
            public static func milliseconds(_ value: Int) -> Self { 0 }
            /// Returns zero; see ``SchedulerTimeIntervalConvertible``, whose parameters are the same.
            public static func microseconds(_ value: Int) -> Self { 0 }
            /// Returns zero; see ``SchedulerTimeIntervalConvertible``, whose parameters are the same.
            public static func nanoseconds(_ value: Int) -> Self { 0 }
        }
    }
}
