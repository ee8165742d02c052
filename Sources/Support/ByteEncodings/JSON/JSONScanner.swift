/// A strict JSON parser that does not build a tree (RFC 8259).
///
/// It checks UTF-8 and the number grammar, refuses duplicate members at any depth, limits depth and number of values,
/// and also checks what a decoder skips. It refers to memory that it does not own: use it inside ``scan(_:limits:_:)``.
package struct JSONScanner: ~Copyable {
    let base: UnsafePointer<UInt8>
    let count: Int
    let limits: JSONLimits
    var offset = 0
    private(set) var depth = 0
    private var values = 0
    private var names = MemberNames()
    /// The members of the objects that are being read as trees, innermost last.
    var members: [JSONValue.Member] = []

    /// Parses a complete text; only white space may follow its value, and unread text is an error.
    ///
    /// - Throws: The first defect of the text, or the error of `body`.
    /// - Complexity: O(*n*); names are hashed with a seed of the process.
    package static func scan<Value>(
        _ bytes: [UInt8], limits: JSONLimits = .network,
        _ body: (inout JSONScanner) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in try scan(buffer, limits: limits, body) }
    }

    /// Parses a complete text in borrowed memory. Throws a ``JSONError``, as ``scan(_:limits:_:)-([UInt8],_,_)``.
    package static func scan<Value>(
        _ buffer: UnsafeBufferPointer<UInt8>, limits: JSONLimits = .network,
        _ body: (inout JSONScanner) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        guard let base = buffer.baseAddress, !buffer.isEmpty else { throw JSONError(.empty) }
        if base[0] >= 0xEF || base[0] == 0 { throw JSONError(.notUTF8, offset: 0) }
        var scanner = JSONScanner(base: base, count: buffer.count, limits: limits)
        scanner.skipSpace()
        if scanner.offset == scanner.count { throw JSONError(.empty) }
        let value = try body(&scanner)
        scanner.skipSpace()
        if scanner.offset < scanner.count { throw JSONError(.trailingCharacters, offset: scanner.offset) }
        return value
    }

    // MARK: Structure

    /// The types of JSON values, which a value's first character determines.
    package enum Kind: Sendable, Hashable { case object, array, string, number, boolean, null }

    /// Returns the type of the next value, without reading it.
    package mutating func peek() throws(JSONError) -> Kind {
        skipSpace()
        switch try byte() {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "-"), 0x30...0x39: return .number
        default: throw unexpected()
        }
    }

    /// Reads an object. The closure is called for each name, in order, and must read or skip the value exactly once.
    package mutating func object(
        _ member: (JSONName, inout JSONScanner) throws(JSONError) -> Void
    ) throws(JSONError) {
        try open(UInt8(ascii: "{"))
        let frame = names.count
        var hashed: Set<JSONName> = []
        if try !closes(UInt8(ascii: "}")) {
            repeat {
                try expect(UInt8(ascii: "\""))
                let name = try scanName()
                guard names.count - frame < limits.members else { throw JSONError(.tooManyMembers, offset: offset) }
                try countValue()
                guard names.insert(name, from: frame, hashed: &hashed) else {
                    throw JSONError(.duplicateMember, offset: name.offset)
                }
                try expect(UInt8(ascii: ":"))
                try member(name, &self)
            } while try continues(until: UInt8(ascii: "}"))
        }
        names.removeAll(from: frame)
        depth -= 1
    }

    /// Reads an array. The closure is called for each element and must read or skip it exactly once.
    package mutating func array(
        _ element: (inout JSONScanner) throws(JSONError) -> Void
    ) throws(JSONError) {
        try open(UInt8(ascii: "["))
        if try !closes(UInt8(ascii: "]")) {
            repeat {
                try countValue()
                try element(&self)
            } while try continues(until: UInt8(ascii: "]"))
        }
        depth -= 1
    }

    /// Skips a value of any type; its syntax is checked nevertheless.
    package mutating func skip() throws(JSONError) {
        switch try peek() {
        case .object: try object { _, json throws(JSONError) in try json.skip() }
        case .array: try array { json throws(JSONError) in try json.skip() }
        case .string: _ = try scanString()
        case .number: _ = try scanNumber()
        case .boolean: _ = try boolean()
        case .null: try null()
        }
    }

    // MARK: Steps

    private mutating func open(_ bracket: UInt8) throws(JSONError) {
        skipSpace()
        guard try byte() == bracket else { throw try wrongType() }
        guard depth < limits.depth else { throw JSONError(.tooDeep, offset: offset) }
        depth += 1
        offset += 1
    }

    @inline(__always)
    private mutating func countValue() throws(JSONError) {
        guard values < limits.values else { throw JSONError(.tooManyMembers, offset: offset) }
        values += 1
    }

    private mutating func closes(_ bracket: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        guard try byte() == bracket else { return false }
        offset += 1
        return true
    }

    private mutating func continues(until bracket: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        let next = try byte()
        guard next == bracket || next == UInt8(ascii: ",") else { throw unexpected() }
        offset += 1
        return next != bracket
    }

    private mutating func expect(_ character: UInt8) throws(JSONError) {
        skipSpace()
        guard try byte() == character else { throw unexpected() }
        offset += 1
    }

    mutating func literal(_ text: StaticString) throws(JSONError) {
        let length = text.utf8CodeUnitCount
        for index in 0..<length {
            guard offset + index < count else { throw JSONError(.unexpectedEnd, offset: count) }
            guard base[offset + index] == text.utf8Start[index] else { throw unexpected() }
        }
        offset += length
    }

    @inline(__always)
    mutating func skipSpace() {
        while offset < count {
            switch base[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    @inline(__always)
    func byte() throws(JSONError) -> UInt8 {
        guard offset < count else { throw JSONError(.unexpectedEnd, offset: count) }
        return base[offset]
    }

    /// Returns the error for a value of another type; throws if there is no value.
    mutating func wrongType() throws(JSONError) -> JSONError {
        _ = try peek()
        return JSONError(.wrongType, offset: offset)
    }

    func unexpected() -> JSONError { JSONError(.unexpectedCharacter, offset: offset) }
}

package struct JSONLimits: Sendable, Hashable {
    package var depth: Int
    /// The maximum number of members of one object.
    package var members: Int
    /// The maximum number of elements and members in the whole text.
    package var values: Int

    package init(depth: Int = 32, members: Int = 1_000, values: Int = 65_536) {
        self.depth = depth
        self.members = members
        self.values = values
    }

    /// The limits for input from the network: depth 32, 1,000 members per object, 65,536 elements and members.
    package static let network = JSONLimits()
}

/// A type that decodes itself directly from JSON text, on the hot path; ``JSONValueDecoder`` decodes other types.
package protocol JSONReadable: Sendable {
    init(from json: inout JSONScanner) throws(JSONError)
}
