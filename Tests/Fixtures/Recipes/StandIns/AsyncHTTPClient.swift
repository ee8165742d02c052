// The declarations of async-http-client that the recipes use; compiled, never run.
public import NIOCore
public import NIOHTTP1

/// A client.
public final class HTTPClient: Sendable {
    /// Sends a request.
    public func execute(_ request: HTTPClientRequest, timeout: TimeAmount) async throws -> HTTPClientResponse {
        throw CancellationError()
    }
}

/// A request.
public struct HTTPClientRequest: Sendable {
    /// The address.
    public var url: String
    /// The method.
    public var method: HTTPMethod = .GET
    /// The header fields.
    public var headers = HTTPHeaders()
    /// The content.
    public var body: Body?

    /// Creates a request.
    public init(url: String) { self.url = url }

    /// The content of a request.
    public struct Body: Sendable {
        /// Returns content in memory.
        public static func bytes<Bytes: RandomAccessCollection & Sendable>(_ bytes: Bytes) -> Body
        where Bytes.Element == UInt8 { Body() }
    }
}

/// A response.
public struct HTTPClientResponse: Sendable {
    /// The status.
    public var status: HTTPResponseStatus = .ok
    /// The header fields.
    public var headers = HTTPHeaders()
    /// The content.
    public var body = Body()

    /// The content of a response.
    public struct Body: Sendable {
        /// Returns the content in one buffer.
        public func collect(upTo maxBytes: Int) async throws -> ByteBuffer { throw CancellationError() }
    }
}
