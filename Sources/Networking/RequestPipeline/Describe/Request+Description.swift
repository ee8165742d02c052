import HTTPMessages

extension Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the address; parameters and header fields may contain secrets.
    public var description: String {
        let base = (try? endpoint.base.get().description) ?? "(no domain) "
        return "Request(\(endpoint.method.rawValue) \(base)\(endpoint.path))"
    }

    /// The method and the address.
    public var debugDescription: String { description }

    /// A mirror without children: all members may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension MainActorRequest: CustomReflectable {
    /// A mirror without children: all members may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
