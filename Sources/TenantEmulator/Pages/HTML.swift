/// Markup that escapes every interpolated text: only literals become markup, so text from a request cannot.
struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation {
    let text: String

    /// The interpolation of an HTML literal.
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

    /// Escapes a text for element content and quoted attributes.
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
