/// A publisher that replays recorded values and a recorded completion.
///
/// ```swift
/// let record = Record<Int, CancellationError>(output: [1, 2], completion: .failure(CancellationError()))
/// _ = record.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
/// // prints 1, 2, failure(Swift.CancellationError())
/// ```
public struct Record<Output: Sendable, Failure: Error>: Publisher {
    /// The recorded values and completion.
    public let recording: Recording

    /// Creates a publisher and records its values.
    ///
    /// - Parameter record: The closure that adds values and a completion to the recording.
    public init(record: (inout Recording) -> Void) {
        var recording = Recording()
        record(&recording)
        self.init(recording: recording)
    }

    /// Creates a publisher of a recording.
    ///
    /// - Parameter recording: The recorded values and completion.
    public init(recording: Recording) { self.recording = recording }

    /// Creates a publisher of an array of values and a completion.
    ///
    /// - Parameters:
    ///   - output: The values.
    ///   - completion: The completion after the last value.
    public init(output: [Output], completion: Subscribers.Completion<Failure>) {
        self.init(recording: Recording(output: output, completion: completion))
    }

    /// Attaches `subscriber`, publishes the values as they are demanded, and then completes.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let values = Publishers.Sequence<[Output], Failure>(sequence: recording.output)
        switch recording.completion {
        case .finished: values.receive(subscriber: subscriber)
        case .failure(let failure): values.append(Fail(error: failure)).receive(subscriber: subscriber)
        }
    }

    /// A sequence of values followed by a completion.
    public struct Recording: Sendable {
        /// The type of the recorded values.
        public typealias Input = Output

        /// The recorded values.
        public private(set) var output: [Output]
        /// The recorded completion; `.finished` by default.
        public private(set) var completion: Subscribers.Completion<Failure>
        // Decoding uses the initial value: a decoded recording is complete.
        private var isOver = true

        /// Creates an empty recording.
        public init() { (output, completion, isOver) = ([], .finished, false) }

        /// Creates a complete recording.
        ///
        /// - Parameters:
        ///   - output: The values.
        ///   - completion: The completion after the last value; `.finished` by default.
        public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
            self.output = output
            self.completion = completion
        }

        /// Adds a value.
        ///
        /// - Precondition: No completion has been recorded.
        /// - Parameter input: The value.
        public mutating func receive(_ input: Output) {
            precondition(!isOver, "the recording has ended")
            output.append(input)
        }

        /// Records the completion.
        ///
        /// - Precondition: No completion has been recorded.
        /// - Parameter completion: The completion.
        public mutating func receive(completion: Subscribers.Completion<Failure>) {
            precondition(!isOver, "the recording has ended")
            self.completion = completion
            isOver = true
        }
    }
}

extension Record: Codable where Output: Codable, Failure: Codable {}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
    private enum CodingKeys: String, CodingKey {
        case output, completion
    }

    /// Encodes the values and the completion.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder, or of encoding a value or the failure.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(output, forKey: .output)
        try container.encode(completion, forKey: .completion)
    }

    /// Encodes the values and the completion: Combine's other name for ``encode(to:)``.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder, or of encoding a value or the failure.
    public func encode(into encoder: any Encoder) throws { try encode(to: encoder) }
}
