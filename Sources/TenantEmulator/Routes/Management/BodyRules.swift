import ByteEncodings

/// The members that an object in a body of the Management API can have, with the names of their types.
struct BodyRules: Sendable {
    var required: [String: String] = [:]
    var optional: [String: String] = [:]
    /// The members of the service that the emulator does not have.
    var unbuilt: Set<String> = []

    /// Refuses unknown members, missing members, and members of another type.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - prefix: The path of the object in the body, with a dot at its end; empty for the body itself.
    /// - Throws: A refusal that names the member; with a status of 501 for a member that the emulator does not have.
    func check(_ members: [String: JSONValue], at prefix: String = "") throws(Refusal) {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            if unbuilt.contains(name) { throw .management(501, "The emulator has no member \(prefix)\(name)") }
            guard let type = required[name] ?? optional[name] else {
                throw .invalid("Additional properties not allowed: \(prefix)\(name)")
            }
            guard value.schemaType != type else { continue }
            throw .management(
                400,
                "Payload validation error: 'Expected type \(type) but found type \(value.schemaType)' on property "
                    + "\(prefix)\(name).", code: "invalid_body")
        }
        if let missing = required.keys.sorted().first(where: { members[$0] == nil }) {
            throw .missingProperty(prefix + missing)
        }
    }

    /// Returns the lifetime that a body names, in seconds; `nil` for the default, which 0 means, too.
    static func lifetime(_ body: [String: JSONValue]) throws(Refusal) -> Int? {
        guard let lifetime = body["ttl_sec"]?.integer, lifetime > 0 else { return nil }
        let longest = Invitation.longestLifetime
        guard lifetime <= longest else {
            throw .invalid("Value \(lifetime) is greater than maximum \(longest) on property ttl_sec")
        }
        return lifetime
    }
}

extension RequestContext {
    /// Parses the JSON object in the body of a request to the Management API, and refuses it if it violates the rules.
    func managementBody(_ rules: BodyRules) throws(Refusal) -> [String: JSONValue] {
        let members = try managementBody()
        try rules.check(members)
        return members
    }
}
