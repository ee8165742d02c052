import LinuxCLibrary

/// The header fields of a message in their original order.
///
/// All fields are stored in one buffer of bytes and converted to strings on access, so that a response costs one
/// allocation regardless of its number of fields.
///
/// ```swift
/// for (name, value) in response.fields { print("\(name): \(value)") }
/// ```
///
/// An invalid field (a name that is not a token; a value with CR, LF or NUL) is not stored, and the SDK does not send a
/// request to which one was added.
///
/// - SeeAlso: [RFC 9110 §5](https://www.rfc-editor.org/rfc/rfc9110#section-5)
public struct TransportFields: Sendable, Hashable {
    /// `name:value\n` for each field. Neither part can contain a line feed, and a name cannot contain a colon.
    private var lines: [UInt8] = []

    /// The name of the first field that was rejected, or `nil` if all are valid.
    package private(set) var firstInvalidName: String?

    /// Creates an empty collection of fields.
    public init() {}

    /// Whether there are no fields.
    public var isEmpty: Bool { lines.isEmpty }

    /// Accesses the value of a field; the values of several fields with the same name are joined by a comma.
    ///
    /// The values of `Set-Cookie` cannot be joined, because they may contain commas: use ``values(of:)``.
    ///
    /// Setting a value replaces all fields with that name; setting `nil` removes them.
    ///
    /// - Parameter name: The name of the field in any case.
    /// - Complexity: O(*n*) in the bytes of all fields.
    public subscript(name: String) -> String? {
        get {
            var found: String?
            forEachLine { line in
                guard let value = line.value(ifNamed: name) else { return }
                found = found.map { "\($0), \(value)" } ?? value
            }
            return found
        }
        set {
            remove(name)
            if let newValue { append(newValue, named: name) }
        }
    }

    /// Returns the values of all fields with a name, one for each field.
    ///
    /// - Parameter name: The name of the fields in any case.
    /// - Returns: The values in order; empty if there is no such field.
    /// - Complexity: O(*n*) in the bytes of all fields.
    /// - SeeAlso: [RFC 9110 §5.3](https://www.rfc-editor.org/rfc/rfc9110#section-5.3)
    public func values(of name: String) -> [String] {
        var values: [String] = []
        forEachLine { line in
            if let value = line.value(ifNamed: name) { values.append(value) }
        }
        return values
    }

    /// Appends a field after the existing fields; an invalid field is not stored.
    ///
    /// The SDK does not send a request to which an invalid field was added: the request fails with
    /// ``TransportError/Code/invalidArgument``.
    ///
    /// - Parameters:
    ///   - value: The value of the field.
    ///   - name: The name of the field.
    public mutating func append(_ value: String, named name: String) {
        guard Self.isToken(name), !value.hasLineBreakOrNUL else {
            firstInvalidName = firstInvalidName ?? name
            return
        }
        lines.append(contentsOf: name.utf8)
        lines.append(.colon)
        lines.append(contentsOf: value.utf8)
        lines.append(.lineFeed)
    }

    /// Appends a received header line, with or without its line ending. Returns the length of the name; `nil` if the
    /// line is malformed and was not stored.
    @discardableResult
    package mutating func append(line: UnsafeRawBufferPointer) -> Int? {
        var colon = 0
        while colon < line.count, line[colon].isTokenByte { colon += 1 }
        guard colon > 0, colon < line.count, line[colon] == .colon else { return nil }
        var (start, end) = (colon + 1, line.count)
        while end > start, line[end - 1].isFieldSpace { end -= 1 }
        while start < end, line[start].isFieldSpace { start += 1 }
        let value = UnsafeRawBufferPointer(rebasing: line[start..<end])
        guard !value.hasLineBreakOrNUL else { return nil }
        if lines.isEmpty { lines.reserveCapacity(512) }
        lines.append(contentsOf: UnsafeRawBufferPointer(rebasing: line[...colon]))
        lines.append(contentsOf: value)
        lines.append(.lineFeed)
        return colon
    }

    /// Calls a closure with `name:value` of each field, valid during the call, and the offset of the colon.
    package func forEachRawLine(_ body: (_ line: UnsafeRawBufferPointer, _ colon: Int) -> Void) {
        forEachLine { body($0.bytes, $0.colon) }
    }

    /// The name of the first field that frames or routes a message, which only a transport may set; `nil` without one.
    var firstReservedName: String? {
        var found: String?
        forEachLine { line in
            if found == nil { found = line.reservedName }
        }
        return found
    }

    /// Returns whether there is a field with a name.
    ///
    /// - Parameter name: The name of the field in any case.
    /// - Returns: Whether there is such a field.
    public func contains(_ name: String) -> Bool {
        var found = false
        forEachLine { found = found || $0.isNamed(name) }
        return found
    }

    private mutating func remove(_ name: String) {
        guard contains(name) else { return }
        var kept: [UInt8] = []
        forEachLine { line in
            guard !line.isNamed(name) else { return }
            kept.append(contentsOf: line.bytes)
            kept.append(.lineFeed)
        }
        lines = kept
    }

    private func forEachLine(_ body: (Line) -> Void) {
        lines.withUnsafeBytes { all in
            var rest = all
            while let end = rest.offset(of: .lineFeed) {
                let bytes = UnsafeRawBufferPointer(rebasing: rest[..<end])
                body(Line(bytes: bytes, colon: bytes.offset(of: .colon) ?? end))
                rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
            }
        }
    }

    private static func isToken(_ name: String) -> Bool { !name.isEmpty && name.utf8.allSatisfy(\.isTokenByte) }
}

extension TransportFields {
    /// A view of one field in the shared buffer.
    private struct Line {
        let bytes: UnsafeRawBufferPointer
        let colon: Int

        var text: String { String(decoding: bytes[(colon + 1)...], as: UTF8.self) }

        func isNamed(_ name: String) -> Bool {
            name.utf8.count == colon && zip(bytes[..<colon], name.utf8).allSatisfy { $0.lowercased == $1.lowercased }
        }

        func value(ifNamed name: String) -> String? { isNamed(name) ? text : nil }

        var reservedName: String? {
            switch colon {
            case 2 where isNamed("TE"): "TE"
            case 4 where isNamed("Host"): "Host"
            case 6 where isNamed("Expect"): "Expect"
            case 7 where isNamed("Trailer"): "Trailer"
            case 7 where isNamed("Upgrade"): "Upgrade"
            case 10 where isNamed("Connection"): "Connection"
            case 10 where isNamed("Keep-Alive"): "Keep-Alive"
            case 14 where isNamed("Content-Length"): "Content-Length"
            case 16 where isNamed("Proxy-Connection"): "Proxy-Connection"
            case 17 where isNamed("Transfer-Encoding"): "Transfer-Encoding"
            case 19 where isNamed("Proxy-Authorization"): "Proxy-Authorization"
            default: nil
            }
        }
    }
}

extension TransportFields: Sequence {
    /// The name and value of one field.
    public typealias Element = (name: String, value: String)

    /// An iterator over the fields in order.
    public struct Iterator: IteratorProtocol, Sendable {
        private var rest: ArraySlice<UInt8>

        fileprivate init(_ lines: [UInt8]) { rest = lines[...] }

        /// Returns the next field, or `nil` after the last one.
        ///
        /// - Returns: The name and value of the field.
        public mutating func next() -> Element? {
            guard let end = rest.firstIndex(of: .lineFeed) else { return nil }
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            let colon = line.firstIndex(of: .colon) ?? end
            return (
                String(decoding: line[..<colon], as: UTF8.self),
                String(decoding: line[colon...].dropFirst(), as: UTF8.self)
            )
        }
    }

    /// Returns an iterator over the fields in order.
    ///
    /// - Returns: The iterator; later changes of the fields do not affect it.
    public func makeIterator() -> Iterator { Iterator(lines) }
}

extension TransportFields: ExpressibleByDictionaryLiteral {
    /// Creates fields from a dictionary literal, in its order.
    ///
    /// - Parameter elements: The names and values of the fields.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(value, named: name) }
    }
}

extension String {
    /// Whether a byte is CR, LF or NUL.
    package var hasLineBreakOrNUL: Bool {
        var text = self
        return text.withUTF8 { UnsafeRawBufferPointer($0).hasLineBreakOrNUL }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether a byte is CR, LF or NUL.
    package var hasLineBreakOrNUL: Bool {
        // Without a branch for each byte, so that the compiler uses vector instructions.
        var found: UInt8 = 0
        for byte in self {
            found |= (byte == .lineFeed ? 1 : 0) | (byte == .carriageReturn ? 1 : 0) | (byte == 0 ? 1 : 0)
        }
        return found != 0
    }

    /// Returns the offset of the first `byte`, found with the vector instructions of the C library.
    fileprivate func offset(of byte: UInt8) -> Int? {
        guard let start = baseAddress, let found = memchr(start, Int32(byte), count) else { return nil }
        return UnsafeRawPointer(found) - start
    }
}

extension UInt8 {
    fileprivate static let colon = UInt8(ascii: ":")
    fileprivate static let lineFeed = UInt8(ascii: "\n")
    fileprivate static let carriageReturn = UInt8(ascii: "\r")

    fileprivate var isFieldSpace: Bool {
        self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == .carriageReturn || self == .lineFeed
    }

    /// Whether the byte is a letter or a digit of ASCII.
    var isAlphanumeric: Bool { (0x30...0x39).contains(self) || (0x61...0x7A).contains(lowercased) }

    package var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    /// Whether the byte is a `tchar` of RFC 9110 §5.6.2: a letter, a digit, or one of ``!#$%&'*+-.^_`|~``.
    package var isTokenByte: Bool {
        // Bit n of the first word represents byte n; bit n of the second word, byte 64 + n.
        let word: UInt64 = self < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
        return self < 128 && word >> (self & 63) & 1 == 1
    }
}

extension TransportFields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The field names; the values may be secrets.
    public var description: String { "TransportFields(\(map(\.name).joined(separator: ", ")))" }
    /// The field names.
    public var debugDescription: String { description }
    /// A mirror without children: the values may be secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TransportFields.Iterator: CustomReflectable {
    /// A mirror without children: the values may be secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
