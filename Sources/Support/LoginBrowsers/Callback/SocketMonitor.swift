import LinuxCLibrary

/// The kernel's interface that finds one TCP socket by its addresses, without reading a list of all of them
/// ([sock_diag(7)](https://man7.org/linux/man-pages/man7/sock_diag.7.html)).
enum SocketMonitor {
    /// `NETLINK_SOCK_DIAG`
    private static let netlinkProtocol: Int32 = 4
    /// `SOCK_DIAG_BY_FAMILY`
    private static let messageType: UInt16 = 20
    /// `struct nlmsghdr` and `struct inet_diag_req_v2`
    private static let requestCount = 16 + 56
    /// `struct nlmsghdr` and `struct inet_diag_msg`
    private static let responseCount = 16 + 72

    /// Returns the entry of a connected socket; `nil` if there is no such socket, or the kernel has no such interface,
    /// which its response does not distinguish.
    static func entry(from peer: Endpoint, to own: Endpoint) -> PeerOwner.Entry? {
        let descriptor = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), netlinkProtocol)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let request = request(from: peer, to: own)
        guard send(descriptor, request, request.count, 0) == request.count else { return nil }
        var response = [UInt8](repeating: 0, count: 512)
        // The kernel has responded before `send` returns.
        let count = recv(descriptor, &response, response.count, Int32(MSG_DONTWAIT))
        guard count >= responseCount else { return nil }
        return response.withUnsafeBytes { entry(in: $0, of: peer) }
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
            for (index, word) in peer.words.enumerated() {
                bytes.storeBytes(of: word, toByteOffset: 28 + 4 * index, as: UInt32.self)
            }
            for (index, word) in own.words.enumerated() {
                bytes.storeBytes(of: word, toByteOffset: 44 + 4 * index, as: UInt32.self)
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
