/// A type that encodes values into one format.
public protocol TopLevelEncoder {
    /// The type of the encoded form, such as `Data`.
    associatedtype Output

    /// Encodes a value.
    ///
    /// - Parameter value: The value to encode.
    /// - Returns: The encoded form of `value`.
    /// - Throws: The encoder's error if `value` cannot be encoded, such as an `EncodingError`.
    func encode<T: Encodable>(_ value: T) throws -> Output
}

/// A type that decodes values from one format.
public protocol TopLevelDecoder {
    /// The type of the encoded form, such as `Data`.
    associatedtype Input

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type of the value to decode.
    ///   - input: The encoded form.
    /// - Returns: The decoded value.
    /// - Throws: The decoder's error if `input` does not contain a value of `type`, such as a `DecodingError`.
    func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}

extension Publisher where Output: Encodable {
    /// Encodes each value with an encoder.
    ///
    /// <!-- swift: import Foundation
    /// import StreamsFoundation -->
    ///
    /// ```swift
    /// _ = Just(["name": "Ada"])
    ///     .encode(encoder: JSONEncoder())
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print(String(decoding: $0, as: UTF8.self)) })
    /// // prints {"name":"Ada"}, finished
    /// ```
    ///
    /// - Parameter encoder: The encoder. Do not change its settings after this call: each value is encoded on the
    ///   thread that publishes it.
    /// - Returns: A publisher of the encoded values that fails with the error that the encoder throws.
    @preconcurrency
    public func encode<Coder: TopLevelEncoder & Sendable>(
        encoder: Coder
    ) -> Publishers.Encode<Self, Coder> where Coder.Output: Sendable {
        Publishers.Encode(upstream: self, encoder: encoder)
    }
}

extension Publisher {
    /// Decodes each value with a decoder.
    ///
    /// <!-- swift: import Foundation
    /// import StreamsFoundation -->
    ///
    /// ```swift
    /// _ = Just(Data(#"{"name": "Ada"}"#.utf8))
    ///     .decode(type: [String: String].self, decoder: JSONDecoder())
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0["name"] ?? "") })
    /// // prints Ada, finished
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the values to decode.
    ///   - decoder: The decoder. Do not change its settings after this call: each value is decoded on the thread that
    ///     publishes it.
    /// - Returns: A publisher of the decoded values that fails with the error that the decoder throws.
    @preconcurrency
    public func decode<Item: Decodable & Sendable, Coder: TopLevelDecoder & Sendable>(
        type: Item.Type, decoder: Coder
    ) -> Publishers.Decode<Self, Item, Coder> where Coder.Input == Output {
        Publishers.Decode(upstream: self, decoder: decoder)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/encode(encoder:)``.
    public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder & Sendable>: _StepOperator
    where Upstream.Output: Encodable, Coder.Output: Sendable {
        /// The type of the published values.
        public typealias Output = Coder.Output
        /// The type of the failure: the upstream failure, or the error that the encoder throws.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// The encoder of the values.
        let encoder: Coder

        /// Creates the publisher behind ``Publisher/encode(encoder:)`` of `upstream`, whose parameters are the same.
        public init(upstream: Upstream, encoder: Coder) {
            self.upstream = upstream
            self.encoder = encoder
        }

        /// Creates the step of one subscription.
        public func _makeStep() -> _Work { _Work(encoder: encoder) }
    }

    /// The publisher behind ``Publisher/decode(type:decoder:)``.
    public struct Decode<Upstream: Publisher, Output: Decodable & Sendable, Coder: TopLevelDecoder & Sendable>:
        _StepOperator
    where Upstream.Output == Coder.Input {
        /// The type of the failure: the upstream failure, or the error that the decoder throws.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// The decoder of the values.
        let decoder: Coder

        /// Creates a publisher of the values decoded from the values of `upstream`; see
        /// ``Publisher/decode(type:decoder:)``, whose parameters are the same.
        public init(upstream: Upstream, decoder: Coder) {
            self.upstream = upstream
            self.decoder = decoder
        }

        /// Creates the step of one subscription.
        public func _makeStep() -> _Work { _Work(decoder: decoder) }
    }
}

extension Publishers.Encode {
    /// The step that a subscription applies to each value.
    public struct _Work: Publishers._Step {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure

        let encoder: Coder

        /// Encodes a value.
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do { return .pass(try encoder.encode(input)) } catch { return .fail(error) }
        }
    }
}

extension Publishers.Decode {
    /// The step that a subscription applies to each value.
    public struct _Work: Publishers._Step {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure

        let decoder: Coder

        /// Decodes a value.
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do { return .pass(try decoder.decode(Output.self, from: input)) } catch { return .fail(error) }
        }
    }
}
