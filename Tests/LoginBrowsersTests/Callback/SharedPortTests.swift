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
            if family == AF_INET6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size) }
            let status = reachLoopback(family, port) { [descriptor] in bind(descriptor, $0, $1) }
            error = status == 0 && listen(descriptor, 1) == 0 ? 0 : errno
        }

        deinit { close(descriptor) }
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
