extension Publishers {
    /// The result of a step for one value.
    @frozen
    public enum _StepResult<Output: Sendable, Failure: Error>: Sendable {
        /// Publishes this value.
        case pass(Output)
        /// Publishes nothing.
        case skip
        /// Publishes this value and finishes.
        case last(Output)
        /// Finishes without another value, except for the result of a `_GatheringStep`.
        case finish
        /// Fails.
        case fail(Failure)
    }

    /// The work of an operator for each value, independent of threads, demand and cancellation: a transducer.
    ///
    /// An operator consists of a step and a publisher that runs it, see `_StepOperator`. A step is called for one
    /// value at a time, so it is a plain struct that can be tested without threads.
    public protocol _Step<Input, Output>: Sendable {
        /// The type of the upstream values.
        associatedtype Input: Sendable
        /// The type of the published values.
        associatedtype Output: Sendable
        /// The type of the failure.
        associatedtype Failure: Error
        /// The type of the upstream publisher's failure; the same as `Failure` by default.
        associatedtype InputFailure: Error = Failure

        /// Whether the operator needs no upstream value, as a prefix of zero values does.
        var isOver: Bool { get }

        /// Processes an upstream value.
        ///
        /// - Parameter input: The upstream value.
        /// - Returns: The result, which the operator publishes.
        mutating func take(_ input: Input) -> _StepResult<Output, Failure>

        /// Converts the upstream completion.
        ///
        /// - Parameter completion: The upstream completion.
        /// - Returns: The completion for downstream.
        mutating func end(_ completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<Failure>
    }

    /// A step without state.
    ///
    /// A subscription calls it in place: a copy would retain and release its closure for each value.
    public protocol _StatelessStep: _Step {
        /// Processes an upstream value; see `_Step`, whose parameters are the same.
        func take(_ input: Input) -> _StepResult<Output, Failure>

        /// Converts the upstream completion; see `_Step`, whose parameters are the same.
        func end(_ completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<Failure>
    }

    /// A step that computes one result from all values.
    public protocol _GatheringStep<Input, Output>: _Step {
        /// Returns the result after upstream or the step has finished.
        ///
        /// - Returns: The value to publish; `nil` to finish without a value.
        mutating func result() -> Output?
    }
}

extension Publishers._GatheringStep {
    /// Returns no result: the default implementation, for a step that publishes one of the values.
    @_alwaysEmitIntoClient @inline(__always)
    public func result() -> Output? { nil }
}

extension Publishers._Step {
    /// Whether the operator needs no upstream value: `false` unless the step says otherwise.
    @_alwaysEmitIntoClient public var isOver: Bool { false }
}

extension Publishers._Step where InputFailure == Failure {
    /// The default implementation, which returns the completion unchanged.
    @_alwaysEmitIntoClient @inline(__always)
    public func end(_ completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<Failure> {
        completion
    }
}

extension Publishers._Step where Failure == any Error {
    /// The default implementation, which returns the completion with the type of its failure erased.
    @_alwaysEmitIntoClient @inline(__always)
    public func end(_ completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<any Error> {
        completion.mapError { $0 }
    }
}

extension Publishers._Step where InputFailure == Failure, Failure == any Error {
    /// The default implementation, which returns the completion unchanged.
    @_alwaysEmitIntoClient @inline(__always)
    public func end(_ completion: Subscribers.Completion<any Error>) -> Subscribers.Completion<any Error> { completion }
}
