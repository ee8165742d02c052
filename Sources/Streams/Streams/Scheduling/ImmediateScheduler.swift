/// Runs every action at once, on the spot; it knows no time.
@frozen
public struct ImmediateScheduler: Scheduler {
    /// There is nothing to say about how an action is to run.
    public typealias SchedulerOptions = Never

    /// The scheduler; all are alike.
    public static let shared = ImmediateScheduler()

    /// Makes the scheduler.
    @inlinable
    public init() {}

    /// The one moment that there is.
    public var now: SchedulerTimeType { SchedulerTimeType() }
    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action` at once.
    @preconcurrency @inlinable
    public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) { action() }

    /// Runs `action` at once, whatever the date.
    @preconcurrency @inlinable
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping @Sendable () -> Void
    ) { action() }

    /// Runs `action` at once, and only once.
    @preconcurrency @inlinable
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        action()
        return Subscriptions.empty
    }
}

extension ImmediateScheduler {
    /// The one moment that there is.
    public struct SchedulerTimeType: Strideable, Sendable {
        fileprivate init() {}
        /// The distance to any other moment: none.
        public func distance(to other: Self) -> Stride { 0 }
        /// The same moment.
        public func advanced(by stride: Stride) -> Self { self }

        /// A length of time, which this scheduler disregards.
        public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable, Sendable,
            SchedulerTimeIntervalConvertible
        {
            /// The length, in units of nothing.
            public var magnitude: Int

            /// Makes a length.
            ///
            /// - Parameter value: The length.
            public init(_ value: Int) { magnitude = value }
            /// Makes a length.
            public init(integerLiteral value: Int) { magnitude = value }
            /// Makes a length.
            public init(floatLiteral value: Double) { magnitude = Int(value) }
            /// Makes a length, if the number fits.
            public init?(exactly source: some BinaryInteger) {
                guard let value = Int(exactly: source) else { return nil }
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

            /// No time at all.
            public static func seconds(_ value: Int) -> Self { 0 }
            /// No time at all.
            public static func seconds(_ value: Double) -> Self { 0 }
            /// No time at all.
            public static func milliseconds(_ value: Int) -> Self { 0 }
            /// No time at all.
            public static func microseconds(_ value: Int) -> Self { 0 }
            /// No time at all.
            public static func nanoseconds(_ value: Int) -> Self { 0 }
        }
    }
}
