import Glibc
import Synchronization

/// Free ports for programs that cannot choose one themselves, and for redirect URIs that must be known beforehand.
package enum FreePort: Sendable {
    /// Finds a port of 127.0.0.1 that is free and was not found before by this process. It is below 32768, so that the
    /// system does not assign it to another socket.
    ///
    /// - Throws: ``FreePortError`` when a hundred ports in a row are taken.
    package static func find() throws(FreePortError) -> UInt16 {
        for _ in 0..<100 {
            let port = UInt16.random(in: 20_000..<30_000)
            guard found.withLock({ $0.insert(port).inserted }) else { continue }
            if isFree(port) { return port }
        }
        throw FreePortError()
    }

    /// The ports that tests of this process have: another test does not get one while nothing listens to it for a
    /// moment.
    private static let found = Mutex<Set<UInt16>>([])

    private static func isFree(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}

/// No port is free.
package struct FreePortError: Error {}
