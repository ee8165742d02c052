import CLinux
import Glibc

/// Whose program is at the other end of a connection on this machine.
///
/// The address that a browser is sent to stands in its command line, where every user of the machine can read it, with
/// `state`, `nonce` and `code_challenge` in it. Somebody else could log in as themselves with these, and bring the answer
/// to our port. The kernel knows whose socket it is.
enum PeerOwner {
    /// Whether the connection comes from somebody who may answer for this user.
    ///
    /// That is the user, the user behind `sudo`, and root, who can do so anyway. A connection that the kernel does not
    /// list, as from another network namespace that is forwarded here, is let in: `state` and PKCE still decide.
    static func isTrusted(_ descriptor: Int32) -> Bool {
        guard let peer = port(of: descriptor, getpeername), let own = port(of: descriptor, getsockname),
            let owner = owner(ofSocketFrom: peer, to: own)
        else { return true }
        if owner == 0 || owner == geteuid() || owner == getuid() { return true }
        guard geteuid() == 0, let sudo = auth0_environment("SUDO_UID") else { return false }
        return UInt32(String(cString: sudo)) == owner
    }

    /// The user ID in the kernel's list of connections: of the socket whose local port is `peer` and remote port `own`.
    private static func owner(ofSocketFrom peer: UInt16, to own: UInt16) -> UInt32? {
        for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
            guard let file = fopen(table, "re") else { continue }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 512)
            while fgets(&line, Int32(line.count), file) != nil {
                let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                let columns = text.split(separator: " ")
                guard columns.count > 7, port(in: columns[1]) == peer, port(in: columns[2]) == own else { continue }
                if let owner = UInt32(columns[7]) { return owner }
            }
        }
        return nil
    }

    /// The port of `ADDRESS:PORT`, in hexadecimal.
    private static func port(in column: Substring) -> UInt16? {
        column.split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
    }

    private typealias Naming = (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32

    /// The port, which is at the same place in the addresses of both families.
    private static func port(of descriptor: Int32, _ name: Naming) -> UInt16? {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(descriptor, $0, &size) }
        }
        return status == 0 ? UInt16(bigEndian: address.sin6_port) : nil
    }
}
