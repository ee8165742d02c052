public import Foundation

extension OperationQueue {
    /// A date, as the moment type of operation queues.
    public struct SchedulerTimeType: Strideable, Hashable, Codable, Sendable {
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
        public struct Stride: _DateStride {
            /// The length in seconds.
            public var magnitude: TimeInterval

            /// Creates a length of time.
            ///
            /// - Parameter timeInterval: The length in seconds.
            public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
        }
    }
}
