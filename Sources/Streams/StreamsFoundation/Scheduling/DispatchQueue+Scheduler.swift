public import Foundation
public import Streams

extension DispatchQueue: Scheduler {
    /// How an action is to run on a queue.
    public struct SchedulerOptions: @unchecked Sendable {  // flags are an option set of a number
        /// How urgent it is.
        public var qos: DispatchQoS
        /// What else a work item can say.
        public var flags: DispatchWorkItemFlags
        /// The group that it belongs to.
        public var group: DispatchGroup?

        /// Makes options.
        ///
        /// - Parameters:
        ///   - qos: How urgent it is.
        ///   - flags: What else a work item can say.
        ///   - group: The group that it belongs to.
        public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
            self.qos = qos
            self.flags = flags
            self.group = group
        }
    }

    /// This moment.
    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action` on the queue.
    @preconcurrency
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        if let options {
            async(group: options.group, qos: options.qos, flags: options.flags, execute: action)
        } else {
            async(execute: action)
        }
    }

    /// Runs `action` on the queue at a later moment.
    @preconcurrency
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        let item = DispatchWorkItem(qos: options?.qos ?? .unspecified, flags: options?.flags ?? [], block: action)
        asyncAfter(deadline: date.dispatchTime, execute: item)
    }

    /// Runs `action` on the queue at a later moment, and then again and again until it is cancelled.
    @preconcurrency
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: self)
        timer.schedule(
            deadline: date.dispatchTime, repeating: interval.timeInterval, leeway: tolerance.timeInterval)
        timer.setEventHandler(
            qos: options?.qos ?? .unspecified, flags: options?.flags ?? [], handler: action)
        timer.activate()
        return AnyCancellable { timer.cancel() }
    }
}

extension DispatchQueue {
    /// A moment, as queues count time.
    public struct SchedulerTimeType: Strideable, Hashable, Codable, Sendable {
        /// The moment.
        public var dispatchTime: DispatchTime

        /// Makes a moment.
        ///
        /// - Parameter time: The moment.
        public init(_ time: DispatchTime) { dispatchTime = time }

        /// The time from this moment to another.
        public func distance(to other: Self) -> Stride {
            let (from, to) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
            return .nanoseconds(to >= from ? Int(to - from) : -Int(from - to))
        }

        /// The moment that much later.
        public func advanced(by stride: Stride) -> Self { Self(dispatchTime + stride.timeInterval) }

        /// Whether the first comes earlier.
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.dispatchTime < rhs.dispatchTime }

        /// Hashes the moment.
        public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.rawValue) }

        /// Reads the nanoseconds.
        ///
        /// - Parameter decoder: What to read from.
        /// - Throws: What the decoder throws.
        public init(from decoder: any Decoder) throws {
            self.init(DispatchTime(uptimeNanoseconds: try decoder.singleValueContainer().decode(UInt64.self)))
        }

        /// Writes the nanoseconds.
        ///
        /// - Parameter encoder: What to write to.
        /// - Throws: What the encoder throws.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(dispatchTime.uptimeNanoseconds)
        }
    }
}

extension DispatchQueue.SchedulerTimeType {
    /// A length of time in nanoseconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
        Hashable, Codable, Sendable
    {
        /// The length in nanoseconds.
        public var magnitude: Int

        /// The length as queues say it.
        public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

        /// Makes a length of time; `never` is the longest there is.
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
        public static func seconds(_ value: Int) -> Self { clamped(value, times: 1_000_000_000) }
        /// That many seconds.
        public static func seconds(_ value: Double) -> Self {
            Self(nanoseconds: Int(exactly: (value * 1e9).rounded()) ?? (value < 0 ? .min : .max))
        }
        /// That many milliseconds.
        public static func milliseconds(_ value: Int) -> Self { clamped(value, times: 1_000_000) }
        /// That many microseconds.
        public static func microseconds(_ value: Int) -> Self { clamped(value, times: 1000) }
        /// That many nanoseconds.
        public static func nanoseconds(_ value: Int) -> Self { Self(nanoseconds: value) }

        private static func clamped(_ value: Int, times factor: Int) -> Self {
            let (product, overflow) = value.multipliedReportingOverflow(by: factor)
            return Self(nanoseconds: overflow ? (value < 0 ? .min : .max) : product)
        }
    }
}
