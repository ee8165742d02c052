/// The encoding of names and values as `application/x-www-form-urlencoded`, in their order (URL Standard §5).
package enum FormEncoding: Sendable {
    /// Encodes fields, joined with `&`: a space becomes `+`; all but letters, digits and `-._~` is percent-encoded.
    package static func encode(_ fields: [(name: String, value: String)]) -> String {
        String(decoding: bytes(fields), as: UTF8.self)
    }

    /// Encodes fields as ``encode(_:)`` does, in one buffer without copies, which its owner can overwrite.
    package static func bytes(_ fields: [(name: String, value: String)]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(fields.reduce(0) { $0 + 3 * ($1.name.utf8.count + $1.value.utf8.count) + 2 })
        for (index, field) in fields.enumerated() {
            if index > 0 { text.append(UInt8(ascii: "&")) }
            append(field.name, to: &text)
            text.append(UInt8(ascii: "="))
            append(field.value, to: &text)
        }
        return text
    }

    /// Decodes fields in their order; an empty text has none.
    ///
    /// - Throws: ``MalformedEncoding`` for a broken escape, bytes that are not UTF-8, or a name that occurs twice,
    ///   compared byte by byte ([RFC 6749 §3.1](https://www.rfc-editor.org/rfc/rfc6749#section-3.1)).
    package static func decode(_ text: String) throws(MalformedEncoding) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        var seen: Set<[UInt8]> = []
        for pair in Array(text.utf8).split(separator: UInt8(ascii: "&")) {
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = try PercentEncoding.bytes(pair[..<equals], plusIsSpace: true)
            let value = try PercentEncoding.bytes(pair[equals...].dropFirst(), plusIsSpace: true)
            guard seen.insert(name).inserted else { throw MalformedEncoding(.duplicateName) }
            fields.append((try PercentEncoding.string(name), try PercentEncoding.string(value)))
        }
        return fields
    }

    private static func append(_ value: String, to text: inout [UInt8]) {
        PercentEncoding.append(value, to: &text) { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : nil }
    }
}
