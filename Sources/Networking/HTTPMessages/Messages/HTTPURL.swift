/// The address of a request: `https://host[:port]/path[?query]`, checked octet by octet and never repaired.
///
/// Plain `http` is accepted for loopback only: `127.0.0.0/8`, `[::1]`, and the name `localhost`, which libcurl resolves
/// itself, without a name server (RFC 6761 §6.3). User information, fragments, spaces, control characters and non-ASCII
/// characters are refused; an accepted URL is sent unchanged.
///
/// - SeeAlso: [RFC 3986](https://www.rfc-editor.org/rfc/rfc3986),
///   [RFC 6761 §6.3](https://www.rfc-editor.org/rfc/rfc6761#section-6.3),
///   [RFC 9700 §2.6](https://www.rfc-editor.org/rfc/rfc9700#section-2.6)
public struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
    /// The address as it is sent.
    public let string: String
    /// Whether the channel is protected by TLS.
    public let isSecure: Bool
    /// The host in lower case; an IPv6 address is in brackets.
    public let host: String
    /// The port, given or implied by the scheme.
    public let port: Int

    /// The position of the path in `string`.
    private let pathOffset: Int

    /// Checks an address.
    ///
    /// - Parameter string: An absolute URL.
    /// - Throws: ``HTTPURLError`` with the reason it is not valid.
    public init(_ string: String) throws { try self.init(checking: string) }

    package init(checking string: String) throws(HTTPURLError) {
        let bytes = Array(string.utf8)
        guard bytes.count <= 8192 else { throw HTTPURLError(.tooLong) }
        guard bytes.allSatisfy(Self.isURLOctet) else { throw HTTPURLError(.forbiddenCharacter) }
        let (isSecure, start) = try Self.scheme(of: bytes)
        let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? bytes.count
        let authority = try Authority(bytes[start..<end])
        guard isSecure || authority.isLoopback else { throw HTTPURLError(.insecure) }
        self.isSecure = isSecure
        host = authority.host
        port = authority.port ?? (isSecure ? 443 : 80)
        if end == bytes.count || bytes[end] == UInt8(ascii: "?") {
            self.string =
                String(decoding: bytes[..<end], as: UTF8.self) + "/" + String(decoding: bytes[end...], as: UTF8.self)
        } else {
            self.string = string
        }
        pathOffset = end
    }

    /// Returns the address of a resource below this one.
    ///
    /// - Parameter reference: A relative path with or without a query, percent-encoded.
    /// - Returns: The address with `reference` at its end.
    /// - Throws: ``HTTPURLError`` with the code ``HTTPURLError/Code/forbiddenCharacter`` if `reference` has a character
    ///   that is not allowed in a URL.
    public func appending(_ reference: String) throws -> HTTPURL {
        for byte in reference.utf8 where !Self.isURLOctet(byte) { throw HTTPURLError(.forbiddenCharacter) }
        return HTTPURL(base: self, string: string + reference)
    }

    private init(base: HTTPURL, string: String) {
        self.string = string
        isSecure = base.isSecure
        host = base.host
        port = base.port
        pathOffset = base.pathOffset
    }

    /// The scheme, the host, and the port unless it is the default port of the scheme.
    ///
    /// - SeeAlso: [RFC 6454 §6.2](https://www.rfc-editor.org/rfc/rfc6454#section-6.2)
    public var origin: String {
        let isDefault = port == (isSecure ? 443 : 80)
        return (isSecure ? "https://" : "http://") + host + (isDefault ? "" : ":\(port)")
    }

    /// The path, from its first slash to the query.
    public var path: String {
        let rest = string.utf8.dropFirst(pathOffset)
        return String(decoding: rest.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// The query without its question mark, or `nil` when there is none.
    public var query: String? {
        guard let mark = string.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        return String(decoding: string.utf8[string.utf8.index(after: mark)...], as: UTF8.self)
    }

    /// The origin and path; the query may contain secrets.
    public var description: String { origin + path }

    /// Returns whether a text is `host[:port]`, without user information; the host may end with the dot of the root.
    package static func isAuthority(_ text: some StringProtocol) -> Bool {
        (try? Authority(Array(text.utf8)[...], allowsRootDot: true)) != nil
    }

    private static func scheme(of bytes: [UInt8]) throws(HTTPURLError) -> (isSecure: Bool, end: Int) {
        for (scheme, isSecure) in [("https://", true), ("http://", false)]
        where bytes.starts(with: scheme.utf8, by: { $0 | 0x20 == $1 | 0x20 }) { return (isSecure, scheme.utf8.count) }
        throw HTTPURLError(.unsupportedScheme)
    }

    /// Returns whether a byte is unreserved, reserved or `%` (RFC 3986), but not `#`: visible ASCII without
    /// ``"#<>\^`{|}``.
    private static func isURLOctet(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x24...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E: true
        default: false
        }
    }
}

/// `host[:port]` of a URL, without user information.
private struct Authority {
    let host: String
    let port: Int?

    init(_ bytes: ArraySlice<UInt8>, allowsRootDot: Bool = false) throws(HTTPURLError) {
        guard !bytes.contains(UInt8(ascii: "@")) else { throw HTTPURLError(.userInformation) }
        let colon = bytes.lastIndex(of: UInt8(ascii: ":"))
        let bracket = bytes.lastIndex(of: UInt8(ascii: "]"))
        let hostEnd = colon.map { $0 > (bracket ?? -1) ? $0 : bytes.endIndex } ?? bytes.endIndex
        host = String(decoding: bytes[..<hostEnd].map(\.lowercased), as: UTF8.self)
        guard Self.isHost(bytes[..<hostEnd], allowsRootDot) else { throw HTTPURLError(.invalidHost) }
        guard hostEnd < bytes.endIndex else {
            port = nil
            return
        }
        let digits = bytes[(hostEnd + 1)...]
        guard !digits.isEmpty, digits.count <= 5, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(number)
        else { throw HTTPURLError(.invalidPort) }
        port = number
    }

    var isLoopback: Bool {
        if host == "[::1]" || host == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        // A number with leading zeros is octal to some programs.
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in UInt8(part).map(String.init) == String(part) }
    }

    private static func isHost(_ bytes: ArraySlice<UInt8>, _ allowsRootDot: Bool) -> Bool {
        if bytes.first == UInt8(ascii: "[") {
            return bytes.count > 3 && bytes.last == UInt8(ascii: "]")
                && bytes.dropFirst().dropLast().allSatisfy(isAddressByte)
        }
        let name = allowsRootDot && bytes.last == UInt8(ascii: ".") ? bytes.dropLast() : bytes
        return name.count <= 253
            && name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.count) && label.allSatisfy { $0.isAlphanumeric || "-_".utf8.contains($0) }
                    && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            }
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        Character(Unicode.Scalar(byte)).isHexDigit || ":.".utf8.contains(byte)
    }
}

extension HTTPURL: CustomDebugStringConvertible, CustomReflectable {
    /// The origin and path; the query may contain secrets.
    public var debugDescription: String { description }
    /// A mirror with the origin and path only.
    public var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}
