import Glibc
import LoginBrowsers
import ProgramRunner
import Testing

/// Sockets that ask to share a port with others.
@Suite struct SharedPortTests {
    /// A socket with `SO_REUSEPORT` on a loopback address.
    private final class SharingSocket {
        private let descriptor: Int32
        /// The error of binding and listening; 0 when the socket listens.
        let error: Int32

        init(port: UInt16, family: Int32) {
            descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            var yes: Int32 = 1
            let size = socklen_t(MemoryLayout<Int32>.size)
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &yes, size)
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
            let status: Int32
            if family == AF_INET {
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = port.bigEndian
                address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
                status = Self.bind(descriptor, &address)
            } else {
                setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size)
                var address = sockaddr_in6()
                address.sin6_family = sa_family_t(AF_INET6)
                address.sin6_port = port.bigEndian
                address.sin6_addr = in6addr_loopback
                status = Self.bind(descriptor, &address)
            }
            error = status == 0 && listen(descriptor, 1) == 0 ? 0 : errno
        }

        deinit { close(descriptor) }

        private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
                }
            }
        }
    }

    @Test func `A9 no other socket takes responses from the port of a login, even with SO_REUSEPORT`() throws {
        let listener = try CallbackListener { _ in .ignored }
        defer { listener.close() }

        for family in [AF_INET, AF_INET6] {
            let error = SharingSocket(port: listener.port, family: family).error
            // A machine without IPv6 has no such address.
            #expect(error == EADDRINUSE || (family == AF_INET6 && error == EADDRNOTAVAIL))
        }
    }

    @Test(arguments: [AF_INET, AF_INET6])
    func `A9 a port that another socket offers to share is taken`(family: Int32) throws {
        let port = try FreePort.find()
        let other = SharingSocket(port: port, family: family)
        guard other.error != EADDRNOTAVAIL else { return }

        withExtendedLifetime(other) {
            #expect(other.error == 0)
            let error = #expect(throws: LoopbackError.self) {
                try CallbackListener(.init(port: port)) { _ in .ignored }
            }
            #expect(error?.code == .portUnavailable)
        }
    }
}
