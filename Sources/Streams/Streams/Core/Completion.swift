/// How a stream ended.
public typealias Completion<Failure: Error> = Subscribers.Completion<Failure>

extension Subscribers {
    /// How a stream ended.
    @frozen
    public enum Completion<Failure: Error>: Sendable {
        /// There is nothing more to say.
        case finished
        /// It could not go on.
        case failure(Failure)
    }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}

extension Subscribers.Completion {
    /// The same end, said in the words of another failure.
    @inlinable
    func mapError<Other: Error>(_ transform: (Failure) -> Other) -> Subscribers.Completion<Other> {
        switch self {
        case .finished: .finished
        case .failure(let failure): .failure(transform(failure))
        }
    }
}

private enum CompletionKey: String, CodingKey {
    case success, error
}

extension Subscribers.Completion: Decodable where Failure: Decodable {
    /// Reads `{"success": true}`, or `{"success": false, "error": …}`.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CompletionKey.self)
        let success = try container.decode(Bool.self, forKey: .success)
        self = success ? .finished : .failure(try container.decode(Failure.self, forKey: .error))
    }
}

extension Subscribers.Completion: Encodable where Failure: Encodable {
    /// Writes `{"success": true}`, or `{"success": false, "error": …}`.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CompletionKey.self)
        switch self {
        case .finished:
            try container.encode(true, forKey: .success)
        case .failure(let failure):
            try container.encode(false, forKey: .success)
            try container.encode(failure, forKey: .error)
        }
    }
}
