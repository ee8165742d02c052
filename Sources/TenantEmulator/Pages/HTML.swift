/// Markup, in which every interpolated text is escaped.
///
/// There is no way to make markup of a text but a literal, so nothing that came over the wire can become markup.
struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation {
    let text: String

    /// What a literal with interpolations is made of.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text: String

        init(literalCapacity: Int, interpolationCount: Int) {
            text = ""
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ value: String) { text += HTML.escape(value) }
        mutating func appendInterpolation(_ value: Int) { text += String(value) }
        mutating func appendInterpolation(_ markup: HTML) { text += markup.text }
        mutating func appendInterpolation(_ markup: HTML?) { text += markup?.text ?? "" }
        mutating func appendInterpolation(_ markup: [HTML]) { for part in markup { text += part.text } }
    }

    init(stringLiteral text: String) { self.text = text }
    init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }

    /// The text as it may stand between tags and in quoted attributes.
    private static func escape(_ text: String) -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): escaped += Array("&amp;".utf8)
            case UInt8(ascii: "<"): escaped += Array("&lt;".utf8)
            case UInt8(ascii: ">"): escaped += Array("&gt;".utf8)
            case UInt8(ascii: "\""): escaped += Array("&quot;".utf8)
            case UInt8(ascii: "'"): escaped += Array("&#39;".utf8)
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
