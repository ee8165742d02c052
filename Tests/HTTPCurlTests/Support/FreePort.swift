import Glibc

/// A port for a program that cannot choose one by itself.
enum FreePort {
    /// A port nobody listens on.
    static func find() throws -> Int {
        let (descriptor, port) = try bound()
        close(descriptor)
        return port
    }

    /// Waits until somebody listens, without connecting: the port cannot be bound any more.
    static func waitUntilServed(_ port: Int) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            guard let (descriptor, _) = try? bound(to: port) else { return }
            close(descriptor)
            sched_yield()
        }
        throw FaultServerError()
    }

    private static func bound(to port: Int = 0) throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) | listen(descriptor, 1) | getsockname(descriptor, $0, &size)
            }
        }
        guard status == 0 else {
            close(descriptor)
            throw FaultServerError()
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }
}
