public import Foundation
public import Streams

extension Timer {
    /// Returns a publisher of the current date at regular intervals.
    ///
    /// - Parameters:
    ///   - interval: The time between two values, in seconds.
    ///   - tolerance: The longest delay of a value that is acceptable, in seconds; `nil` uses the timer's default.
    ///   - runLoop: The run loop of the timer.
    ///   - mode: The mode of the run loop in which the timer runs.
    ///   - options: Ignored, as a run loop has no options.
    /// - Returns: A publisher that never finishes and never fails, and starts at `connect()`; a subscriber misses the
    ///   values for which it has no demand.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
        options: RunLoop.SchedulerOptions? = nil
    ) -> TimerPublisher {
        TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
    }

    /// A publisher of the current date at regular intervals, once it is connected.
    public final class TimerPublisher: ConnectablePublisher, @unchecked Sendable {  // its properties are immutable
        /// The type of the published values.
        public typealias Output = Date
        /// The type of the failure; this publisher never fails.
        public typealias Failure = Never

        /// The time between two values, in seconds.
        public let interval: TimeInterval
        /// The longest delay of a value that is acceptable, in seconds; `nil` uses the timer's default.
        public let tolerance: TimeInterval?
        /// The run loop of the timer.
        public let runLoop: RunLoop
        /// The mode of the run loop in which the timer runs.
        public let mode: RunLoop.Mode
        /// Ignored, as a run loop has no options.
        public let options: RunLoop.SchedulerOptions?
        private let subject = PassthroughSubject<Date, Never>()

        /// Creates a publisher of the current date.
        ///
        /// - Parameters:
        ///   - interval: The time between two values, in seconds.
        ///   - tolerance: The longest delay of a value that is acceptable, in seconds; `nil` uses the timer's default.
        ///   - runLoop: The run loop of the timer.
        ///   - mode: The mode of the run loop in which the timer runs.
        ///   - options: Ignored, as a run loop has no options.
        public init(
            interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
            options: RunLoop.SchedulerOptions? = nil
        ) {
            self.interval = interval
            self.tolerance = tolerance
            self.runLoop = runLoop
            self.mode = mode
            self.options = options
        }

        /// Attaches `subscriber`.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
            subject.receive(subscriber: subscriber)
        }

        /// Starts the timer.
        ///
        /// - Returns: A token that stops the timer when it is cancelled.
        public func connect() -> any Cancellable {
            let subject = subject
            nonisolated(unsafe) let timer = Timer(timeInterval: interval, repeats: true) { _ in subject.send(Date()) }
            if let tolerance { timer.tolerance = tolerance }
            runLoop.add(timer, forMode: mode)
            return AnyCancellable { timer.invalidate() }
        }
    }
}
