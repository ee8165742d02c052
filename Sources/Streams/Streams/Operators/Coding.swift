/// Something that writes values down in a format.
public protocol TopLevelEncoder {
    /// What it writes to, such as `Data`.
    associatedtype Output

    /// Writes a value down.
    ///
    /// - Parameter value: The value.
    /// - Returns: What was written.
    /// - Throws: What keeps it from being written.
    func encode<T: Encodable>(_ value: T) throws -> Output
}

/// Something that reads values of a format.
public protocol TopLevelDecoder {
    /// What it reads from, such as `Data`.
    associatedtype Input

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - type: What is read.
    ///   - input: What it is read from.
    /// - Returns: The value.
    /// - Throws: What keeps it from being read.
    func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}

extension Publisher where Output: Encodable {
    /// Writes each value down.
    ///
    /// - Parameter encoder: Who writes; it is not to be changed afterwards.
    /// - Returns: A publisher of what was written.
    @preconcurrency
    public func encode<Coder: TopLevelEncoder & Sendable>(
        encoder: Coder
    ) -> Publishers.Encode<Self, Coder> where Coder.Output: Sendable {
        Publishers.Encode(upstream: self, encoder: encoder)
    }
}

extension Publisher {
    /// Reads a value from each.
    ///
    /// - Parameters:
    ///   - type: What is read.
    ///   - decoder: Who reads; it is not to be changed afterwards.
    /// - Returns: A publisher of what was read.
    @preconcurrency
    public func decode<Item: Decodable & Sendable, Coder: TopLevelDecoder & Sendable>(
        type: Item.Type, decoder: Coder
    ) -> Publishers.Decode<Self, Item, Coder> where Coder.Input == Output {
        Publishers.Decode(upstream: self, decoder: decoder)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/encode(encoder:)``.
    public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder & Sendable>: Publisher
    where Upstream.Output: Encodable, Coder.Output: Sendable {
        /// What was written.
        public typealias Output = Coder.Output
        /// The failure of upstream, or of the encoder.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        let encoder: Coder

        /// Works on the values of `upstream`.
        public init(upstream: Upstream, encoder: Coder) {
            self.upstream = upstream
            self.encoder = encoder
        }

        /// Attaches `subscriber` behind the encoder.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
            upstream.tryMap { [encoder] in try encoder.encode($0) }.receive(subscriber: subscriber)
        }
    }

    /// The publisher behind ``Publisher/decode(type:decoder:)``.
    public struct Decode<Upstream: Publisher, Output: Decodable & Sendable, Coder: TopLevelDecoder & Sendable>:
        Publisher
    where Upstream.Output == Coder.Input {
        /// The failure of upstream, or of the decoder.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        let decoder: Coder

        /// Works on the values of `upstream`.
        public init(upstream: Upstream, decoder: Coder) {
            self.upstream = upstream
            self.decoder = decoder
        }

        /// Attaches `subscriber` behind the decoder.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
            upstream.tryMap { [decoder] in try decoder.decode(Output.self, from: $0) }.receive(subscriber: subscriber)
        }
    }
}
