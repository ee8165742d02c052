import Glibc
import LinuxSystemCalls

/// Whose program is at the other end of a connection on this machine.
///
/// The address that a browser is sent to stands in its command line, where every user of the machine can read it, with
/// `state`, `nonce` and `code_challenge` in it. Somebody else could log in as themselves with these, and bring the answer
/// to our port. The kernel knows whose socket it is, as long as somebody holds it: of one that was closed it tells
/// nothing or says that it is root's, so whoever has left before being looked at is not believed.
enum PeerOwner {
    /// What the kernel's list of connections says about a socket.
    private enum Entry {
        case heldBy(UInt32)
        /// Closed by its program, and kept by the kernel for the rest of the conversation.
        case leftBehind
        case missing
        /// The list could not be read.
        case unknown
    }

    /// Whether the connection comes from somebody who may answer for this user.
    ///
    /// That is the user, the user behind `sudo`, and root, who can do so anyway. A connection that stands and that the
    /// kernel does not list, as from another network namespace that is forwarded here, is let in: `state` and PKCE still
    /// decide.
    static func isTrusted(_ descriptor: Int32) -> Bool {
        // Without a name it was reset.
        guard let peer = Endpoint(of: descriptor, getpeername), let own = Endpoint(of: descriptor, getsockname) else {
            return false
        }
        switch entry(from: peer, to: own) {
        case .heldBy(let owner): return mayAnswer(owner)
        case .leftBehind, .unknown: return false
        // Asked afterwards: whoever was there while the list was read is in it.
        case .missing: return isEstablished(descriptor)
        }
    }

    private static func mayAnswer(_ owner: UInt32) -> Bool {
        if owner == 0 || owner == geteuid() || owner == getuid() { return true }
        guard geteuid() == 0, let sudo = ProcessEnvironment["SUDO_UID"] else { return false }
        return UInt32(sudo) == owner
    }

    /// What is listed of the socket at the other end, whose own address is `peer`. Ports alone do not name it: another
    /// program may have the same one at another address.
    private static func entry(from peer: Endpoint, to own: Endpoint) -> Entry {
        for (table, spelling) in zip(["/proc/net/tcp", "/proc/net/tcp6"], 0...) {
            guard let local = peer.spelled(spelling), let remote = own.spelled(spelling) else { continue }
            guard let file = fopen(table, "re") else {
                // Where there is no such list nobody is in it.
                if errno == ENOENT || errno == EACCES { continue }
                return .unknown
            }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 512)
            while fgets(&line, Int32(line.count), file) != nil {
                let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                let columns = text.split(separator: " ")
                guard columns.count > 9, columns[1] == local, columns[2] == remote else { continue }
                guard columns[9] != "0", let owner = UInt32(columns[7]) else { return .leftBehind }
                return .heldBy(owner)
            }
        }
        return .missing
    }

    private static func isEstablished(_ descriptor: Int32) -> Bool {
        // The first member of `struct tcp_info`; 1 is TCP_ESTABLISHED.
        var state: UInt8 = 0
        var size = socklen_t(1)
        return getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &state, &size) == 0 && state == 1
    }
}

/// One end of a connection, as the kernel's lists spell it.
private struct Endpoint {
    /// The octets of the address, four in a word, as they lie in memory.
    private let words: [UInt32]
    private let port: UInt16

    typealias Naming = (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32

    init?(of descriptor: Int32, _ name: Naming) {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(descriptor, $0, &size) }
        }
        guard status == 0 else { return nil }
        // At the same place in the addresses of both families.
        port = UInt16(bigEndian: address.sin6_port)
        words = withUnsafeBytes(of: address) { bytes in
            Int32(address.sin6_family) == AF_INET
                ? [bytes.load(fromByteOffset: 4, as: UInt32.self)]
                : (2..<6).map { bytes.load(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
    }

    /// `ADDRESS:PORT` in hexadecimal, as the list of IPv4 (0) or of IPv6 (1) has it; there a program that speaks both by one
    /// socket has its IPv4 connections, too.
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
