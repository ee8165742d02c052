import ByteEncodings

/// The changes of a tenant's state since the state file was written: a line that is appended to the file.
struct StateChanges: Sendable {
    /// The members that are written as a whole, except members that are already in the file.
    private(set) var parts: [String: JSONValue]
    /// The users by ID, and the families of refresh tokens by number; `null` for a removed user or family.
    let users, families: [JSONValue.Member]

    var isEmpty: Bool { parts.isEmpty && users.isEmpty && families.isEmpty }

    /// Drops the members that are already in a file.
    func without(_ written: [String: JSONValue]) -> StateChanges {
        var copy = self
        copy.parts = parts.filter { written[$0.key] != $0.value }
        return copy
    }

    var line: [UInt8] {
        var members = parts
        if !users.isEmpty { members["users"] = .object(users) }
        if !families.isEmpty { members["families"] = .object(families) }
        return members.json.encoded + [UInt8(ascii: "\n")]
    }
}

extension JSONValue {
    /// Applies lines of changes to the contents of a state file.
    func applying(_ lines: [JSONValue]) -> JSONValue {
        guard !lines.isEmpty, var members = dictionary else { return self }
        var users: [String: JSONValue] = [:]
        for user in members["users"]?.elements ?? [] { users[user["record"]?["id"]?.string ?? ""] = user }
        var tokens = members["refresh_tokens"]?.dictionary ?? [:]
        var families: [Int: JSONValue] = [:]
        for (index, family) in (tokens["families"]?.elements ?? []).enumerated() {
            families[family["number"]?.integer ?? index] = family
        }
        var next = max(tokens["next"]?.integer ?? 0, families.keys.max().map { $0 + 1 } ?? 0)
        for line in lines {
            for (name, value) in line.dictionary ?? [:] {
                switch name {
                case "users": for (id, user) in value.dictionary ?? [:] { users[id] = user == .null ? nil : user }
                case "families":
                    for (text, family) in value.dictionary ?? [:] {
                        guard let number = Int(text) else { continue }
                        families[number] = family == .null ? nil : family
                        next = max(next, number + 1)
                    }
                default: members[name] = value
                }
            }
        }
        members["users"] = .array(users.sorted { $0.key < $1.key }.map(\.value))
        tokens["families"] = .array(families.sorted { $0.key < $1.key }.map(\.value))
        tokens["next"] = next.json
        members["refresh_tokens"] = tokens.json
        return members.json
    }
}
