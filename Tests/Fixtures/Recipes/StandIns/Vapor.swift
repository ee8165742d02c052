// The declarations of Vapor 4 that the recipes use; compiled, never run.
@_exported public import Logging
@_exported public import NIOHTTP1

/// The status of a response.
public typealias HTTPStatus = HTTPResponseStatus

/// A request.
public final class Request: @unchecked Sendable {  // never run
    /// The method.
    public var method: HTTPMethod { .GET }
    /// The address.
    public var url: URI { URI() }
    /// The header fields.
    public var headers: HTTPHeaders { HTTPHeaders() }
    /// The values that middlewares store.
    public var storage: Storage {
        get { Storage() }
        set {}
    }
}

/// The address of a request.
public struct URI: Sendable {
    /// The address as it was received: the path and the query.
    public var string: String { "" }
}

/// The name and the type of a stored value.
public protocol StorageKey {
    /// The type of the value.
    associatedtype Value: Sendable
}

/// The values that middlewares store.
public struct Storage: Sendable {
    /// A value.
    public subscript<Key: StorageKey>(_ key: Key.Type) -> Key.Value? {
        get { nil }
        set {}
    }
}

/// A response.
public final class Response: @unchecked Sendable {  // never run
    /// The header fields.
    public var headers = HTTPHeaders()
}

/// A function that responds to requests.
public protocol AsyncResponder: Sendable {
    /// Responds to a request.
    func respond(to request: Request) async throws -> Response
}

/// A function between requests and a responder.
public protocol AsyncMiddleware: Sendable {
    /// Responds to a request.
    func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response
}

/// An error with a status.
public struct Abort: Error {
    /// Creates an error.
    public init(_ status: HTTPResponseStatus, headers: HTTPHeaders = [:], reason: String? = nil) {}
}

extension HTTPHeaders: @retroactive ExpressibleByDictionaryLiteral {
    /// Creates header fields.
    public init(dictionaryLiteral elements: (String, String)...) { self.init() }
}

/// The terminal of ConsoleKit, which Vapor re-exports.
public final class Terminal: Sendable {
    /// Creates a terminal.
    public init() {}
}

/// A console of ConsoleKit, which Vapor re-exports.
public protocol Console: AnyObject, Sendable {}

extension Terminal: Console {}
