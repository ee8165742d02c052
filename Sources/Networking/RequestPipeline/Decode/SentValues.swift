import ByteEncodings
import HTTPMessages

/// The values that a request sent, for their removal from the text of an error response: a proxy or a firewall may
/// repeat the request on its page. They are only collected when such a page has arrived.
struct SentValues: Sendable {
    /// The host that received the values.
    let host: String
    let parameters: [JSONValue.Member]
    let headers: [(name: String, value: String)]
    let common: TransportFields

    /// The replacement of a removed value: the object replacement character, which no word of a page needs.
    static let placeholder: Unicode.Scalar = "\u{FFFC}"

    /// Returns the first `limit` bytes of a text with ``placeholder`` in place of every value that may be secret, or
    /// its beginning at the limit. A value is found in any encoding and any case of its ASCII letters.
    ///
    /// - Complexity: O(*n* × *m*) in the bytes of the text and the number of the values.
    func removed(from text: [UInt8], upTo limit: Int) -> [UInt8] {
        let isCut = text.count > limit
        let text = Array(text.prefix(limit))
        let values = values.map { $0.utf8.map(\.lowercased) }.filter { !$0.isEmpty }
        guard !values.isEmpty else { return text }
        var isRemoved = [Bool](repeating: false, count: text.count)
        for encoding in EncodedText.Encoding.allCases {
            guard let decoded = EncodedText(text, encoding) else { continue }
            for value in values {
                decoded.forEachRange(of: value, isCut: isCut) { for index in $0 { isRemoved[index] = true } }
            }
        }
        var kept: [UInt8] = []
        for index in text.indices {
            guard isRemoved[index] else {
                kept.append(text[index])
                continue
            }
            if index == 0 || !isRemoved[index - 1] { kept += String(Self.placeholder).utf8 }
        }
        return kept
    }

    /// The values that are not known to be public, and each of their words.
    private var values: Set<String> {
        var texts: [String] = []
        for parameter in parameters { Redaction.collectSecrets(of: parameter, into: &texts) }
        for header in headers where !Redaction.isPublic(field: header.name) { texts.append(header.value) }
        common.forEach { name, value in if !Redaction.isPublic(field: name) { texts.append(value) } }
        return texts.reduce(into: []) { values, text in
            values.insert(text)
            values.formUnion(text.split(whereSeparator: \.isWhitespace).map(String.init))
        }
    }
}

/// A text decoded by one encoding, with the place of each decoded byte.
private struct EncodedText {
    /// The encodings in which a page may repeat a value.
    enum Encoding: CaseIterable {
        case none, percent, form, json, html
    }

    /// The decoded bytes, in lower case.
    private var bytes: [UInt8] = []
    /// The place in the text at which each decoded byte begins, and the end of the text.
    private var places: [Int] = []

    /// Decodes a text; `nil` if nothing in it is encoded.
    init?(_ text: [UInt8], _ encoding: Encoding) {
        let sign: UInt8? =
            switch encoding {
            case .none: nil
            case .percent, .form: UInt8(ascii: "%")
            case .json: UInt8(ascii: "\\")
            case .html: UInt8(ascii: "&")
            }
        let plusIsSpace = encoding == .form
        if let sign, !text.contains(where: { $0 == sign || (plusIsSpace && $0 == UInt8(ascii: "+")) }) { return nil }
        bytes.reserveCapacity(text.count)
        places.reserveCapacity(text.count + 1)
        var index = 0
        while index < text.count {
            var (decoded, length) = ([text[index]], 1)
            if text[index] == sign, let unit = Self.unit(text[index...].prefix(12), encoding) {
                (decoded, length) = unit
            }
            if plusIsSpace, text[index] == UInt8(ascii: "+") { decoded = [UInt8(ascii: " ")] }
            for byte in decoded {
                bytes.append(byte.lowercased)
                places.append(index)
            }
            index += length
        }
        places.append(text.count)
    }

    /// Calls a closure with each range of the text that contains a value, or its beginning if the text is cut.
    func forEachRange(of value: [UInt8], isCut: Bool, _ body: (Range<Int>) -> Void) {
        for start in bytes.indices where bytes[start] == value[0] {
            let end = min(start + value.count, bytes.count)
            guard isCut || end - start == value.count else { continue }
            if bytes[start..<end].elementsEqual(value[..<(end - start)]) { body(places[start]..<places[end]) }
        }
    }

    /// Returns the bytes and the length of an escape; `nil` if the text does not begin with one.
    private static func unit(_ text: ArraySlice<UInt8>, _ encoding: Encoding) -> (bytes: [UInt8], length: Int)? {
        switch encoding {
        case .none: nil
        case .percent, .form: ofURL(text)
        case .json: ofJSON(text)
        case .html: ofHTML(text)
        }
    }

    private static func ofURL(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], length: Int)? {
        let digits = text.dropFirst().prefix(2).compactMap(Hex.value)
        return digits.count == 2 ? ([digits[0] << 4 | digits[1]], 3) : nil
    }

    private static func ofJSON(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], length: Int)? {
        guard let next = text.dropFirst().first else { return nil }
        guard next == UInt8(ascii: "u") else { return ([next], 2) }
        // One escape, or two for a character outside the basic plane.
        for length in [6, 12] where text.count >= length {
            let quoted = [UInt8(ascii: "\"")] + text.prefix(length) + [UInt8(ascii: "\"")]
            if let string = (try? JSONValue(parsing: quoted))?.string { return (Array(string.utf8), length) }
        }
        return nil
    }

    private static func ofHTML(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], length: Int)? {
        guard let end = text.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: text[..<end].dropFirst(), as: UTF8.self)
        let length = end - text.startIndex + 1
        if let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][name] {
            return (Array(named.utf8), length)
        }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.lowercased().hasPrefix("x")
        guard let value = UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(value)
        else { return nil }
        return (Array(String(Character(scalar)).utf8), length)
    }
}
