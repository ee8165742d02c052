import ByteEncodings

extension JSONValue {
    /// Formats the value with a line for each member and element.
    func indented(_ depth: Int = 0) -> String {
        let (inner, outer) = (String(repeating: "  ", count: depth + 1), String(repeating: "  ", count: depth))
        switch self {
        case .object(let members) where !members.isEmpty:
            let lines = members.map { member in
                let name = String(decoding: JSONValue.string(member.name).text, as: UTF8.self)
                return "\(inner)\(name): \(member.value.indented(depth + 1))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
        case .array(let elements) where !elements.isEmpty:
            let lines = elements.map { "\(inner)\($0.indented(depth + 1))" }
            return "[\n\(lines.joined(separator: ",\n"))\n\(outer)]"
        default: return String(decoding: text, as: UTF8.self)
        }
    }
}
