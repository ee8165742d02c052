extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method, origin and path; query, fields and body may carry secrets.
    public var description: String { "HTTPRequest(\(method.rawValue) \(url))" }
    /// Method, origin and path.
    public var debugDescription: String { description }
    /// No member: all of them may carry secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status and size; fields and body may carry secrets.
    public var description: String { "HTTPResponse(\(status), \(body.count) bytes)" }
    /// Status and size.
    public var debugDescription: String { description }
    /// No member: all of them may carry secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPFields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names; values may be secrets.
    public var description: String {
        var names: [String] = []
        forEach { name, _ in names.append(name) }
        return "HTTPFields(\(names.joined(separator: ", ")))"
    }
    /// The names.
    public var debugDescription: String { description }
    /// No member: values may be secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPURL: CustomDebugStringConvertible, CustomReflectable {
    /// Origin and path: a query may carry secrets and is left out.
    public var debugDescription: String { description }
    /// Origin and path.
    public var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}
