import CAuth0MicroHTTPD
import LinuxCLibrary

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
