import Foundation
import Glibc
import ProgramRunner

/// Another machine: a network namespace of its own, with a cable to this one that can be cut.
final class NetworkNamespace: Sendable {
    private let network: String
    private let name: String

    /// The address of this machine at the cable.
    var address: String { network + ".1" }

    /// Whether this process may create one.
    static let isPossible: Bool = {
        guard geteuid() == 0 else { return false }
        let probe = "auth0-probe-\(getpid())"
        let run = try? ProgramRun(waitingFor: "/bin/sh", ["-c", "ip netns add \(probe) && ip netns del \(probe)"])
        return run?.status == 0
    }()

    /// Creates the namespace and its cable.
    init() async throws {
        (name, network) = ("a0t\(UInt32.random(in: 0 ... .max))", "10.231.\(Int.random(in: 1...250))")
        try await Self.shell(
            """
            ip netns add \(name)
            ip link add \(name) type veth peer name eth0 netns \(name)
            ip addr add \(network).1/30 dev \(name); ip link set \(name) up
            ip -n \(name) addr add \(network).2/30 dev eth0; ip -n \(name) link set eth0 up
            """)
    }

    deinit { _ = try? ProgramRun(waitingFor: "/bin/sh", ["-c", "ip link del \(name); ip netns del \(name)"]) }

    /// The path of the namespace.
    var path: String { "/run/netns/\(name)" }

    /// Cuts the cable, or mends it: what is sent over a cut one is lost, and no machine notices it.
    func setCable(isCut: Bool) async throws {
        // Each end sends to the hardware address of no machine.
        let nowhere = "lladdr 02:00:00:00:00:01 nud permanent"
        try await Self.shell(
            isCut
                ? """
                ip neigh replace \(network).2 dev \(name) \(nowhere)
                ip -n \(name) neigh replace \(network).1 dev eth0 \(nowhere)
                """
                : """
                ip neigh del \(network).2 dev \(name)
                ip -n \(name) neigh del \(network).1 dev eth0
                """)
    }

    private static func shell(_ script: String) async throws {
        let run = try await ProgramRun("/bin/sh", ["-ec", script])
        guard run.status == 0 else { throw Failure(description: String(decoding: run.errors, as: UTF8.self)) }
    }

    struct Failure: Error, CustomStringConvertible { let description: String }
}
