extension Publisher {
    /// Stops the program when this publisher fails: for what must not happen.
    ///
    /// - Parameters:
    ///   - prefix: What is printed before the failure.
    ///   - file: Where this is written.
    ///   - line: Where this is written.
    /// - Returns: A publisher that cannot fail.
    @inlinable @inline(__always)
    public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> Publishers.AssertNoFailure<Self> {
        Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/assertNoFailure(_:file:line:)``.
    @frozen
    public struct AssertNoFailure<Upstream: Publisher>: StatelessOperator {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// How it may fail.
        public typealias Failure = Never

        /// Where the values come from.
        public let upstream: Upstream
        /// What is printed before the failure.
        public let prefix: String
        /// Where the assertion is written.
        public let file: StaticString
        /// Where the assertion is written.
        public let line: UInt

        /// Works on the values of `upstream`.
        @inlinable @inline(__always)
        public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
            self.upstream = upstream
            self.prefix = prefix
            self.file = file
            self.line = line
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(prefix: prefix, file: file, line: line) }
    }
}

extension Publishers.AssertNoFailure {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.Step {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Never

        @usableFromInline let prefix: String
        @usableFromInline let file: StaticString
        @usableFromInline let line: UInt

        @inlinable @inline(__always)
        init(prefix: String, file: StaticString, line: UInt) {
            self.prefix = prefix
            self.file = file
            self.line = line
        }

        /// Passes on `input`.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            .pass(input)
        }

        /// The end, as downstream sees it.
        @inlinable @inline(__always)
        public mutating func end(
            _ completion: Subscribers.Completion<InputFailure>
        ) -> Subscribers.Completion<Failure> {
            switch completion {
            case .finished: .finished
            case .failure(let failure): fatalError("\(prefix)\(failure)", file: file, line: line)
            }
        }
    }
}

extension Publishers.AssertNoFailure: SynchronousPublisher where Upstream: SynchronousPublisher {}
