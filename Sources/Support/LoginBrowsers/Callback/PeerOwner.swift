import LinuxCLibrary
import LinuxSystemCalls

/// The owner of the program at the other end of a connection on this machine.
///
/// Another user who is redirected by the ``StartPage`` would have `state`, `nonce` and `code_challenge`, and could log
/// in with them and send their own authorization response. The kernel reports the owner of a socket while a process has
/// it open, so a client that closes its socket before the check is not trusted.
enum PeerOwner {
    enum Entry: Equatable {
        case heldBy(UInt32)
        /// The program has closed the socket, and the kernel keeps it for the rest of the connection.
        case leftBehind
        case missing
        /// The list could not be read.
        case unknown
    }

    /// Returns whether a connection comes from the user of this process, the user who called `sudo`, or root.
    ///
    /// An established connection that the kernel does not list, such as one from another network namespace, is
    /// accepted: `state` and PKCE still protect the login.
    static func isTrusted(_ descriptor: Int32, _ monitor: SocketMonitor?) -> Bool {
        // Without an address the connection was reset.
        guard let peer = Endpoint(of: descriptor, getpeername), let own = Endpoint(of: descriptor, getsockname) else {
            return false
        }
        // Reads the list if the kernel cannot be queried for one socket. The list may omit sockets while others open or
        // close.
        switch monitor?.entry(from: peer, to: own) ?? listedEntry(from: peer, to: own) {
        case .heldBy(let owner): return mayRespond(owner)
        case .leftBehind, .unknown: return false
        // Checked after the list was read: a connection that is still established existed all the time.
        case .missing: return isEstablished(descriptor)
        }
    }

    private static func mayRespond(_ owner: UInt32) -> Bool {
        if owner == 0 || owner == geteuid() || owner == getuid() { return true }
        guard geteuid() == 0, let sudo = ProcessEnvironment["SUDO_UID"] else { return false }
        return UInt32(sudo) == owner
    }

    /// Finds the socket at the other end by both addresses: another program may have the same port at another address.
    private static func listedEntry(from peer: Endpoint, to own: Endpoint) -> Entry {
        for (table, spelling) in zip(["/proc/net/tcp", "/proc/net/tcp6"], 0...) {
            guard let local = peer.spelled(spelling), let remote = own.spelled(spelling) else { continue }
            let ends = "\(local) \(remote) "
            guard let file = fopen(table, "re") else {
                // A machine without this address family has no such list.
                if errno == ENOENT || errno == EACCES { continue }
                return .unknown
            }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 512)
            while fgets(&line, Int32(line.count), file) != nil {
                // Most lines are of other connections; there may be thousands of them.
                guard strstr(line, ends) != nil else { continue }
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

/// A well-formed request for the path of the redirect URI.
package struct Callback: Sendable {
    package let query: String
    private let peer: Peer

    init(query: String, peer: Peer) { (self.query, self.peer) = (query, peer) }

    /// Whether a program of this user sent the request, see ``PeerOwner``. Check it for the request with the right
    /// `state`: it may read the kernel's list again.
    package var isFromThisUser: Bool { peer.isTrusted }
}

struct Peer: Sendable {
    private let descriptor: Int32
    private let monitor: SocketMonitor?
    private let wasTrusted: Bool

    /// Looks up the owner immediately: the kernel discards it when the program closes the connection.
    init(_ descriptor: Int32, _ monitor: SocketMonitor?) {
        (self.descriptor, self.monitor) = (descriptor, monitor)
        wasTrusted = PeerOwner.isTrusted(descriptor, monitor)
    }

    /// Whether the program belongs to a user who may respond, see ``PeerOwner``.
    var isTrusted: Bool { wasTrusted || PeerOwner.isTrusted(descriptor, monitor) }
}

/// The address of one end of a connection, in the format of the kernel.
struct Endpoint {
    /// The octets of the address in words of four, in memory order.
    let words: [UInt32]
    let port: UInt16

    typealias Naming = (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32

    init?(of descriptor: Int32, _ name: Naming) {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(descriptor, $0, &size) }
        }
        guard status == 0 else { return nil }
        // The same offset in the addresses of both families.
        port = UInt16(bigEndian: address.sin6_port)
        words = withUnsafeBytes(of: address) { bytes in
            Int32(address.sin6_family) == AF_INET
                ? [bytes.load(fromByteOffset: 4, as: UInt32.self)]
                : (2..<6).map { bytes.load(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
    }

    /// `ADDRESS:PORT` in hexadecimal, in the format of the list of IPv4 (0) or of IPv6 (1). The latter also contains
    /// the IPv4 connections of sockets for both families.
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

/// The kernel's interface that finds one TCP socket by its addresses, without reading a list of all of them
/// ([sock_diag(7)](https://man7.org/linux/man-pages/man7/sock_diag.7.html)). One thread uses it.
///
/// It is opened before there is a connection: a process that has no descriptor left would refuse its own browser.
final class SocketMonitor: Sendable {
    private let descriptor: Int32

    /// `NETLINK_SOCK_DIAG`
    private static let netlinkProtocol: Int32 = 4
    /// `SOCK_DIAG_BY_FAMILY`
    private static let messageType: UInt16 = 20
    /// `struct nlmsghdr` and `struct inet_diag_req_v2`
    private static let requestCount = 16 + 56
    /// `struct nlmsghdr` and `struct inet_diag_msg`
    private static let responseCount = 16 + 72

    /// Opens the interface; `nil` if the kernel has none, or the process has no descriptor left.
    init?() {
        let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_NETLINK, kind, Self.netlinkProtocol)
        if descriptor < 0 { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Returns the entry of a connected socket; `nil` without one, or if the kernel does not respond.
    func entry(from peer: Endpoint, to own: Endpoint) -> PeerOwner.Entry? {
        let request = Self.request(from: peer, to: own)
        guard send(descriptor, request, request.count, 0) == request.count else { return nil }
        var response = [UInt8](repeating: 0, count: 512)
        // The kernel has responded before `send` returns.
        let count = recv(descriptor, &response, response.count, Int32(MSG_DONTWAIT))
        guard count >= Self.responseCount else { return nil }
        return response.withUnsafeBytes { Self.entry(in: $0, of: peer) }
    }

    private static func request(from peer: Endpoint, to own: Endpoint) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: requestCount)
        bytes.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: UInt32(requestCount), toByteOffset: 0, as: UInt32.self)
            bytes.storeBytes(of: messageType, toByteOffset: 4, as: UInt16.self)
            // `NLM_F_REQUEST`
            bytes.storeBytes(of: 1, toByteOffset: 6, as: UInt16.self)
            bytes[16] = UInt8(peer.words.count == 1 ? AF_INET : AF_INET6)
            bytes[17] = UInt8(IPPROTO_TCP)
            bytes.storeBytes(of: UInt32.max, toByteOffset: 20, as: UInt32.self)
            bytes.storeBytes(of: peer.port.bigEndian, toByteOffset: 24, as: UInt16.self)
            bytes.storeBytes(of: own.port.bigEndian, toByteOffset: 26, as: UInt16.self)
            for (start, words) in [(28, peer.words), (44, own.words)] {
                for (index, word) in words.enumerated() {
                    bytes.storeBytes(of: word, toByteOffset: start + 4 * index, as: UInt32.self)
                }
            }
            // `INET_DIAG_NOCOOKIE`
            bytes.storeBytes(of: UInt64.max, toByteOffset: 64, as: UInt64.self)
        }
        return bytes
    }

    private static func entry(in response: UnsafeRawBufferPointer, of peer: Endpoint) -> PeerOwner.Entry? {
        guard response.load(fromByteOffset: 4, as: UInt16.self) == messageType else { return nil }
        // Without a connection the kernel returns the listener of the port, which has no peer.
        let isListening = response[17] == 10
        guard !isListening, response.load(fromByteOffset: 20, as: UInt16.self) == peer.port.bigEndian else {
            return nil
        }
        let owner = response.load(fromByteOffset: 80, as: UInt32.self)
        let inode = response.load(fromByteOffset: 84, as: UInt32.self)
        return inode == 0 ? .leftBehind : .heldBy(owner)
    }
}
