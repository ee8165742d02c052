import Glibc
import Testing

@testable import LoginBrowsers

/// The owner of a socket, which the kernel reports for two addresses. A list of all sockets may lack some of them.
@Suite struct SocketMonitorTests {
    private let listener: CallbackListener
    private let monitor: SocketMonitor

    init() throws {
        listener = try CallbackListener(.init(clientTimeout: .seconds(600))) { _ in .ignored }
        monitor = try #require(SocketMonitor())
    }

    /// The two ends of a client's connection.
    private func ends(_ visitor: Visitor) throws -> (peer: Endpoint, own: Endpoint) {
        (
            try #require(Endpoint(of: visitor.descriptor, getsockname)),
            try #require(Endpoint(of: visitor.descriptor, getpeername))
        )
    }

    @Test(arguments: [AF_INET, AF_INET6])
    func `A7 finds the user of a connected socket, and none after its end`(family: Int32) throws {
        let visitor = Visitor(port: listener.port, family: family)
        guard visitor.isConnected else {
            // A machine without IPv6.
            #expect(family == AF_INET6)
            return
        }
        let (peer, own) = try ends(visitor)

        #expect(monitor.entry(from: peer, to: own) == .heldBy(geteuid()))
        visitor.reset()
        #expect(monitor.entry(from: peer, to: own) == nil)
    }

    @Test func `A7 among a thousand sockets that come and go, a connected one is always found`() async throws {
        let visitor = Visitor(port: listener.port)
        let (peer, own) = try ends(visitor)

        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for _ in 0..<1000 { _ = socketThatListened() }
            }
            for _ in 0..<1000 { #expect(monitor.entry(from: peer, to: own) == .heldBy(geteuid())) }
        }
        withExtendedLifetime(visitor) {}
    }

    @Test func `A7 a listener is not a connection`() throws {
        let visitor = Visitor(port: listener.port)
        let own = try ends(visitor).own

        #expect(monitor.entry(from: own, to: own) == nil)
        withExtendedLifetime(visitor) {}
    }
}

/// Opens a listening socket on a free port, and closes it.
private func socketThatListened() -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    return listen(descriptor, 1) == 0
}
