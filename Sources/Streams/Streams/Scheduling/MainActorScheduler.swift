/// A scheduler that runs actions on the main actor, so that they may update a user interface.
///
/// ``Publisher/sinkOnMainActor(receiveValue:)`` takes closures that are `@MainActor`.
public struct MainActorScheduler: Scheduler {
    /// The type of the options: there are none.
    public typealias SchedulerOptions = Never

    /// Creates the scheduler; all instances are equivalent.
    public init() {}

    /// The current moment.
    public var now: SchedulerTimeType { SchedulerTimeType(instant: .now) }
    /// The smallest tolerance that this scheduler accepts: zero.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action` on the main actor; see ``Scheduler``, whose parameters are the same.
    @preconcurrency
    public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
        Task { @MainActor in action() }
    }

    /// Runs `action` on the main actor at a later moment; see ``Scheduler``, whose parameters are the same.
    @preconcurrency
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping @Sendable () -> Void
    ) {
        Task { @MainActor in
            try? await Task.sleep(until: date.instant, tolerance: tolerance.duration, clock: .continuous)
            action()
        }
    }

    /// Runs `action` on the main actor at a later moment; see ``Scheduler``, whose parameters are the same.
    ///
    /// - Returns: A token that removes the action when it is cancelled or deallocated.
    public func _scheduleOnce(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping @Sendable () -> Void
    ) -> (any Cancellable)? {
        let task = Task { @MainActor in
            try? await Task.sleep(until: date.instant, tolerance: tolerance.duration, clock: .continuous)
            if !Task.isCancelled { action() }
        }
        return AnyCancellable { task.cancel() }
    }

    /// Runs `action` on the main actor repeatedly; see ``Scheduler``, whose parameters are the same.
    ///
    /// If the main actor was busy at several moments, `action` runs once for them; the later moments stay as they were.
    /// An interval that is not positive counts as one nanosecond.
    ///
    /// - Returns: A token that stops the repetition when it is cancelled or deallocated.
    @preconcurrency
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        let task = Task { @MainActor in
            var next = date
            while !Task.isCancelled {
                try? await Task.sleep(until: next.instant, tolerance: tolerance.duration, clock: .continuous)
                if Task.isCancelled { return }
                next = next.following(now, every: interval)
                action()
            }
        }
        return AnyCancellable { task.cancel() }
    }
}

extension Scheduler where Self == MainActorScheduler {
    /// A scheduler that runs actions on the main actor.
    public static var mainActor: MainActorScheduler { MainActorScheduler() }
}

extension MainActorScheduler {
    /// A moment of the continuous clock.
    public struct SchedulerTimeType: Strideable, Sendable {
        let instant: ContinuousClock.Instant

        /// Returns the time to a moment, negative if it is earlier; see `Strideable`, whose parameters are the same.
        public func distance(to other: Self) -> Stride { Stride(duration: instant.duration(to: other.instant)) }
        /// Returns the moment that is a length of time later; see `Strideable`, whose parameters are the same.
        public func advanced(by stride: Stride) -> Self { Self(instant: instant.advanced(by: stride.duration)) }

        /// Returns the first moment after `now` that is one or more intervals later than this moment.
        func following(_ now: Self, every interval: Stride) -> Self {
            let length = max(interval.duration, .nanoseconds(1)).attoseconds
            let missed = max(0, distance(to: now).duration.attoseconds / length)
            return advanced(by: Stride(duration: Duration(attoseconds: (missed + 1) * length)))
        }

        /// A length of time.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
            Sendable
        {
            /// The length.
            public let duration: Duration

            /// Creates a length of time.
            ///
            /// - Parameter duration: The length.
            public init(duration: Duration) { self.duration = duration }
            /// Creates a length of time from a number of seconds.
            ///
            /// - Parameter value: The number of seconds.
            public init(integerLiteral value: Int) { duration = .seconds(value) }
            /// Creates a length of time; see ``init(integerLiteral:)``, whose parameters are the same.
            public init(floatLiteral value: Double) { duration = .seconds(value) }
            /// Creates a length of time from a number of seconds, as a literal does; `nil` if the number does not fit.
            ///
            /// - Parameter source: The number of seconds.
            public init?(exactly source: some BinaryInteger) {
                guard let value = Int64(exactly: source) else { return nil }
                duration = .seconds(value)
            }

            /// The length without its sign.
            public var magnitude: Self { duration < .zero ? Self(duration: .zero - duration) : self }
            private var seconds: Double { duration / .seconds(1) }

            /// Whether one length of time is shorter than another.
            public static func < (lhs: Self, rhs: Self) -> Bool { lhs.duration < rhs.duration }
            /// Returns the sum of two lengths of time.
            public static func + (lhs: Self, rhs: Self) -> Self { Self(duration: lhs.duration + rhs.duration) }
            /// Returns the difference between two lengths of time.
            public static func - (lhs: Self, rhs: Self) -> Self { Self(duration: lhs.duration - rhs.duration) }
            /// Returns the product of two lengths of time, both taken as numbers of seconds.
            public static func * (lhs: Self, rhs: Self) -> Self { Self(duration: lhs.duration * rhs.seconds) }
            /// Adds a length of time to another.
            public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
            /// Subtracts a length of time from another.
            public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
            /// Multiplies a length of time by another, both taken as numbers of seconds.
            public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

            /// A length in seconds; see ``SchedulerTimeIntervalConvertible``, whose parameters are the same.
            public static func seconds(_ value: Int) -> Self { Self(duration: .seconds(value)) }
            /// A length in seconds; see ``SchedulerTimeIntervalConvertible``, whose parameters are the same.
            public static func seconds(_ value: Double) -> Self { Self(duration: .seconds(value)) }
            /// A length in milliseconds; see ``SchedulerTimeIntervalConvertible``, whose parameters are the same.
            public static func milliseconds(_ value: Int) -> Self { Self(duration: .milliseconds(value)) }
            /// A length in microseconds; see ``SchedulerTimeIntervalConvertible``, whose parameters are the same.
            public static func microseconds(_ value: Int) -> Self { Self(duration: .microseconds(value)) }
            /// A length in nanoseconds; see ``SchedulerTimeIntervalConvertible``, whose parameters are the same.
            public static func nanoseconds(_ value: Int) -> Self { Self(duration: .nanoseconds(value)) }
        }
    }
}
