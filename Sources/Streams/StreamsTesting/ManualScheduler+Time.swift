public import Streams

extension ManualScheduler {
    /// A moment: nanoseconds since the scheduler was made.
    public struct SchedulerTimeType: Strideable, Hashable, Sendable {
        /// Nanoseconds since the scheduler was made.
        public let nanoseconds: Int

        init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

        /// The time from this moment to another.
        public func distance(to other: Self) -> Stride { .nanoseconds(other.nanoseconds - nanoseconds) }
        /// The moment that much later.
        public func advanced(by stride: Stride) -> Self { Self(nanoseconds: nanoseconds + stride.magnitude) }

        /// A length of time in nanoseconds.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
            Hashable, Sendable
        {
            /// The length in nanoseconds.
            public var magnitude: Int

            private init(nanoseconds: Int) { magnitude = nanoseconds }
            /// Makes a length of that many seconds.
            public init(integerLiteral value: Int) { self = .seconds(value) }
            /// Makes a length of that many seconds.
            public init(floatLiteral value: Double) { self = .seconds(value) }
            /// Makes a length of that many nanoseconds, if the number fits.
            public init?(exactly source: some BinaryInteger) {
                guard let value = Int(exactly: source) else { return nil }
                magnitude = value
            }

            /// Whether the first is shorter.
            public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
            /// Both together.
            public static func + (lhs: Self, rhs: Self) -> Self { Self(nanoseconds: lhs.magnitude + rhs.magnitude) }
            /// The difference.
            public static func - (lhs: Self, rhs: Self) -> Self { Self(nanoseconds: lhs.magnitude - rhs.magnitude) }
            /// The product.
            public static func * (lhs: Self, rhs: Self) -> Self { Self(nanoseconds: lhs.magnitude * rhs.magnitude) }
            /// Adds.
            public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
            /// Takes away.
            public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
            /// Multiplies.
            public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

            /// That many seconds.
            public static func seconds(_ value: Int) -> Self { Self(nanoseconds: value * 1_000_000_000) }
            /// That many seconds.
            public static func seconds(_ value: Double) -> Self { Self(nanoseconds: Int((value * 1e9).rounded())) }
            /// That many milliseconds.
            public static func milliseconds(_ value: Int) -> Self { Self(nanoseconds: value * 1_000_000) }
            /// That many microseconds.
            public static func microseconds(_ value: Int) -> Self { Self(nanoseconds: value * 1000) }
            /// That many nanoseconds.
            public static func nanoseconds(_ value: Int) -> Self { Self(nanoseconds: value) }
        }
    }
}
