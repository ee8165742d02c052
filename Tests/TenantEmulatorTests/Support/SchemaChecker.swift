import ByteEncodings

/// Compares JSON with the schemas of an OpenAPI description, as far as those of the emulator go.
///
/// An unknown keyword is a defect, so that no schema passes unread.
struct SchemaChecker {
    private static let annotations: Set = ["description", "format", "discriminator"]

    /// The description, which references point into.
    let description: JSONValue

    /// Returns what is wrong with a value; nothing for one that has the schema.
    func defects(of value: JSONValue, _ schema: JSONValue, at place: String = "$") -> [String] {
        if schema == .boolean(true) { return [] }
        guard case .object(let keywords) = schema else { return ["\(place): the schema is no object"] }
        return keywords.flatMap { keyword -> [String] in
            switch keyword.name {
            case "$ref": return defects(of: value, resolved(keyword.value), at: place)
            case "type": return has(value, type: keyword.value.string ?? "") ? [] : ["\(place): not \(keyword.value)"]
            case "const": return value == keyword.value ? [] : ["\(place): not \(keyword.value)"]
            case "enum": return keyword.value.list?.contains(value) == true ? [] : ["\(place): not in the list"]
            case "minimum": return (value.double ?? 0) >= (keyword.value.double ?? 0) ? [] : ["\(place): too small"]
            case "maximum": return (value.double ?? 0) <= (keyword.value.double ?? 0) ? [] : ["\(place): too large"]
            case "pattern":
                let text = value.string ?? ""
                return text.hasPrefix("/") || text == "*" ? [] : ["\(place): not a path"]
            case "items":
                return (value.list ?? []).enumerated().flatMap {
                    defects(of: $1, keyword.value, at: "\(place)[\($0)]")
                }
            case "required":
                return (keyword.value.list ?? []).compactMap(\.string)
                    .filter { value[$0] == nil }.map { "\(place).\($0): missing" }
            case "properties": return members(of: value, keyword.value, at: place)
            case "additionalProperties": return others(of: value, schema, keyword.value, at: place)
            case "oneOf", "anyOf":
                let matching = (keyword.value.list ?? []).count { defects(of: value, $0, at: place).isEmpty }
                return matching == 1 || (matching > 1 && keyword.name == "anyOf")
                    ? [] : ["\(place): \(matching) of \(keyword.name)"]
            default: return Self.annotations.contains(keyword.name) ? [] : ["\(place): keyword \(keyword.name)"]
            }
        }
    }

    private func members(of value: JSONValue, _ properties: JSONValue, at place: String) -> [String] {
        guard case .object(let fields) = properties else { return ["\(place): properties"] }
        return fields.flatMap { field in
            value[field.name].map { defects(of: $0, field.value, at: "\(place).\(field.name)") } ?? []
        }
    }

    private func others(of value: JSONValue, _ schema: JSONValue, _ rule: JSONValue, at place: String) -> [String] {
        guard case .object(let members) = value, rule != .boolean(true) else { return [] }
        return members.filter { schema["properties"]?[$0.name] == nil }.flatMap { member in
            rule == .boolean(false)
                ? ["\(place).\(member.name): unknown"] : defects(of: member.value, rule, at: "\(place).\(member.name)")
        }
    }

    private func resolved(_ reference: JSONValue) -> JSONValue {
        (reference.string ?? "").split(separator: "/").dropFirst()
            .reduce(description) { $0[String($1)] ?? .null }
    }

    private func has(_ value: JSONValue, type: String) -> Bool {
        switch (type, value) {
        case ("object", .object), ("array", .array), ("string", .string), ("boolean", .boolean), ("null", .null),
            ("integer", .integer), ("number", .integer), ("number", .double):
            true
        default: false
        }
    }
}
