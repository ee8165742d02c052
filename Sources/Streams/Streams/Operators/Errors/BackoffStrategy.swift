extension Publishers {
    /// The strategy by which a retry determines the delay before each new attempt.
    public struct BackoffStrategy: Sendable, Hashable {
        private let initial: Duration
        private let maximum: Duration
        private let factor: Double
        private let jitter: ClosedRange<Double>

        /// Returns a strategy whose delays grow by a factor with each retry, up to a maximum.
        ///
        /// Each delay is multiplied by a random number, so that many clients that fail at the same moment do not retry
        /// at the same moment.
        ///
        /// - Precondition: `initial` is neither negative nor longer than `maximum`, `factor` is at least 1, and
        ///   `jitter` is within 0 and 1.
        /// - Parameters:
        ///   - initial: The delay before the first retry, without jitter.
        ///   - maximum: The longest delay; later retries keep this delay.
        ///   - factor: The quotient of a delay and the previous one, without jitter; 2 by default.
        ///   - jitter: The range of the random number that each delay is multiplied by; 0.5 to 1 by default. `1...1`
        ///     does not change the delays.
        /// - Returns: The strategy.
        public static func exponential(
            from initial: Duration, to maximum: Duration, factor: Double = 2, jitter: ClosedRange<Double> = 0.5...1
        ) -> Self {
            precondition(initial >= .zero, "a delay must not be negative")
            precondition(initial <= maximum, "the first delay must not be longer than the maximum")
            precondition(factor >= 1, "the factor must be at least 1")
            precondition(jitter.lowerBound >= 0 && jitter.upperBound <= 1, "jitter must be within 0 and 1")
            return Self(initial: initial, maximum: maximum, factor: factor, jitter: jitter)
        }

        /// Returns the delay before a retry, in seconds, with jitter; `retry` is counted from 0.
        func seconds(before retry: Int) -> Double {
            let longest = maximum / .seconds(1)
            var delay = initial / .seconds(1)
            var left = factor > 1 && delay > 0 ? retry : 0
            while left > 0, delay < longest {
                delay *= factor
                left -= 1
            }
            return min(delay, longest) * Double.random(in: jitter)
        }
    }
}
