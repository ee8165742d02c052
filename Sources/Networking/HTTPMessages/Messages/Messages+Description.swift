extension TransportRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method, origin and path; the query, fields and body may contain secrets.
    public var description: String { "TransportRequest(\(method.rawValue) \(url))" }
    /// The method, origin and path.
    public var debugDescription: String { description }
    /// A mirror without children: all members may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TransportResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the size of the body; the fields and body may contain secrets.
    public var description: String { "TransportResponse(\(status), \(body.count) bytes)" }
    /// The status and the size of the body.
    public var debugDescription: String { description }
    /// A mirror without children: all members may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TransportFields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The field names; the values may be secrets.
    public var description: String { "TransportFields(\(map(\.name).joined(separator: ", ")))" }
    /// The field names.
    public var debugDescription: String { description }
    /// A mirror without children: the values may be secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPURL: CustomDebugStringConvertible, CustomReflectable {
    /// The origin and path; the query may contain secrets.
    public var debugDescription: String { description }
    /// A mirror with the origin and path only.
    public var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}

extension TransportFields.Iterator: CustomReflectable {
    /// A mirror without children: the values may be secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
