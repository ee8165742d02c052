import ByteEncodings

extension JSONValue {
    /// Converts the members of an object in a seed; refuses a value that JSON cannot represent.
    static func members(
        ofSeed members: [String: any Sendable], _ place: SeedPath
    ) throws(EmulatorError) -> [String: JSONValue] {
        do {
            return try JSONValue(freeForm: members).dictionary ?? [:]
        } catch { throw .seed(place, "a value that JSON does not have") }
    }

    /// The type of the value, with its article.
    var typeName: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .boolean: "a Boolean"
        case .null: "null"
        default: "a number"
        }
    }
}

/// Reads one object of a seed and rejects unknown members.
struct SeedReader {
    let place: SeedPath
    private let members: [String: JSONValue]
    private var read: Set<String> = []

    init(_ value: JSONValue, at place: SeedPath) throws(EmulatorError) {
        guard let members = value.dictionary else {
            throw .seed(place, "an object is required, not \(value.typeName)")
        }
        (self.members, self.place) = (members, place)
    }

    /// Reads and converts a member; `nil` if it is missing. If `convert` returns `nil`, the value is refused, with the
    /// allowed values in words.
    mutating func optional<Value>(
        _ name: String, _ expected: String, _ convert: (JSONValue) -> Value?
    ) throws(EmulatorError) -> Value? {
        read.insert(name)
        guard let value = members[name] else { return nil }
        guard let converted = convert(value) else {
            throw .seed(place[name], "\(expected) is required, not \(value.typeName)")
        }
        return converted
    }

    /// Reads a text that may be `null`; returns `value` if it is missing.
    mutating func nullable(_ name: String, default value: String?) throws(EmulatorError) -> String? {
        guard members[name] != .null else {
            read.insert(name)
            return nil
        }
        return try text(name) ?? value
    }

    mutating func required(_ name: String) throws(EmulatorError) -> String {
        guard let text = try text(name) else { throw .seed(place[name], "the member is required") }
        guard !text.isEmpty else { throw .seed(place[name], "the value must not be empty") }
        return text
    }

    mutating func text(_ name: String) throws(EmulatorError) -> String? { try optional(name, "a string", \.string) }

    mutating func flag(_ name: String) throws(EmulatorError) -> Bool? {
        try optional(name, "true or false", \.boolean)
    }

    /// Reads texts; each must be one of `allowed` if there are any.
    mutating func texts(_ name: String, of allowed: [String]? = nil) throws(EmulatorError) -> [String] {
        let elements = try optional(name, "an array of strings", \.elements) ?? []
        var texts: [String] = []
        for (index, element) in elements.enumerated() {
            guard let text = element.string else {
                throw .seed(place[name][index], "a string is required, not \(element.typeName)")
            }
            guard allowed?.contains(text) != false else {
                throw .seed(place[name][index], Self.refusal(of: text, allowed ?? []))
            }
            texts.append(text)
        }
        return texts
    }

    mutating func object(_ name: String) throws(EmulatorError) -> [String: any Sendable] {
        try optional(name, "an object", \.freeFormObject) ?? [:]
    }

    mutating func choice(_ name: String, of allowed: [String]) throws(EmulatorError) -> String? {
        guard let text = try text(name) else { return nil }
        guard allowed.contains(text) else { throw .seed(place[name], Self.refusal(of: text, allowed)) }
        return text
    }

    mutating func required(_ name: String, of allowed: [String]) throws(EmulatorError) -> String {
        guard let text = try choice(name, of: allowed) else {
            throw .seed(place[name], "the member is required: one of \(allowed.joined(separator: ", "))")
        }
        return text
    }

    mutating func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ type: Value.Type
    ) throws(EmulatorError) -> Value? {
        try choice(name, of: type.allCases.map(\.rawValue)).flatMap(type.init(rawValue:))
    }

    mutating func scopesByAudience(_ name: String) throws(EmulatorError) -> [String: [String]]? {
        guard let members = try optional(name, "an object of arrays of scopes by audience", \.dictionary) else {
            return nil
        }
        var reader = try SeedReader(members.json, at: place[name])
        var scopes: [String: [String]] = [:]
        for audience in members.keys { scopes[audience] = try reader.texts(audience) }
        return scopes
    }

    /// Reads a whole object with `convert`, and rejects its other members.
    static func read<Value>(
        _ value: JSONValue, at place: SeedPath, _ convert: (inout SeedReader) throws(EmulatorError) -> Value
    ) throws(EmulatorError) -> Value {
        var reader = try SeedReader(value, at: place)
        let value = try convert(&reader)
        try reader.finish()
        return value
    }

    /// Reads one object with `convert`; `nil` if it is missing.
    mutating func member<Value>(
        _ name: String, _ convert: (inout SeedReader) throws(EmulatorError) -> Value
    ) throws(EmulatorError) -> Value? {
        try optional(name, "an object", { $0 }).map { element throws(EmulatorError) in
            try Self.read(element, at: place[name], convert)
        }
    }

    /// Reads the objects of an array with `convert`.
    mutating func list<Value>(
        _ name: String, _ convert: (inout SeedReader) throws(EmulatorError) -> Value
    ) throws(EmulatorError) -> [Value] {
        var values: [Value] = []
        for (index, element) in (try optional(name, "an array of objects", \.elements) ?? []).enumerated() {
            values.append(try Self.read(element, at: place[name][index], convert))
        }
        return values
    }

    /// Reads the objects of an array by their fields; each begins as `blank`.
    mutating func list<Value>(
        _ name: String, _ blank: Value, _ fields: [SeedField<Value>]
    ) throws(EmulatorError) -> [Value] {
        try list(name) { reader throws(EmulatorError) in try fields.read(&reader, blank) }
    }

    /// Rejects members that were not read, because they are misspelt.
    func finish() throws(EmulatorError) {
        guard let stray = members.keys.sorted().first(where: { !read.contains($0) }) else { return }
        throw .seed(place[stray], "there is no such member; allowed are \(read.sorted().joined(separator: ", "))")
    }

    private static func refusal(of text: String, _ allowed: [String]) -> String {
        "\"\(text)\" is not one of \(allowed.joined(separator: ", "))"
    }
}
