import Foundation

/// A port that nobody listens to now, and that the system gives to nobody, for those begin at 32768: of the redirect URIs that an application has to know beforehand.
func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16.random(in: 20_000..<30_000).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
        }
    }
    guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRINUSE) }
    return UInt16(bigEndian: address.sin_port)
}
