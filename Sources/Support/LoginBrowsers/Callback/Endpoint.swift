import LinuxCLibrary

/// The address of one end of a connection, in the format of the kernel.
struct Endpoint {
    /// The octets of the address in words of four, in memory order.
    let words: [UInt32]
    let port: UInt16

    typealias Naming = (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32

    init?(of descriptor: Int32, _ name: Naming) {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(descriptor, $0, &size) }
        }
        guard status == 0 else { return nil }
        // The same offset in the addresses of both families.
        port = UInt16(bigEndian: address.sin6_port)
        words = withUnsafeBytes(of: address) { bytes in
            Int32(address.sin6_family) == AF_INET
                ? [bytes.load(fromByteOffset: 4, as: UInt32.self)]
                : (2..<6).map { bytes.load(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
    }

    /// `ADDRESS:PORT` in hexadecimal, in the format of the list of IPv4 (0) or of IPv6 (1). The latter also contains
    /// the IPv4 connections of sockets for both families.
    func spelled(_ list: Int) -> String? {
        if words.count == 1, list == 1 { return Self.text([0, 0, UInt32(0xFFFF).bigEndian] + words, port) }
        return (words.count == 1) == (list == 0) ? Self.text(words, port) : nil
    }

    private static func text(_ words: [UInt32], _ port: UInt16) -> String {
        words.map { hexadecimal(UInt64($0), 8) }.joined() + ":" + hexadecimal(UInt64(port), 4)
    }

    private static func hexadecimal(_ number: UInt64, _ width: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: width - digits.utf8.count) + digits
    }
}
