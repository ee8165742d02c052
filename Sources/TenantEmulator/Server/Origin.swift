/// The origin under which clients reach a tenant.
struct Origin: Sendable, Equatable {
    let scheme: String
    /// The host name or literal address; an IPv6 address without brackets.
    let host: String
    /// The port; `nil` for the default of the scheme.
    let port: UInt16?

    init(scheme: String, host: String, port: UInt16?) { (self.scheme, self.host, self.port) = (scheme, host, port) }

    /// Parses a configured origin: `http` or `https`, a host and a port.
    init(_ text: String) throws(EmulatorError) {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, ["http", "https"].contains(parts[0]),
            let (host, port) = Self.authority(String(parts[1].hasSuffix("/") ? parts[1].dropLast() : parts[1]))
        else { throw EmulatorError(.malformedOrigin, "\(text): the form is https://HOST:PORT") }
        self.init(scheme: String(parts[0]), host: host, port: port)
    }

    /// The text, without a slash at the end.
    var text: String { "\(scheme)://\(host.contains(":") ? "[\(host)]" : host)\(port.map { ":\($0)" } ?? "")" }

    func with(host: String) -> Origin { Origin(scheme: scheme, host: host, port: port) }

    /// Splits a host and a port; `nil` for any other text.
    static func authority(_ text: String) -> (host: String, port: UInt16?)? {
        let isLiteral = text.first == "["
        let end = isLiteral ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        guard !isLiteral || end != nil else { return nil }
        let name = text[..<(end ?? text.endIndex)]
        let rest = text[name.endIndex...]
        let port = rest.isEmpty ? nil : UInt16(rest.dropFirst())
        guard rest.isEmpty || (rest.first == ":" && port != nil) else { return nil }
        let host = String(isLiteral ? name.dropFirst().dropLast() : name)
        guard !host.isEmpty, isLiteral == Address.isIPv6(host),
            isLiteral || host.utf8.allSatisfy({ isHostByte($0) || $0 == UInt8(ascii: "_") })
        else {
            return nil
        }
        return (host.lowercased(), port)
    }

    /// Whether a byte is a letter, a digit, a hyphen or a dot.
    static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
