extension Publishers {
    /// What an operator makes of one value.
    @frozen
    public enum StepResult<Output: Sendable, Failure: Error>: Sendable {
        /// This goes on downstream.
        case pass(Output)
        /// Nothing goes on.
        case skip
        /// This goes on, and it is the last.
        case last(Output)
        /// Nothing goes on any more.
        case finish
        /// It cannot go on.
        case fail(Failure)
    }

    /// The work of an operator, value by value: what a publisher would do if there were no threads, demand or cancellation.
    ///
    /// An operator is a step and a publisher that carries it, see ``StepOperator``. The carrier calls a step one value at a
    /// time, so that a step is a plain struct which is read and tested without a thread.
    public protocol Step<Input, Output>: Sendable {
        /// What comes in.
        associatedtype Input: Sendable
        /// How upstream may fail.
        associatedtype InputFailure: Error
        /// What goes on.
        associatedtype Output: Sendable
        /// How downstream may see it fail.
        associatedtype Failure: Error

        /// Whether nothing goes on from the start, as in a prefix of none.
        var isOver: Bool { get }

        /// Makes something of a value.
        ///
        /// - Parameter input: The value.
        /// - Returns: What goes on.
        mutating func take(_ input: Input) -> StepResult<Output, Failure>

        /// Makes something of the end.
        ///
        /// - Parameter completion: How upstream ended.
        /// - Returns: How downstream sees it end.
        mutating func end(_ completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<Failure>
    }

    /// A step without state.
    ///
    /// It is called in place: a copy would retain and release its closure for each value.
    public protocol StatelessStep: Step {
        /// Handles a value.
        ///
        /// - Parameter input: The upstream value.
        /// - Returns: The value to publish, if there is one.
        func take(_ input: Input) -> StepResult<Output, Failure>

        /// Handles the completion.
        ///
        /// - Parameter completion: The upstream completion.
        /// - Returns: The completion to publish.
        func end(_ completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<Failure>
    }

    /// A step that makes something of all values together, and gives it at the end.
    public protocol GatheringStep<Input, Output>: Step {
        /// What was made of the values; asked for at a good end. `nil` gives nothing.
        mutating func result() -> Output?
    }
}

extension Publishers.Step {
    /// `false`.
    @inlinable public var isOver: Bool { false }
}

extension Publishers.Step where InputFailure == Failure {
    /// The end, unchanged.
    @inlinable @inline(__always)
    public func end(_ completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<Failure> {
        completion
    }
}

extension Publishers.Step where Failure == any Error {
    /// The end, with the type of its failure forgotten.
    @inlinable @inline(__always)
    public func end(_ completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<any Error> {
        completion.mapError { $0 }
    }
}

extension Publishers.Step where InputFailure == Failure, Failure == any Error {
    /// The end, unchanged.
    @inlinable @inline(__always)
    public func end(_ completion: Subscribers.Completion<any Error>) -> Subscribers.Completion<any Error> {
        completion
    }
}
