public import Foundation
public import Streams
import Synchronization

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
    public final class TimerPublisher: ConnectablePublisher, @unchecked Sendable {  // immutable properties and a Mutex
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
        private let subject = PassthroughSubject<Date, Never>(name: "Timer")
        /// The closure that stops the running timer, which every token of `connect()` calls.
        private let stop = Mutex<(@Sendable () -> Void)?>(nil)

        /// Creates the publisher behind `publish(every:tolerance:on:in:options:)`, whose parameters are the same.
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

        /// Attaches `subscriber`; see `Publisher`, whose parameters are the same.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
            subject.receive(subscriber: subscriber)
        }

        /// Starts the timer, unless it runs already.
        ///
        /// - Returns: A token that stops the timer when it is cancelled; the timer runs on when the token is released.
        public func connect() -> any Cancellable {
            let subject = subject
            stop.withLock { stop in
                guard stop == nil else { return }
                let timer = Timer(timeInterval: interval, repeats: true) { _ in subject.send(Date()) }
                if let tolerance { timer.tolerance = tolerance }
                runLoop.add(timer, forMode: mode)
                nonisolated(unsafe) let running = timer  // any thread may invalidate it
                stop = { running.invalidate() }
            }
            return ClosureCancellable { self.stop.withLock { $0.take() }?() }
        }
    }
}
