import CAuth0Linux
import Glibc
import LoginBrowsers
import ProgramRunner
import Testing

/// Machines with another network configuration: each test has its own network, in a process of its own.
@Suite(.enabled(if: geteuid() == 0, "only root can have a network of its own"))
struct OwnNetworkTests {
    @Test func `a browser may omit the default port`() async {
        await #expect(processExitsWith: .success) {
            try enterNetwork()
            let listener = try CallbackListener(.init(host: "127.0.0.1", port: 80)) { _ in .ignored }

            for (host, status) in [("127.0.0.1", 400), ("127.0.0.1:80", 400), ("127.0.0.1:", 421), ("[::1]", 421)] {
                let visitor = Visitor(port: 80)
                visitor.send("GET /callback?a HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n\r\n")
                #expect(visitor.status() == status, "\(host)")
            }
            withExtendedLifetime(listener) {}
        }
    }

    @Test func `a listener for the IPv6 address is refused without IPv6`() async {
        await #expect(processExitsWith: .success) {
            try enterNetwork("echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6")

            let listener = try CallbackListener { _ in .ignored }
            #expect(listener.redirectURI.hasPrefix("http://127.0.0.1:"))
            #expect(throws: LoopbackError.self) { try CallbackListener(.init(host: "[::1]")) { _ in .ignored } }
            _ = try CallbackListener(.init(host: "127.0.0.1")) { _ in .ignored }
        }
    }
}

/// Gives this thread a network with only the loopback interface.
private func enterNetwork(_ change: String = "true") throws {
    try #require(auth0_leave_network() == 0)
    let script = "PATH=$PATH:/usr/sbin:/sbin; ip link set lo up && \(change)"
    try #require(try ProgramRun(waitingFor: "/bin/sh", ["-c", script]).status == 0)
}
