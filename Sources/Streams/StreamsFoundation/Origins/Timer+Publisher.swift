public import Foundation
public import Streams

extension Timer {
    /// A publisher of the date, again and again.
    ///
    /// - Parameters:
    ///   - interval: The time from one value to the next, in seconds.
    ///   - tolerance: By how much a value may be late.
    ///   - runLoop: Where the timer runs.
    ///   - mode: When the timer runs.
    ///   - options: Not used.
    /// - Returns: A publisher that starts when it is connected; each value goes to whoever demands one at that moment.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
        options: RunLoop.SchedulerOptions? = nil
    ) -> TimerPublisher {
        TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
    }

    /// Gives the date again and again, once it is connected.
    public final class TimerPublisher: ConnectablePublisher, @unchecked Sendable {  // immutable
        /// A date.
        public typealias Output = Date
        /// It cannot fail.
        public typealias Failure = Never

        /// The time from one value to the next, in seconds.
        public let interval: TimeInterval
        /// By how much a value may be late.
        public let tolerance: TimeInterval?
        /// Where the timer runs.
        public let runLoop: RunLoop
        /// When the timer runs.
        public let mode: RunLoop.Mode
        /// Not used.
        public let options: RunLoop.SchedulerOptions?
        private let subject = PassthroughSubject<Date, Never>()

        /// Makes a publisher of the date.
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
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
            subject.receive(subscriber: subscriber)
        }

        /// Starts the timer.
        public func connect() -> any Cancellable {
            let subject = subject
            nonisolated(unsafe) let timer = Timer(timeInterval: interval, repeats: true) { _ in subject.send(Date()) }
            if let tolerance { timer.tolerance = tolerance }
            runLoop.add(timer, forMode: mode)
            return AnyCancellable { timer.invalidate() }
        }
    }
}
