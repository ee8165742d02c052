import ByteEncodings

extension JSONValue {
    /// Converts the members of an object in a seed.
    ///
    /// - Throws: ``EmulatorError/Code/malformedSeed`` for a value that JSON cannot represent.
    static func members(
        ofSeed members: [String: any Sendable], _ path: String
    ) throws(EmulatorError) -> [String: JSONValue] {
        do {
            return try JSONValue(freeForm: members).dictionary ?? [:]
        } catch { throw EmulatorError(.malformedSeed, "\(path): a value that JSON does not have", cause: error) }
    }
}

/// Reads one object of a seed and rejects unknown members.
struct SeedReader {
    private let path: String
    private let members: [String: JSONValue]
    private var read: Set<String> = []

    init(_ value: JSONValue, at path: String) throws(EmulatorError) {
        guard let members = value.dictionary else {
            throw EmulatorError(.malformedSeed, "\(path): an object is required")
        }
        (self.members, self.path) = (members, path)
    }

    /// Reads and converts a member; `nil` if it is missing.
    mutating func optional<Value>(_ name: String, _ convert: (JSONValue) -> Value?) throws(EmulatorError) -> Value? {
        read.insert(name)
        guard let value = members[name] else { return nil }
        guard let converted = convert(value) else {
            throw EmulatorError(
                .malformedSeed, "\(path).\(name): the value has another type, or is not one of those allowed")
        }
        return converted
    }

    /// Reads and converts a member that may be `null`; returns `value` if it is missing.
    mutating func nullable<Value>(
        _ name: String, _ convert: (JSONValue) -> Value?, default value: Value?
    ) throws(EmulatorError) -> Value? {
        guard members[name] != .null else {
            read.insert(name)
            return nil
        }
        return try optional(name, convert) ?? value
    }

    mutating func required(_ name: String) throws(EmulatorError) -> String {
        guard let text = try optional(name, \.string) else {
            throw EmulatorError(.malformedSeed, "\(path).\(name): the member is required")
        }
        return text
    }

    mutating func text(_ name: String) throws(EmulatorError) -> String? { try optional(name, \.string) }

    mutating func flag(_ name: String, default value: Bool = false) throws(EmulatorError) -> Bool {
        try optional(name, \.boolean) ?? value
    }

    mutating func texts(_ name: String) throws(EmulatorError) -> [String] {
        try optional(name) { value in
            guard let elements = value.elements else { return nil }
            let texts = elements.compactMap(\.string)
            return texts.count == elements.count ? texts : nil
        } ?? []
    }

    mutating func object(_ name: String) throws(EmulatorError) -> [String: any Sendable] {
        try optional(name, \.freeFormObject) ?? [:]
    }

    mutating func choice<Value: RawRepresentable<String>>(
        _ name: String, _ type: Value.Type
    ) throws(EmulatorError) -> Value? {
        try optional(name) { $0.string.flatMap(Value.init(rawValue:)) }
    }

    /// Reads lists of scopes by audience.
    mutating func scopesByAudience(_ name: String) throws(EmulatorError) -> [String: Set<String>]? {
        try optional(name, \.dictionary)?.mapValues { Set(($0.elements ?? []).compactMap(\.string)) }
    }

    /// Reads the objects of an array with `convert`.
    mutating func list<Value>(
        _ name: String, _ convert: (inout SeedReader) throws(EmulatorError) -> Value
    ) throws(EmulatorError) -> [Value] {
        var values: [Value] = []
        for (index, element) in (try optional(name, \.elements) ?? []).enumerated() {
            var reader = try SeedReader(element, at: "\(path).\(name)[\(index)]")
            values.append(try convert(&reader))
            try reader.finish()
        }
        return values
    }

    /// Rejects members that were not read: they are misspelt.
    func finish() throws(EmulatorError) {
        guard let stray = members.keys.sorted().first(where: { !read.contains($0) }) else { return }
        throw EmulatorError(.malformedSeed, "\(path).\(stray): there is no such member")
    }
}
