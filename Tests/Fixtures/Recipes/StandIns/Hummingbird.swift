// The declarations of Hummingbird 2 that the recipes use; compiled, never run.
public import HTTPTypes

/// A request.
public struct Request: Sendable {
    /// The method.
    public var method: HTTPRequest.Method
    /// The address.
    public var uri: URI
    /// The header fields.
    public var headers: HTTPFields
}

/// The address of a request.
public struct URI: Sendable {
    /// The address as it was received: the path and the query.
    public var string: String { "" }
}

/// A response.
public struct Response: Sendable {
    /// The header fields.
    public var headers: HTTPFields
}

/// The values of one request.
public protocol RequestContext: Sendable {}

/// A function between requests and a responder.
public protocol MiddlewareProtocol<Input, Output, Context>: Sendable {
    /// The type of a request.
    associatedtype Input
    /// The type of a response.
    associatedtype Output
    /// The type of the values of one request.
    associatedtype Context

    /// Responds to a request.
    func handle(
        _ input: Input, context: Context, next: (Input, Context) async throws -> Output
    ) async throws -> Output
}

/// A function between requests and a route.
public protocol RouterMiddleware<Context>: MiddlewareProtocol where Input == Request, Output == Response {}

/// An error with a status.
public struct HTTPError: Error {
    /// Creates an error.
    public init(_ status: HTTPResponse.Status, headers: HTTPFields, message: String? = nil) {}
}
