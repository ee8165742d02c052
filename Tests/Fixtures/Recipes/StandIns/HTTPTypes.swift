// The declarations of swift-http-types that the recipes use; compiled, never run.

/// A header field.
public struct HTTPField: Sendable, Hashable {
    /// The name.
    public var name: Name
    /// The value.
    public var value: String

    /// Creates a field.
    public init(name: Name, value: String) { (self.name, self.value) = (name, value) }

    /// The name of a field.
    public struct Name: Sendable, Hashable {
        /// The name as it was written.
        public let rawName: String
        /// Creates a name; `nil` if it is not a token.
        public init?(_ name: String) { rawName = name }
        private init(known name: String) { rawName = name }
        /// `Authorization`.
        public static var authorization: Name { Name(known: "Authorization") }
    }
}

/// Header fields.
public struct HTTPFields: Sendable, Hashable, RandomAccessCollection, RangeReplaceableCollection, MutableCollection {
    private var fields: [HTTPField] = []
    /// Creates no header fields.
    public init() {}
    /// The values of a field, joined.
    public subscript(name: HTTPField.Name) -> String? {
        get { nil }
        set {}
    }
    /// The index of the first field.
    public var startIndex: Int { fields.startIndex }
    /// The index after the last field.
    public var endIndex: Int { fields.endIndex }
    /// A field.
    public subscript(position: Int) -> HTTPField {
        get { fields[position] }
        set { fields[position] = newValue }
    }
    /// Replaces fields.
    public mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with new: C) where C.Element == HTTPField {
        fields.replaceSubrange(range, with: new)
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    /// Creates header fields.
    public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {}
}

/// A request without its content.
public struct HTTPRequest: Sendable, Hashable {
    /// A request method.
    public struct Method: Sendable, Hashable, RawRepresentable {
        /// The name.
        public let rawValue: String
        /// Creates a method; `nil` if the name is not a token.
        public init?(_ method: String) { rawValue = method }
        /// Creates a method; `nil` if the name is not a token.
        public init?(rawValue: String) { self.rawValue = rawValue }
    }

    /// The method.
    public var method: Method
    /// The scheme.
    public var scheme: String?
    /// The host and the port.
    public var authority: String?
    /// The path and the query.
    public var path: String?
    /// The header fields.
    public var headerFields: HTTPFields

    /// Creates a request.
    public init(method: Method, scheme: String?, authority: String?, path: String?, headerFields: HTTPFields = [:]) {
        (self.method, self.scheme, self.authority, self.path) = (method, scheme, authority, path)
        self.headerFields = headerFields
    }
}

/// A response without its content.
public struct HTTPResponse: Sendable, Hashable {
    /// The status of a response.
    public struct Status: Sendable, Hashable {
        /// The number.
        public let code: Int
        /// Creates a status.
        public init(code: Int, reasonPhrase: String = "") { self.code = code }
        /// 200.
        public static var ok: Status { Status(code: 200) }
        /// 500.
        public static var internalServerError: Status { Status(code: 500) }
    }

    /// The status.
    public var status: Status
    /// The header fields.
    public var headerFields: HTTPFields

    /// Creates a response.
    public init(status: Status, headerFields: HTTPFields = [:]) {
        (self.status, self.headerFields) = (status, headerFields)
    }
}
