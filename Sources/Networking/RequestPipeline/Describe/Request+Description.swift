import HTTPMessages

extension Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the path; parameters and header fields carry secrets and are left out.
    public var description: String {
        let base = (try? endpoint.base.get().description) ?? "(no domain) "
        return "Request(\(endpoint.method.rawValue) \(base)\(endpoint.path))"
    }

    /// The method and the path.
    public var debugDescription: String { description }

    /// No member: all of them may carry secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension MainActorRequest: CustomReflectable {
    /// No member: all of them may carry secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
