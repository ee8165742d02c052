public import Streams

extension ManualScheduler {
    /// A moment, in nanoseconds since the creation of the scheduler.
    public struct SchedulerTimeType: Strideable, Hashable, Sendable {
        /// The nanoseconds since the creation of the scheduler.
        public let nanoseconds: Int

        init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

        /// Returns the length of time from this moment to another.
        ///
        /// - Parameter other: The other moment.
        /// - Returns: The length of time; negative if `other` is earlier.
        public func distance(to other: Self) -> Stride {
            .nanoseconds(Int(clamping: Int128(other.nanoseconds) - Int128(nanoseconds)))
        }
        /// Returns the moment that is a length of time later.
        ///
        /// - Parameter stride: The length of time; a negative one leads to an earlier moment.
        /// - Returns: The moment.
        public func advanced(by stride: Stride) -> Self {
            Self(nanoseconds: Int(clamping: Int128(nanoseconds) + Int128(stride.magnitude)))
        }

        /// A length of time in nanoseconds; a result that is too great or too small becomes the longest or shortest
        /// one.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
            Hashable, Sendable
        {
            /// The length in nanoseconds.
            public var magnitude: Int

            private init(nanoseconds: Int) { magnitude = nanoseconds }
            /// Creates a length of time from a number of seconds.
            ///
            /// - Parameter value: The number of seconds.
            public init(integerLiteral value: Int) { self = .seconds(value) }
            /// Creates a length of time from a number of seconds.
            ///
            /// - Parameter value: The number of seconds.
            public init(floatLiteral value: Double) { self = .seconds(value) }
            /// Creates a length of time from a number of seconds, as a literal does; `nil` if the number does not fit.
            ///
            /// - Parameter source: The number of seconds.
            public init?(exactly source: some BinaryInteger) {
                guard let value = Int(exactly: source) else { return nil }
                let (nanoseconds, overflow) = value.multipliedReportingOverflow(by: 1_000_000_000)
                guard !overflow else { return nil }
                magnitude = nanoseconds
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
            public static func + (lhs: Self, rhs: Self) -> Self {
                Self(nanoseconds: Int(clamping: Int128(lhs.magnitude) + Int128(rhs.magnitude)))
            }
            /// Returns the difference between two lengths of time.
            ///
            /// - Parameters:
            ///   - lhs: A length of time.
            ///   - rhs: Another length of time.
            /// - Returns: `lhs` without `rhs`.
            public static func - (lhs: Self, rhs: Self) -> Self {
                Self(nanoseconds: Int(clamping: Int128(lhs.magnitude) - Int128(rhs.magnitude)))
            }
            /// Returns the product of two lengths of time, both taken as numbers of seconds: `.milliseconds(500) * 3`
            /// is 1.5 s.
            ///
            /// - Parameters:
            ///   - lhs: A length of time.
            ///   - rhs: Another length of time.
            /// - Returns: The product.
            public static func * (lhs: Self, rhs: Self) -> Self {
                Self(nanoseconds: Int(clamping: Int128(lhs.magnitude) * Int128(rhs.magnitude) / 1_000_000_000))
            }
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
            public static func seconds(_ value: Int) -> Self { clamped(value, times: 1_000_000_000) }
            /// Returns a length of time in seconds.
            ///
            /// - Parameter value: The number of seconds, fractions included.
            /// - Returns: The length of time.
            public static func seconds(_ value: Double) -> Self {
                Self(nanoseconds: Int(exactly: (value * 1e9).rounded()) ?? (value < 0 ? .min : .max))
            }
            /// Returns a length of time in milliseconds.
            ///
            /// - Parameter value: The number of milliseconds.
            /// - Returns: The length of time.
            public static func milliseconds(_ value: Int) -> Self { clamped(value, times: 1_000_000) }
            /// Returns a length of time in microseconds.
            ///
            /// - Parameter value: The number of microseconds.
            /// - Returns: The length of time.
            public static func microseconds(_ value: Int) -> Self { clamped(value, times: 1000) }
            /// Returns a length of time in nanoseconds.
            ///
            /// - Parameter value: The number of nanoseconds.
            /// - Returns: The length of time.
            public static func nanoseconds(_ value: Int) -> Self { Self(nanoseconds: value) }

            private static func clamped(_ value: Int, times factor: Int) -> Self {
                Self(nanoseconds: Int(clamping: Int128(value) * Int128(factor)))
            }
        }
    }
}
