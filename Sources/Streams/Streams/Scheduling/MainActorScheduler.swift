/// Runs actions on the main actor, where a program may touch what belongs to its user interface.
///
/// ``Publisher/sinkOnMainActor(receiveValue:)`` takes closures that are `@MainActor`.
public struct MainActorScheduler: Scheduler {
    /// There is nothing to say about how an action is to run.
    public typealias SchedulerOptions = Never

    /// Makes the scheduler; all are alike.
    public init() {}

    /// This moment.
    public var now: SchedulerTimeType { SchedulerTimeType(instant: .now) }
    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action` on the main actor.
    @preconcurrency
    public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
        Task { @MainActor in action() }
    }

    /// Runs `action` on the main actor at a later moment.
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

    /// Runs `action` on the main actor at a later moment, and then again and again until it is cancelled.
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
                action()
                next = next.advanced(by: interval)
            }
        }
        return AnyCancellable { task.cancel() }
    }
}

extension Scheduler where Self == MainActorScheduler {
    /// Runs actions on the main actor.
    public static var mainActor: MainActorScheduler { MainActorScheduler() }
}

extension MainActorScheduler {
    /// A moment of the continuous clock.
    public struct SchedulerTimeType: Strideable, Sendable {
        let instant: ContinuousClock.Instant

        /// The time from this moment to another.
        public func distance(to other: Self) -> Stride { Stride(duration: instant.duration(to: other.instant)) }
        /// The moment that much later.
        public func advanced(by stride: Stride) -> Self { Self(instant: instant.advanced(by: stride.duration)) }

        /// A length of time.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
            Sendable
        {
            /// The length.
            public let duration: Duration

            /// Makes a length of time.
            ///
            /// - Parameter duration: The length.
            public init(duration: Duration) { self.duration = duration }
            /// Makes a length of that many seconds.
            public init(integerLiteral value: Int) { duration = .seconds(value) }
            /// Makes a length of that many seconds.
            public init(floatLiteral value: Double) { duration = .seconds(value) }
            /// Makes a length of that many nanoseconds, if the number fits.
            public init?(exactly source: some BinaryInteger) {
                guard let value = Int64(exactly: source) else { return nil }
                duration = .nanoseconds(value)
            }

            /// The length without its sign.
            public var magnitude: Self { duration < .zero ? Self(duration: .zero - duration) : self }
            private var seconds: Double { duration / .seconds(1) }

            /// Whether the first is shorter.
            public static func < (lhs: Self, rhs: Self) -> Bool { lhs.duration < rhs.duration }
            /// Both together.
            public static func + (lhs: Self, rhs: Self) -> Self { Self(duration: lhs.duration + rhs.duration) }
            /// The difference.
            public static func - (lhs: Self, rhs: Self) -> Self { Self(duration: lhs.duration - rhs.duration) }
            /// The product, in seconds.
            public static func * (lhs: Self, rhs: Self) -> Self { Self(duration: lhs.duration * rhs.seconds) }
            /// Adds.
            public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
            /// Takes away.
            public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
            /// Multiplies.
            public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

            /// That many seconds.
            public static func seconds(_ value: Int) -> Self { Self(duration: .seconds(value)) }
            /// That many seconds.
            public static func seconds(_ value: Double) -> Self { Self(duration: .seconds(value)) }
            /// That many milliseconds.
            public static func milliseconds(_ value: Int) -> Self { Self(duration: .milliseconds(value)) }
            /// That many microseconds.
            public static func microseconds(_ value: Int) -> Self { Self(duration: .microseconds(value)) }
            /// That many nanoseconds.
            public static func nanoseconds(_ value: Int) -> Self { Self(duration: .nanoseconds(value)) }
        }
    }
}
