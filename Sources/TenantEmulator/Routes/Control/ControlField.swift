import ByteEncodings

/// A parameter of the query, or a member of the body, of the control API.
///
/// It defines both the schema and the validation.
struct ControlField: Sendable {
    let name: String
    let kind: Kind
    let text: String
    var isRequired = false

    init(_ name: String, _ kind: Kind, _ text: String, isRequired: Bool = false) {
        (self.name, self.kind, self.text, self.isRequired) = (name, kind, text, isRequired)
    }

    static func text(_ name: String, _ text: String, isRequired: Bool = false) -> ControlField {
        ControlField(name, .text, text, isRequired: isRequired)
    }

    static func flag(_ name: String, _ text: String) -> ControlField { ControlField(name, .flag, text) }

    var schema: JSONValue { .object(kind.schema + [JSONValue.Member(name: "description", value: .string(text))]) }

    /// The allowed values, for the refusal of a request without one.
    fileprivate var choices: String { kind.choices.isEmpty ? "" : ", one of \(kind.choices.joined(separator: ", "))" }
}

extension ControlField {
    /// The type of a value: its schema, and the demand that a refusal states.
    ///
    /// - SeeAlso: [JSON Schema, draft 2020-12](https://json-schema.org/draft/2020-12/schema)
    struct Kind: Sendable {
        fileprivate let schema: [JSONValue.Member]
        fileprivate let demand: String
        private(set) var choices: [String] = []
        /// Parses a value that is no text in a query.
        fileprivate let parsed: @Sendable (String) -> JSONValue?
        fileprivate let accepts: @Sendable (JSONValue) -> Bool

        private init(
            _ type: String, _ demand: String, _ schema: KeyValuePairs<String, (any JSONConvertible)?> = [:],
            parsed: @escaping @Sendable (String) -> JSONValue? = { _ in nil },
            accepts: @escaping @Sendable (JSONValue) -> Bool
        ) {
            let more = schema.compactMap { name, value in value.map { JSONValue.Member(name: name, value: $0.json) } }
            self.schema = [JSONValue.Member(name: "type", value: .string(type))] + more
            (self.demand, self.parsed, self.accepts) = (demand, parsed, accepts)
        }

        static let text = Kind("string", "must be a string") { $0.string != nil }
        static let flag = Kind("boolean", "must be true or false") { $0.boolean != nil }
        static let object = Kind("object", "must be an object") { $0.dictionary != nil }
        static let list = Kind("array", "must be an array") { $0.elements != nil }
        /// The path of requests; a `*` at its end matches any rest.
        static let path = Kind(
            "string", "must be a path that begins with a slash; a * at its end matches any rest",
            ["pattern": #"^(/.*|\*)$"#]
        ) { $0.string.map(FaultSwitches.canCover) == true }
        /// Texts, by name.
        static let strings = Kind(
            "object", "must be an object of strings", ["additionalProperties": JSONValue.members(["type": "string"])]
        ) { $0.dictionary?.values.allSatisfy { $0.string != nil } == true }
        /// A text or an array of texts or `null`, by name.
        static let texts = Kind("object", "must be an object of strings, arrays of strings, or null") { value in
            value.dictionary?.values.allSatisfy { value in
                value == .null || value.string != nil || value.elements?.allSatisfy { $0.string != nil } == true
            } == true
        }

        static func choice(_ values: [String]) -> Kind {
            var kind = Kind("string", "must be one of \(values.joined(separator: ", "))", ["enum": values]) { value in
                value.string.map(values.contains) == true
            }
            kind.choices = values
            return kind
        }

        static func number(_ range: ClosedRange<Double>) -> Kind {
            Kind(
                "number", "must be a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))",
                ["minimum": JSONValue.double(range.lowerBound), "maximum": JSONValue.double(range.upperBound)],
                parsed: { Double($0).map(JSONValue.double) }
            ) { $0.double.map(range.contains) == true }
        }

        static func integer(_ range: ClosedRange<Int>) -> Kind {
            let maximum = range.upperBound == .max ? nil : range.upperBound
            return Kind(
                "integer", "must be an integer from \(range.lowerBound)\(maximum.map { " to \($0)" } ?? "")",
                ["minimum": range.lowerBound, "maximum": maximum],
                parsed: { Int($0).map(JSONValue.integer) }
            ) { $0.integer.map(range.contains) == true }
        }
    }
}

extension [ControlField] {
    /// Refuses missing, invalid and, unless `isOpen`, unknown members, by name.
    func check(_ members: [String: JSONValue], isOpen: Bool) throws(Refusal) {
        for field in self {
            guard let value = members[field.name] else {
                guard !field.isRequired else { throw .missing(field.name + field.choices) }
                continue
            }
            guard field.kind.accepts(value) else { throw .invalidParameter(field.name, field.kind.demand) }
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
        let members = query.map { name, text in
            (name, first { $0.name == name }?.kind.parsed(text) ?? .string(text))
        }
        try check(Dictionary(uniqueKeysWithValues: members), isOpen: false)
    }

    func schema(_ more: [JSONValue.Member] = []) -> JSONValue {
        .members([
            "type": "object",
            "properties": JSONValue.object(more + map { JSONValue.Member(name: $0.name, value: $0.schema) }),
            "required": more.map(\.name) + filter(\.isRequired).map(\.name), "additionalProperties": false,
        ])
    }
}

extension Refusal {
    fileprivate static func invalidParameter(_ name: String, _ problem: String) -> Refusal {
        .invalidRequest("Parameter '\(name)' \(problem)")
    }
}
