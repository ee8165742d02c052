import LinuxCLibrary

/// A sequenced-packet socket between two processes of one user: one message in each direction.
enum HandoverSocket {
    /// The maximum length of an address in octets.
    static let longestAddress = 32_768
    /// The suffix of the files of listening sockets.
    static let suffix = ".socket"
    /// The suffix of the files of sockets that do not listen yet.
    static let draftSuffix = ".draft"
    /// The reply to the expected address.
    static let taken: UInt8 = 1
    /// The reply to another address.
    static let ignored: UInt8 = 0

    /// Opens a socket, whose calls block if it is patient; negative when the system has none left.
    static func make(isPatient: Bool = true) -> Int32 {
        let kind = SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | (isPatient ? 0 : SOCK_NONBLOCK.rawValue)
        return socket(AF_UNIX, Int32(kind), 0)
    }

    /// Calls `bind` or `connect` with the address of a path; a path that is too long fails with `ENAMETOOLONG`.
    static func reach(
        _ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isShort = withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            // One byte remains zero.
            guard path.utf8.count < bytes.count else { return false }
            bytes.copyBytes(from: path.utf8)
            return true
        }
        guard isShort else {
            errno = ENAMETOOLONG
            return -1
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Returns whether, by the kernel, the process at the other end belonged to a user when it connected or listened.
    static func isOfThisUser(_ descriptor: Int32, _ user: UInt32 = geteuid()) -> Bool {
        // `struct ucred`: process, user, group.
        var peer: (Int32, UInt32, UInt32) = (0, .max, .max)
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.1 == user
    }

    /// Sets the time limit of every call on a socket.
    static func limit(_ descriptor: Int32, seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }

    /// Sends one message.
    static func send(_ bytes: [UInt8], over descriptor: Int32) -> Bool {
        LinuxCLibrary.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Receives one message; `nil` when there is none, or when it is too long.
    static func receive(most: Int, over descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: most + 1)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard (1...most).contains(count) else { return nil }
        return Array(bytes[..<count])
    }
}
