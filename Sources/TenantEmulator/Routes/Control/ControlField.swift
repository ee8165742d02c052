import ByteEncodings

/// A parameter of the query, or a member of the body, of the control API.
///
/// It defines both the schema and the validation.
struct ControlField: Sendable {
    /// The type of a value.
    enum Kind: Sendable {
        case text
        case number(ClosedRange<Double>)
        case integer(ClosedRange<Int>)
        case flag
        case choice([String])
        /// The path of requests; a `*` at its end matches any rest.
        case path
        case object
        case list
        /// Texts, by name.
        case strings
        /// A text or an array of texts or `null`, by name.
        case texts
    }

    let name: String
    let kind: Kind
    let text: String
    var isRequired = false

    init(_ name: String, _ kind: Kind, _ text: String, isRequired: Bool = false) {
        (self.name, self.kind, self.text, self.isRequired) = (name, kind, text, isRequired)
    }

    /// A text.
    static func text(_ name: String, _ text: String, isRequired: Bool = false) -> ControlField {
        ControlField(name, .text, text, isRequired: isRequired)
    }

    /// `true` or `false`.
    static func flag(_ name: String, _ text: String) -> ControlField { ControlField(name, .flag, text) }

    /// The schema of the value.
    ///
    /// - SeeAlso: [JSON Schema, draft 2020-12](https://json-schema.org/draft/2020-12/schema)
    var schema: JSONValue {
        switch kind {
        case .text: .members(["type": "string", "description": text])
        case .number(let range):
            .members([
                "type": "number", "minimum": JSONValue.double(range.lowerBound),
                "maximum": JSONValue.double(range.upperBound), "description": text,
            ])
        case .integer(let range):
            .members([
                "type": "integer", "minimum": range.lowerBound,
                "maximum": range.upperBound == .max ? nil : range.upperBound, "description": text,
            ])
        case .flag: .members(["type": "boolean", "description": text])
        case .choice(let values): .members(["type": "string", "enum": values, "description": text])
        case .path: .members(["type": "string", "pattern": #"^(/.*|\*)$"#, "description": text])
        case .strings:
            .members([
                "type": "object", "additionalProperties": JSONValue.members(["type": "string"]), "description": text,
            ])
        case .object, .texts: .members(["type": "object", "description": text])
        case .list: .members(["type": "array", "description": text])
        }
    }

    /// The reason to refuse a value of a body; `nil` for one that is allowed.
    func problem(of value: JSONValue) -> String? {
        switch kind {
        case .text: value.string == nil ? "must be a string" : nil
        case .number(let range):
            value.double.map { range.contains($0) } == true ? nil : "must be a number \(Self.words(range))"
        case .integer(let range):
            value.integer.map { range.contains($0) } == true ? nil : "must be an integer \(Self.words(range))"
        case .flag: value.boolean == nil ? "must be true or false" : nil
        case .choice(let values):
            value.string.map(values.contains) == true ? nil : "must be one of \(values.joined(separator: ", "))"
        case .path:
            value.string.map(FaultSwitches.canCover) == true
                ? nil : "must be a path that begins with a slash; a * at its end matches any rest"
        case .object: value.dictionary == nil ? "must be an object" : nil
        case .list: value.elements == nil ? "must be an array" : nil
        case .strings:
            value.dictionary?.values.allSatisfy { $0.string != nil } == true ? nil : "must be an object of strings"
        case .texts:
            value.dictionary?.values.allSatisfy(Self.areTexts) == true
                ? nil : "must be an object of strings, arrays of strings, or null"
        }
    }

    /// The reason to refuse a value of a query; `nil` for one that is allowed.
    func problem(of text: String) -> String? {
        switch kind {
        case .number: problem(of: Double(text).map(JSONValue.double) ?? .string(text))
        case .integer: problem(of: Int(text).map(JSONValue.integer) ?? .string(text))
        default: problem(of: JSONValue.string(text))
        }
    }

    /// The allowed values, for the refusal of a request without one.
    fileprivate var choices: String {
        if case .choice(let values) = kind { ", one of \(values.joined(separator: ", "))" } else { "" }
    }

    private static func areTexts(_ value: JSONValue) -> Bool {
        value == .null || value.string != nil || value.elements?.allSatisfy { $0.string != nil } == true
    }

    private static func words(_ range: ClosedRange<Double>) -> String {
        "from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    }

    private static func words(_ range: ClosedRange<Int>) -> String {
        range.upperBound == .max ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
    }
}

extension [ControlField] {
    /// Refuses unknown, missing and invalid members, by name.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - isOpen: Whether other members are allowed, which are checked elsewhere.
    /// - Throws: The refusal.
    func check(_ members: [String: JSONValue], isOpen: Bool) throws(Refusal) {
        for field in self {
            guard let value = members[field.name] else {
                guard !field.isRequired else { throw .missing(field.name + field.choices) }
                continue
            }
            if let problem = field.problem(of: value) { throw .invalidParameter(field.name, problem) }
        }
        guard !isOpen, let stray = members.keys.sorted().first(where: { name in !contains { $0.name == name } }) else {
            return
        }
        let names = map(\.name)
        throw .invalidParameter(
            stray, "is unknown; " + (names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))"))
    }

    /// Refuses unknown and invalid parameters of a query, by name.
    func check(query: [String: String]) throws(Refusal) {
        for field in self {
            if let text = query[field.name], let problem = field.problem(of: text) {
                throw .invalidParameter(field.name, problem)
            }
        }
        try check(
            query.mapValues { _ in JSONValue.null }.filter { name, _ in !contains { $0.name == name } }, isOpen: false)
    }

    /// The schema of an object with these members.
    func schema(isOpen: Bool = false, _ more: [JSONValue.Member] = []) -> JSONValue {
        .members([
            "type": "object",
            "properties": JSONValue.object(more + map { JSONValue.Member(name: $0.name, value: $0.schema) }),
            "required": more.map(\.name) + filter(\.isRequired).map(\.name), "additionalProperties": isOpen,
        ])
    }
}

extension Refusal {
    fileprivate static func invalidParameter(_ name: String, _ problem: String) -> Refusal {
        .oauth(400, "invalid_request", "Parameter '\(name)' \(problem)")
    }
}
