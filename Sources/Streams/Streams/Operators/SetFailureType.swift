extension Publisher where Failure == Never {
    /// Says how a publisher may fail that cannot.
    ///
    /// - Parameter failureType: The failure that downstream expects.
    /// - Returns: A publisher of the same values.
    @inlinable @inline(__always)
    public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
        Publishers.SetFailureType(upstream: self)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/setFailureType(to:)``.
    @frozen
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: StatelessOperator
    where Upstream.Failure == Never {
        /// What goes on.
        public typealias Output = Upstream.Output

        /// Where the values come from.
        public let upstream: Upstream

        /// Works on the values of `upstream`.
        @inlinable @inline(__always)
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work() }
    }
}

extension Publishers.SetFailureType {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.Step {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure

        @inlinable @inline(__always)
        init() {
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
            }
        }
    }
}

extension Publishers.SetFailureType: SynchronousPublisher where Upstream: SynchronousPublisher {}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}
