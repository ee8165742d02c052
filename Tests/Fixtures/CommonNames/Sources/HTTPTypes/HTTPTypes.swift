// Names that swift-http-types, Vapor and applications have, too.

/// A type with the common name `HTTPRequest`.
public struct HTTPRequest: Sendable {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `HTTPResponse`.
public struct HTTPResponse: Sendable {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `HTTPFields`.
public struct HTTPFields: Sendable {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `HTTPMethod`.
public struct HTTPMethod: Sendable {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `UserAgent`.
public struct UserAgent: Sendable {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `Proxy`.
public struct Proxy: Sendable {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `Terminal`.
public struct Terminal: Sendable {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `Presence`.
public struct Presence: Sendable {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `Exchange`.
public struct Exchange: Sendable {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `JSONValue`.
public struct JSONValue: Sendable {
    /// Creates a value.
    public init() {}
}

/// A namespace with the common name `Hex`.
public enum Hex: Sendable {}

/// A namespace with the common name `Base64URL`.
public enum Base64URL: Sendable {}

/// A namespace with the common name `PercentEncoding`.
public enum PercentEncoding: Sendable {}
