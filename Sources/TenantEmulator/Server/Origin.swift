import ByteEncodings
import CAuth0MicroHTTPD
import LinuxCLibrary

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
        else { throw EmulatorError(.malformedOrigin, "\(text): the form of an origin is https://HOST:PORT") }
        self.init(scheme: String(parts[0]), host: host, port: port)
    }

    var text: String { "\(scheme)://\(host.contains(":") ? "[\(host)]" : host)\(port.map { ":\($0)" } ?? "")" }

    func with(host: String) -> Origin { Origin(scheme: scheme, host: host, port: port) }

    /// Splits a host and a port; `nil` for any other text.
    static func authority(_ text: String) -> (host: String, port: UInt16?)? {
        let isLiteral = text.first == "["
        let end = isLiteral ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        guard !isLiteral || end != nil else { return nil }
        let name = text[..<(end ?? text.endIndex)]
        let rest = text[name.endIndex...]
        let port = rest.isEmpty ? nil : UInt16(digits: rest.dropFirst())
        guard rest.isEmpty || (rest.first == ":" && port != nil) else { return nil }
        let host = String(isLiteral ? name.dropFirst().dropLast() : name)
        guard !host.isEmpty, isLiteral == Address.isIPv6(host),
            isLiteral || host.utf8.allSatisfy({ isHostByte($0) || $0 == UInt8(ascii: "_") })
        else {
            return nil
        }
        return (host.lowercased(), port)
    }

    static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

/// Literal addresses.
enum Address {
    static func isIPv4(_ text: String) -> Bool { bytes(text)?.count == 4 }

    static func isIPv6(_ text: String) -> Bool { bytes(text)?.count == 16 }

    /// Whether a literal address can be reached only from this machine.
    static func isLoopback(_ text: String) -> Bool {
        guard let bytes = bytes(text) else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// The bytes of a literal address in network order; `nil` for a host name.
    static func bytes(_ text: String) -> [UInt8]? {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: &four) { Array($0) } }
        if inet_pton(AF_INET6, text, &six) == 1 { return withUnsafeBytes(of: &six) { Array($0) } }
        return nil
    }
}
