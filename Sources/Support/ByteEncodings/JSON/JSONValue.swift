/// A JSON value as a tree: for what has no type of its own.
package enum JSONValue: Sendable, Hashable {
    /// Nothing, said aloud.
    case null
    /// True or false.
    case boolean(Bool)
    /// A number written without fraction and exponent that fits.
    case integer(Int)
    /// Any other number.
    case double(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Named values, in the order of the text.
    case object([Member])

    /// A named value.
    package struct Member: Sendable, Hashable {
        /// The name; compared octet by octet.
        package var name: String
        /// The value.
        package var value: JSONValue

        /// Makes a member.
        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Reads a text strictly, as everything that arrives from the network is read.
    ///
    /// - Throws: What is wrong with the text, never the text itself.
    package init(parsing text: [UInt8], limits: JSONLimits = .network) throws(JSONError) {
        self = try JSONScanner.scan(text, limits: limits) { json throws(JSONError) in try json.value() }
    }

    /// Reads a text from memory that is lent.
    ///
    /// - Throws: As ``init(parsing:limits:)``.
    package init(parsing text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        self = try JSONScanner.scan(text) { json throws(JSONError) in try json.value() }
    }

    /// The member of that name, when this is an object that has it.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The text, when this is one.
    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number, when this is a whole one that fits.
    package var integer: Int? {
        switch self {
        case .integer(let value): value
        case .double(let value): value.wholeNumber
        default: nil
        }
    }

    /// The number, when this is one.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}

extension Double {
    /// The number as an integer, when it is whole and small enough to be exact (2⁵³).
    ///
    /// `Int(exactly:)` would need the C library's mathematics, which this room does not link.
    var wholeNumber: Int? {
        guard magnitude <= 9_007_199_254_740_992, Double(Int(self)) == self else { return nil }
        return Int(self)
    }
}

extension JSONScanner {
    /// Reads a value of any kind as a tree.
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
            var members: [JSONValue.Member] = []
            // Most objects have fewer, and growing an array costs another allocation.
            members.reserveCapacity(16)
            try object { name, json throws(JSONError) in
                members.append(JSONValue.Member(name: name.string, value: try json.value()))
            }
            return .object(members)
        }
    }
}
