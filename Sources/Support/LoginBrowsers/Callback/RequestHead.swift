import HTTPMessages

/// The head of a request to the listener: the `GET`, in origin form and without a body, of a browser that follows a
/// redirect (RFC 9112). All other input is refused with a status code and not interpreted.
package struct RequestHead: Equatable, Sendable {
    package let path: String
    /// The part after the `?` as it was sent; `nil` without a `?`.
    package let query: String?
    package let host: String
    /// The value of the `Origin` field, which a navigation does not have.
    package let origin: String?
    package let cookies: String?
    /// Whether, according to the browser, the request is not a navigation but of a page or in advance (Fetch Metadata).
    package let isSubresource: Bool

    /// The state of parsing the octets received so far.
    package enum Reading: Equatable, Sendable {
        /// The octets are the beginning of a head.
        case incomplete
        case head(RequestHead)
        case refused(status: Int)
    }

    /// The maximum length of a head in octets.
    package static let limit = 16 * 1024
    package static let fieldLimit = 100

    /// Parses a head from all octets received so far.
    package static func read(_ bytes: [UInt8]) -> Reading {
        guard let end = endOfHead(bytes) else {
            if bytes.count > limit { return .refused(status: 431) }
            // The first octet already shows a client with another protocol.
            return bytes.first.map { $0.isUpperCase } ?? true ? .incomplete : .refused(status: 400)
        }
        guard end <= limit else { return .refused(status: 431) }
        guard let lines = lines(of: bytes[..<end]), let first = lines.first else { return .refused(status: 400) }
        return read(requestLine: first, fields: lines.dropFirst())
    }

    private static func read(requestLine: ArraySlice<UInt8>, fields: ArraySlice<ArraySlice<UInt8>>) -> Reading {
        let parts = requestLine.split(separator: .space, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenByte) else {
            return .refused(status: 400)
        }
        guard parts[2].elementsEqual("HTTP/1.1".utf8) || parts[2].elementsEqual("HTTP/1.0".utf8) else {
            return .refused(status: parts[2].starts(with: "HTTP/".utf8) ? 505 : 400)
        }
        guard parts[0].elementsEqual("GET".utf8) else { return .refused(status: 405) }
        let target = parts[1]
        guard target.first == UInt8(ascii: "/"),
            target.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
        else { return .refused(status: 400) }
        guard fields.count <= fieldLimit else { return .refused(status: 431) }
        guard let values = values(of: fields), let host = values["host"] else { return .refused(status: 400) }
        let isNavigation = values["sec-fetch-mode"] ?? "navigate" == "navigate"
        let isOfDocument = values["sec-fetch-dest"] ?? "document" == "document"
        let isPrefetch = values["sec-purpose"] ?? values["purpose"] != nil
        let cut = target.firstIndex(of: UInt8(ascii: "?"))
        return .head(
            RequestHead(
                path: String(decoding: target[..<(cut ?? target.endIndex)], as: UTF8.self),
                query: cut.map { String(decoding: target[($0 + 1)...], as: UTF8.self) },
                host: host, origin: values["origin"], cookies: values["cookie"],
                isSubresource: !isNavigation || !isOfDocument || isPrefetch))
    }

    /// The fields that must not be repeated; older browsers send `Purpose` instead of `Sec-Purpose`.
    private static let single: Set<String> = [
        "host", "origin", "sec-fetch-mode", "sec-fetch-dest", "sec-purpose", "purpose", "cookie",
    ]

    /// Returns the values of the fields in ``single``; `nil` for a repeated or malformed field, or with a body.
    private static func values(of fields: ArraySlice<ArraySlice<UInt8>>) -> [String: String]? {
        var values: [String: String] = [:]
        for field in fields {
            guard let colon = field.firstIndex(of: UInt8(ascii: ":")), colon > field.startIndex,
                field[..<colon].allSatisfy(\.isTokenByte), field[colon...].allSatisfy(\.isFieldOctet)
            else { return nil }
            let name = String(decoding: field[..<colon], as: UTF8.self).lowercased()
            let value = String(decoding: field[(colon + 1)...].trimmed, as: UTF8.self)
            if name == "transfer-encoding" || name == "content-length" && value != "0" { return nil }
            guard !single.contains(name) || values.updateValue(value, forKey: name) == nil else { return nil }
        }
        return values
    }

    /// The index after the empty line at the end of the head.
    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        // Not `firstRange(of:)`, which is a hundred times slower: a client may send a head octet by octet.
        for index in 3..<bytes.count
        where bytes[index] == .lf && bytes[index - 1] == .cr && bytes[index - 2] == .lf && bytes[index - 3] == .cr {
            return index + 1
        }
        return nil
    }

    /// The lines of the head without the empty one at its end; `nil` with a bare CR or LF, or without a first line.
    private static func lines(of head: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        let lines = head.split(separator: .lf, omittingEmptySubsequences: false).dropLast()
        guard lines.allSatisfy({ $0.firstIndex(of: .cr) == $0.endIndex - 1 }), let first = lines.first, first.count > 1
        else { return nil }
        return lines.dropLast().map { $0.dropLast() }
    }
}

extension UInt8 {
    fileprivate static let cr: UInt8 = 0x0D
    fileprivate static let lf: UInt8 = 0x0A
    fileprivate static let space: UInt8 = 0x20

    fileprivate var isUpperCase: Bool { (0x41...0x5A).contains(self) }

    /// RFC 9110 §5.5: visible octets, spaces and tabs.
    fileprivate var isFieldOctet: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without spaces, tabs and carriage returns at both ends.
    var trimmed: SubSequence {
        let isBlank = { (byte: UInt8) in byte == .space || byte == 0x09 || byte == .cr }
        let end = lastIndex { !isBlank($0) }.map(index(after:)) ?? startIndex
        return self[..<end].drop(while: isBlank)
    }
}
