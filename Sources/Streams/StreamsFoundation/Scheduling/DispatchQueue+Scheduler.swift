public import Foundation
public import Streams

extension DispatchQueue: Scheduler {
    /// The options for running an action on a dispatch queue.
    public struct SchedulerOptions: @unchecked Sendable {  // `flags` is a number without references
        /// The quality of service.
        public var qos: DispatchQoS
        /// The flags of the work item.
        public var flags: DispatchWorkItemFlags
        /// The dispatch group of an action that runs as soon as possible; later actions do not join a group.
        public var group: DispatchGroup?

        /// Creates the options.
        ///
        /// - Parameters:
        ///   - qos: The quality of service; unspecified by default.
        ///   - flags: The flags of the work item; none by default.
        ///   - group: The dispatch group of an action that runs as soon as possible; later actions do not join a group.
        public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
            self.qos = qos
            self.flags = flags
            self.group = group
        }
    }

    /// The current moment.
    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
    /// The smallest tolerance that this scheduler accepts: zero.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action` on the queue as soon as possible.
    ///
    /// - Parameters:
    ///   - options: The options for running the action; `nil` uses the queue's defaults.
    ///   - action: The closure to run.
    @preconcurrency
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        if let options {
            async(group: options.group, qos: options.qos, flags: options.flags, execute: action)
        } else {
            async(execute: action)
        }
    }

    /// Runs `action` on the queue at a later moment.
    ///
    /// - Parameters:
    ///   - date: The moment to run at.
    ///   - tolerance: Ignored.
    ///   - options: The options for running the action; `nil` uses the queue's defaults.
    ///   - action: The closure to run.
    @preconcurrency
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        let item = DispatchWorkItem(qos: options?.qos ?? .unspecified, flags: options?.flags ?? [], block: action)
        asyncAfter(deadline: date.dispatchTime, execute: item)
    }

    /// Runs `action` on the queue at a later moment, and then repeatedly until it is cancelled.
    ///
    /// - Parameters:
    ///   - date: The moment of the first run.
    ///   - interval: The time between two runs.
    ///   - tolerance: The longest delay of a run that is acceptable.
    ///   - options: The options for running the action; `nil` uses the queue's defaults.
    ///   - action: The closure to run.
    /// - Returns: A token that stops the repetition when it is cancelled or deallocated.
    @preconcurrency
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        timer(options, action) {
            $0.schedule(deadline: date.dispatchTime, repeating: interval.timeInterval, leeway: tolerance.timeInterval)
        }
    }

    /// Runs `action` on the queue at a later moment, unless it is cancelled before.
    ///
    /// - Parameters:
    ///   - date: The moment to run at.
    ///   - tolerance: The longest delay after `date` that is acceptable.
    ///   - options: The options for running the action; `nil` uses the queue's defaults.
    ///   - action: The closure to run.
    /// - Returns: A token that removes the action when it is cancelled or deallocated.
    public func _scheduleOnce(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) -> (any Cancellable)? {
        timer(options, action) { $0.schedule(deadline: date.dispatchTime, leeway: tolerance.timeInterval) }
    }

    private func timer(
        _ options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void,
        _ schedule: (any DispatchSourceTimer) -> Void
    ) -> AnyCancellable {
        nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: self)
        schedule(timer)
        timer.setEventHandler(qos: options?.qos ?? .unspecified, flags: options?.flags ?? [], handler: action)
        timer.activate()
        return AnyCancellable { timer.cancel() }
    }
}

extension DispatchQueue {
    /// A moment of the clock that dispatch queues use.
    public struct SchedulerTimeType: Strideable, Hashable, Codable, Sendable {
        /// The moment.
        public var dispatchTime: DispatchTime

        /// Creates a moment.
        ///
        /// - Parameter time: The moment.
        public init(_ time: DispatchTime) { dispatchTime = time }

        /// Returns the length of time from this moment to another.
        ///
        /// - Parameter other: The other moment.
        /// - Returns: The length of time; negative if `other` is earlier. A length that is too great becomes the
        ///   longest one.
        public func distance(to other: Self) -> Stride {
            let (from, to) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
            return .nanoseconds(to >= from ? Int(clamping: to - from) : -Int(clamping: from - to))
        }

        /// Returns the moment that is a length of time later.
        ///
        /// - Parameter stride: The length of time; a negative one leads to an earlier moment.
        /// - Returns: The moment.
        public func advanced(by stride: Stride) -> Self { Self(dispatchTime + stride.timeInterval) }

        /// Whether a moment is earlier than another.
        ///
        /// - Parameters:
        ///   - lhs: A moment.
        ///   - rhs: Another moment.
        /// - Returns: `true` if `lhs` is earlier.
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.dispatchTime < rhs.dispatchTime }

        /// Hashes the moment.
        ///
        /// - Parameter hasher: The hasher to use.
        public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.rawValue) }

        /// Decodes a moment from its nanoseconds of uptime.
        ///
        /// - Parameter decoder: The decoder to read from.
        /// - Throws: The error of the decoder.
        public init(from decoder: any Decoder) throws {
            self.init(DispatchTime(uptimeNanoseconds: try decoder.singleValueContainer().decode(UInt64.self)))
        }

        /// Encodes the moment as its nanoseconds of uptime.
        ///
        /// - Parameter encoder: The encoder to write to.
        /// - Throws: The error of the encoder.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(dispatchTime.uptimeNanoseconds)
        }
    }
}

extension DispatchQueue.SchedulerTimeType {
    /// A length of time in nanoseconds; a result that is too great or too small becomes the longest or shortest one.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
        Hashable, Codable, Sendable
    {
        /// The length in nanoseconds.
        public var magnitude: Int

        /// The length in the type of dispatch queues.
        public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

        /// Creates a length of time; `never` becomes the longest one.
        ///
        /// - Parameter timeInterval: The length.
        public init(_ timeInterval: DispatchTimeInterval) {
            switch timeInterval {
            case .seconds(let value): self = .seconds(value)
            case .milliseconds(let value): self = .milliseconds(value)
            case .microseconds(let value): self = .microseconds(value)
            case .nanoseconds(let value): self = .nanoseconds(value)
            case .never: magnitude = .max
            @unknown default: magnitude = .max
            }
        }

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
        /// Returns the product of two lengths of time, both taken as numbers of seconds: `.milliseconds(500) * 3` is
        /// 1.5 s.
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
            let (product, overflow) = value.multipliedReportingOverflow(by: factor)
            return Self(nanoseconds: overflow ? (value < 0 ? .min : .max) : product)
        }
    }
}
