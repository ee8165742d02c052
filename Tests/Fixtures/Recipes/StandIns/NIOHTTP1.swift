// The declarations of swift-nio's NIOHTTP1 that the recipes use; compiled, never run.

/// Header fields.
public struct HTTPHeaders: Sequence, Sendable {
    /// Creates no header fields.
    public init() {}
    /// Creates header fields.
    public init(_ headers: [(String, String)]) {}
    /// Replaces the fields of a name.
    public mutating func replaceOrAdd(name: String, value: String) {}
    /// Adds a field.
    public mutating func add(name: String, value: String) {}
    /// The values of a field.
    public subscript(name: String) -> [String] { [] }
    /// Returns an iterator.
    public func makeIterator() -> AnyIterator<(name: String, value: String)> { AnyIterator { nil } }
}

/// A request method.
public enum HTTPMethod: RawRepresentable, Sendable {
    /// `GET`.
    case GET
    /// Another method.
    case RAW(value: String)
    /// The name.
    public var rawValue: String { "" }
    /// Creates a method with a name.
    public init(rawValue: String) { self = .RAW(value: rawValue) }
}

/// The status of a response.
public enum HTTPResponseStatus: Sendable {
    /// 200.
    case ok
    /// A status with another number.
    case custom(code: UInt, reasonPhrase: String)
    /// The number.
    public var code: UInt { 200 }
    /// Creates a status with a number.
    public init(statusCode: Int, reasonPhrase: String = "") { self = .ok }
}
