/// Gives values that were written down before, and ends as they did.
public struct Record<Output: Sendable, Failure: Error>: Publisher {
    /// What was written down.
    public let recording: Recording

    /// Writes values down.
    ///
    /// - Parameter record: Writes into the recording.
    public init(record: (inout Recording) -> Void) {
        var recording = Recording()
        record(&recording)
        self.init(recording: recording)
    }

    /// Gives what was written down.
    ///
    /// - Parameter recording: What was written down.
    public init(recording: Recording) { self.recording = recording }

    /// Gives some values and an end.
    ///
    /// - Parameters:
    ///   - output: The values.
    ///   - completion: The end.
    public init(output: [Output], completion: Subscribers.Completion<Failure>) {
        self.init(recording: Recording(output: output, completion: completion))
    }

    /// Gives `subscriber` the values as it demands them, and the end.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let values = Publishers.Sequence<[Output], Failure>(sequence: recording.output)
        switch recording.completion {
        case .finished: values.receive(subscriber: subscriber)
        case .failure(let failure): values.append(Fail(error: failure)).receive(subscriber: subscriber)
        }
    }

    /// Values and an end.
    public struct Recording: Sendable {
        /// A value.
        public typealias Input = Output

        /// The values.
        public private(set) var output: [Output]
        /// The end.
        public private(set) var completion: Subscribers.Completion<Failure>
        private var isOver = false

        /// Makes a recording of nothing.
        public init() { self.init(output: [], completion: .finished, isOver: false) }

        /// Makes a recording that is complete.
        ///
        /// - Parameters:
        ///   - output: The values.
        ///   - completion: The end.
        public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
            self.init(output: output, completion: completion, isOver: true)
        }

        private init(output: [Output], completion: Subscribers.Completion<Failure>, isOver: Bool) {
            self.output = output
            self.completion = completion
            self.isOver = isOver
        }

        /// Writes a value down.
        ///
        /// - Precondition: The end has not been written down.
        /// - Parameter input: The value.
        public mutating func receive(_ input: Output) {
            precondition(!isOver, "the recording has ended")
            output.append(input)
        }

        /// Writes the end down.
        ///
        /// - Precondition: The end has not been written down.
        /// - Parameter completion: The end.
        public mutating func receive(completion: Subscribers.Completion<Failure>) {
            precondition(!isOver, "the recording has ended")
            self.completion = completion
            isOver = true
        }
    }
}

extension Record: Codable where Output: Codable, Failure: Codable {}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
    private enum Key: String, CodingKey {
        case output, completion
    }

    /// Reads the values and the end; nothing can be added to them.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            output: try container.decode([Output].self, forKey: .output),
            completion: try container.decode(Subscribers.Completion<Failure>.self, forKey: .completion))
    }

    /// Writes the values and the end.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(output, forKey: .output)
        try container.encode(completion, forKey: .completion)
    }

    /// Writes the values and the end: another name of ``encode(to:)``, which Combine has.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: What the encoder throws.
    public func encode(into encoder: any Encoder) throws { try encode(to: encoder) }
}
