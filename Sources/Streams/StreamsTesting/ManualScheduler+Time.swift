public import Streams

extension ManualScheduler {
    /// A moment, in nanoseconds since the creation of the scheduler.
    public struct SchedulerTimeType: Strideable, Hashable, Sendable {
        /// The nanoseconds since the creation of the scheduler.
        public let nanoseconds: Int

        init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

        /// Returns the time to a moment, negative if it is earlier; see `Strideable`, whose parameters are the same.
        public func distance(to other: Self) -> Stride {
            .nanoseconds(Int(clamping: Int128(other.nanoseconds) - Int128(nanoseconds)))
        }
        /// Returns the moment that is a length of time later; see `Strideable`, whose parameters are the same.
        public func advanced(by stride: Stride) -> Self {
            Self(nanoseconds: Int(clamping: Int128(nanoseconds) + Int128(stride.magnitude)))
        }

        /// A length of time in nanoseconds; a result that is too great or too small becomes the longest or shortest
        /// one.
        public struct Stride: _NanosecondStride {
            /// The length in nanoseconds.
            public var magnitude: Int

            private init(nanoseconds: Int) { magnitude = nanoseconds }

            /// Returns a length of time in nanoseconds.
            ///
            /// - Parameter value: The number of nanoseconds.
            /// - Returns: The length of time.
            public static func nanoseconds(_ value: Int) -> Self { Self(nanoseconds: value) }
        }
    }
}
