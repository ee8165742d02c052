/// The encoding of names and values as `application/x-www-form-urlencoded`, in their order.
///
/// - SeeAlso: [URL Standard §5](https://url.spec.whatwg.org/#application/x-www-form-urlencoded)
package enum FormEncoding: Sendable {
    /// Encodes fields, joined with `&`: a space becomes `+`; all but letters, digits and `-._~` is percent-encoded.
    ///
    /// - Parameter fields: The names and values.
    /// - Returns: The encoded text.
    package static func encode(_ fields: [(name: String, value: String)]) -> String {
        fields.map { field in "\(escape(field.name))=\(escape(field.value))" }.joined(separator: "&")
    }

    /// Decodes fields in their order; an empty text has none.
    ///
    /// - Parameter text: The encoded text.
    /// - Returns: The names and values.
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

    private static func escape(_ text: String) -> String {
        PercentEncoding.encode(text, allowing: " ").split(separator: " ", omittingEmptySubsequences: false)
            .joined(separator: "+")
    }
}
