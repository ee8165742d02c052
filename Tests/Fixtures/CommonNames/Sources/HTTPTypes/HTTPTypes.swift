// Names that swift-http-types, Vapor and applications have, too.

/// A type with the common name `HTTPRequest`.
public struct HTTPRequest {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `HTTPResponse`.
public struct HTTPResponse {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `HTTPFields`.
public struct HTTPFields {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `HTTPMethod`.
public struct HTTPMethod {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `UserAgent`.
public struct UserAgent {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `Proxy`.
public struct Proxy {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `Terminal`.
public struct Terminal {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `Presence`.
public struct Presence {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `Exchange`.
public struct Exchange {
    /// Creates a value.
    public init() {}
}

/// A type with the common name `JSONValue`.
public struct JSONValue {
    /// Creates a value.
    public init() {}
}

/// A namespace with the common name `Hex`.
public enum Hex {}

/// A namespace with the common name `Base64URL`.
public enum Base64URL {}

/// A namespace with the common name `PercentEncoding`.
public enum PercentEncoding {}
