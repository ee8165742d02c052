/// A signal that a publisher has finished or failed.
public typealias Completion<Failure: Error> = Subscribers.Completion<Failure>

extension Subscribers {
    /// A signal that a publisher has finished or failed.
    @frozen
    public enum Completion<Failure: Error>: Sendable {
        /// The publisher finished normally.
        case finished
        /// The publisher failed.
        case failure(Failure)
    }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}

extension Subscribers.Completion {
    /// Returns the same completion with its failure transformed.
    @_alwaysEmitIntoClient
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
    /// Decodes `{"success": true}` or `{"success": false, "error": …}`.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The error of the decoder, or of decoding the failure.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CompletionKey.self)
        let success = try container.decode(Bool.self, forKey: .success)
        self = success ? .finished : .failure(try container.decode(Failure.self, forKey: .error))
    }
}

extension Subscribers.Completion: Encodable where Failure: Encodable {
    /// Encodes `{"success": true}` or `{"success": false, "error": …}`.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder, or of encoding the failure.
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
