extension Publisher {
    /// Stops the program with a fatal error when the upstream publisher fails, and publishes its values unchanged.
    ///
    /// Use it for publishers whose failure would be a programming error.
    ///
    /// ```swift
    /// _ = Result<Int, CancellationError>.success(1).publisher
    ///     .assertNoFailure("the result was checked before")
    ///     .sink { print($0) }
    /// // prints 1
    /// ```
    ///
    /// - Parameters:
    ///   - prefix: Text to print before the failure; empty by default.
    ///   - file: The file that the fatal error names; the caller's by default.
    ///   - line: The line that the fatal error names; the caller's by default.
    /// - Returns: A publisher of the same values that never fails.
    @_alwaysEmitIntoClient @inline(__always)
    public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> Publishers.AssertNoFailure<Self> {
        Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/assertNoFailure(_:file:line:)``.
    @frozen
    public struct AssertNoFailure<Upstream: Publisher>: _StatelessOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure; this publisher never fails.
        public typealias Failure = Never

        /// The upstream publisher.
        public let upstream: Upstream
        /// The text to print before the failure.
        public let prefix: String
        /// The file that the fatal error names.
        public let file: StaticString
        /// The line that the fatal error names.
        public let line: UInt

        /// Creates a publisher that stops the program when `upstream` fails; see
        /// ``Publisher/assertNoFailure(_:file:line:)``, whose parameters are the same.
        @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
            self.upstream = upstream
            self.prefix = prefix
            self.file = file
            self.line = line
        }

        /// Creates the step of one subscription, which stops the program instead of transforming the failure.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> MapError<Upstream, Never>._Work {
            MapError._Work { [prefix, file, line] in fatalError("\(prefix)\($0)", file: file, line: line) }
        }
    }
}

extension Publishers.AssertNoFailure: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
