import ByteEncodings

/// An authentication method of a user, in the form of the My Account API.
struct AuthenticationMethod: Sendable {
    let id: String
    let type: String
    var fields: [String: JSONValue]

    init(id: String, type: String, fields: [String: JSONValue]) {
        (self.id, self.type, self.fields) = (id, type, fields)
    }

    init(_ seed: TenantSeed.User.AuthenticationMethod, at place: SeedPath) throws(EmulatorError) {
        (id, type) = (seed.id, seed.type)
        fields = try JSONValue.members(ofSeed: seed.fields, place["fields"])
    }

    var json: JSONValue {
        var members = fields
        members["id"] = .string(id)
        members["type"] = .string(type)
        members["created_at"] = members["created_at"] ?? .string("2026-01-01T00:00:00.000Z")
        members["usage"] = members["usage"] ?? .array([.string("secondary")])
        return members.json
    }
}
