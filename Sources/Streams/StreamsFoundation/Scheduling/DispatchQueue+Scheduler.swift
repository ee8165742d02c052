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

    /// Runs `action` on the queue as soon as possible; see `Scheduler`, whose parameters are the same.
    @preconcurrency
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        if let options {
            async(group: options.group, qos: options.qos, flags: options.flags, execute: action)
        } else {
            async(execute: action)
        }
    }

    /// Runs `action` on the queue at a later moment; see `Scheduler`, whose parameters are the same. The tolerance is
    /// ignored.
    @preconcurrency
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        let item = DispatchWorkItem(qos: options?.qos ?? .unspecified, flags: options?.flags ?? [], block: action)
        asyncAfter(deadline: date.dispatchTime, execute: item)
    }

    /// Runs `action` on the queue repeatedly; see `Scheduler`, whose parameters are the same.
    ///
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

    /// Runs `action` on the queue at a later moment; see `Scheduler`, whose parameters are the same.
    ///
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

        /// Returns the moment that is a length of time later; see `Strideable`, whose parameters are the same.
        public func advanced(by stride: Stride) -> Self { Self(dispatchTime + stride.timeInterval) }

        /// Whether a moment is earlier than another.
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
    public struct Stride: _NanosecondStride, Codable {
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

        /// Returns a length of time in nanoseconds.
        ///
        /// - Parameter value: The number of nanoseconds.
        /// - Returns: The length of time.
        public static func nanoseconds(_ value: Int) -> Self { Self(nanoseconds: value) }
    }
}
