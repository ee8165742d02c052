import LinuxCLibrary
import LinuxSystemCalls

/// The owner of the program at the other end of a connection on this machine.
///
/// Every user of the machine can connect to the port. Another user who is redirected by the ``StartPage`` would have
/// `state`, `nonce` and `code_challenge`, and could log in with them and send their own authorization response. The
/// kernel reports the owner of a socket while a process has it open; for a closed socket it reports nothing or root, so
/// a client that closes its socket before the check is not trusted.
enum PeerOwner {
    /// The kernel's entry of a socket.
    enum Entry: Equatable {
        case heldBy(UInt32)
        /// The program has closed the socket, and the kernel keeps it for the rest of the connection.
        case leftBehind
        case missing
        /// The list could not be read.
        case unknown
    }

    /// Returns whether a connection comes from a user who may respond for the user of this process.
    ///
    /// These are the user, the user who called `sudo`, and root, who has this power anyway. An established connection
    /// that the kernel does not list, such as one forwarded from another network namespace, is accepted: `state` and
    /// PKCE still protect the login.
    static func isTrusted(_ descriptor: Int32) -> Bool {
        // Without an address the connection was reset.
        guard let peer = Endpoint(of: descriptor, getpeername), let own = Endpoint(of: descriptor, getsockname) else {
            return false
        }
        // Reads the list if the kernel cannot be queried for one socket. The list may omit sockets while others open or
        // close.
        switch SocketMonitor.entry(from: peer, to: own) ?? listedEntry(from: peer, to: own) {
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

    /// Finds the socket at the other end by both addresses. Ports are not enough: another program may have the same
    /// port at another address.
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
    /// The query as in the address, without the `?`.
    package let query: String
    private let peer: Peer

    init(query: String, peer: Peer) { (self.query, self.peer) = (query, peer) }

    /// Whether a program of this user sent the request, see ``PeerOwner``. Check it for the request with the right
    /// `state`.
    ///
    /// - Complexity: O(1), or O(*n*) in the number of connections of the machine for a program that could not be
    ///   trusted when its connection was accepted: the kernel's list is read again.
    package var isFromThisUser: Bool { peer.isTrusted }
}

/// The program at the other end of an accepted connection.
struct Peer: Sendable {
    private let descriptor: Int32
    private let wasTrusted: Bool

    /// Looks up the owner immediately: the kernel discards it when the program closes or resets the connection, which a
    /// browser may do as soon as it has sent its request.
    init(_ descriptor: Int32) { (self.descriptor, wasTrusted) = (descriptor, PeerOwner.isTrusted(descriptor)) }

    /// Whether the program belongs to a user who may respond, see ``PeerOwner``.
    var isTrusted: Bool { wasTrusted || PeerOwner.isTrusted(descriptor) }
}
