import ByteEncodings

extension EmulatedTenant.Fault {
    /// Parses the JSON form of the control endpoint; refuses members that are unknown, missing or invalid.
    init(checking members: [String: JSONValue]) throws(Refusal) {
        let kinds = ControlField("kind", .choice(Self.kindNames), "The kind of fault.", isRequired: true)
        try ([kinds] + FaultForm.common).check(members, isOpen: true)
        guard let form = members["kind"]?.string.flatMap({ FaultForm.all[$0] }) else { throw .missing("kind") }
        try ([kinds] + FaultForm.common + form.fields).check(members, isOpen: false)
        self = try form.fault(members)
    }

    static let kindNames: [String] = FaultForm.all.keys.sorted()

    /// The schema of the request that switches a fault on: one for each kind.
    static var schema: JSONValue {
        let forms = kindNames.compactMap { FaultForm.all[$0]?.schema }
        return .members([
            "oneOf": forms, "discriminator": JSONValue.members(["propertyName": "kind"]),
        ])
    }

    /// Parses the short form of the command line; `nil` for an unknown kind or an invalid value.
    ///
    /// - Parameter text: The kind and, for most kinds, a colon and a value, such as `delay:0.5` or `status:503`.
    public init?(text: String) {
        let words = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard let form = words.first.flatMap({ FaultForm.all[$0] }) else { return nil }
        var members: [String: JSONValue] = [:]
        if words.count == 2 {
            members["seconds"] = Double(words[1]).map(JSONValue.double)
            members["status"] = Int(words[1]).map(JSONValue.integer)
            members["count"] = members["status"]
            for name in ["to", "cut", "name", "retry_after"] { members[name] = .string(words[1]) }
            members["members"] = try? JSONValue(parsing: Array(words[1].utf8))
            members["body"] = words[0] == "body" ? .string(words[1]) : nil
        }
        guard let fault = try? form.fault(members) else { return nil }
        self = fault
    }
}
