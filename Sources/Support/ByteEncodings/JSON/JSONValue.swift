/// A JSON value as a tree, for contents without a specific type.
package enum JSONValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// A number without fraction and exponent that fits.
    case integer(Int)
    /// Any other number.
    case double(Double)
    case string(String)
    case array([JSONValue])
    /// An object: its members, in the order of the text.
    case object([Member])

    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Parses a text strictly, like all input from the network; no error contains the text itself.
    package init(parsing text: [UInt8], limits: JSONLimits = .network) throws(JSONError) {
        self = try JSONScanner.scan(text, limits: limits) { json throws(JSONError) in try json.value() }
    }

    /// Parses a text in borrowed memory. Throws a ``JSONError``, as ``init(parsing:limits:)``.
    package init(parsing text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        self = try JSONScanner.scan(text) { json throws(JSONError) in try json.value() }
    }

    /// The member with a name, compared byte by byte; `nil` if this is not an object, or lacks the member.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        // `==` first: it rejects other short names faster, and all names of equal bytes pass it.
        return members.first { $0.name == name && $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The integer; `nil` if this is not a number, or has a fraction, or does not fit.
    package var integer: Int? {
        switch self {
        case .integer(let value): value
        case .double(let value): value.wholeNumber
        default: nil
        }
    }

    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}

extension Double {
    /// The number as an integer, if it is whole and at most 2⁵³; `Int(exactly:)` would need the C mathematics library.
    var wholeNumber: Int? {
        guard magnitude <= 9_007_199_254_740_992, Double(Int(self)) == self else { return nil }
        return Int(self)
    }
}

extension JSONScanner {
    /// Reads a value of any type as a tree.
    package mutating func value() throws(JSONError) -> JSONValue {
        switch try peek() {
        case .null:
            try null()
            return .null
        case .boolean: return .boolean(try boolean())
        case .number:
            switch try number() {
            case .integer(let value): return .integer(value)
            case .double(let value): return .double(value)
            }
        case .string: return .string(try string())
        case .array:
            var elements: [JSONValue] = []
            try array { json throws(JSONError) in elements.append(try json.value()) }
            return .array(elements)
        case .object:
            // Most objects have fewer members, and growing an array costs another allocation.
            if depth == 0 { members.reserveCapacity(16) }
            let start = members.count
            try object { name, json throws(JSONError) in
                let value = try json.value()
                json.members.append(JSONValue.Member(name: name.string, value: value))
            }
            return .object(takeMembers(from: start))
        }
    }

    /// Removes the members of the object that was read last, as an array of its exact size, so that many small objects
    /// need little memory. The outermost object gets the buffer itself.
    private mutating func takeMembers(from start: Int) -> [JSONValue.Member] {
        guard depth > 0 else {
            defer { members = [] }
            return members
        }
        defer { members.removeLast(members.count - start) }
        return Array(members[start...])
    }
}

extension JSONValue: _Redacted {
    /// A mirror with the kind of the value: a text of the network may be a secret.
    package var customMirror: Mirror { Mirror(self, children: ["kind": kind]) }

    private var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "boolean"
        case .integer, .double: "number"
        case .string: "string"
        case .array(let elements): "array of \(elements.count)"
        case .object(let members): "object of \(members.count)"
        }
    }
}

extension JSONValue.Member: _Redacted {}
