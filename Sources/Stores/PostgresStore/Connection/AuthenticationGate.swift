import LinuxCLibrary

/// A gate between libpq and an unverified server, until the server has proven that it knows the password.
///
/// libpq before version 16 sends the password in clear text to a server that requests it. Therefore libpq talks to one
/// end of a socket pair, which has the descriptor number of its own socket, and receives only SCRAM messages.
///
/// - SeeAlso: [Message formats](https://www.postgresql.org/docs/current/protocol-message-formats.html),
///   RFC 5802 §3: the last message of the server is its proof.
final class AuthenticationGate {
    /// The result of a step.
    enum Step {
        /// The message is not complete yet.
        case waiting
        /// libpq has a message to read.
        case passed
        /// The server asks for the password in another way, or proves nothing.
        case refused
        /// libpq talks to the server from now on.
        case open
    }

    /// The socket of the server.
    let server: Int32
    private let replaced: Int32
    private let near: Int32
    private var message: [UInt8] = []
    private var isProven = false
    private var isOpen = false

    private static let longestMessage = 65_536

    /// Creates a gate in place of a connected socket.
    init?(before socket: Int32) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let server = fcntl(socket, F_DUPFD_CLOEXEC, 3)
        guard server >= 0 else { return nil }
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            close(server)
            return nil
        }
        guard Self.put(ends[1], at: socket) else {
            for descriptor in ends + [server] { close(descriptor) }
            return nil
        }
        close(ends[1])
        (self.server, replaced, near) = (server, socket, ends[0])
    }

    deinit {
        close(near)
        close(server)
    }

    /// Reads from the server and forwards a complete message; does not block.
    func receive() -> Step {
        let wanted = message.count < 5 ? 5 : length + 1
        var bytes = [UInt8](repeating: 0, count: wanted - message.count)
        let count = recv(server, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        // libpq sees the end of the connection itself.
        guard count > 0 else { return count < 0 && [EAGAIN, EINTR].contains(errno) ? .waiting : open() }
        message += bytes.prefix(count)
        guard message.count >= 5 else { return .waiting }
        guard (4..<Self.longestMessage).contains(length) else { return .refused }
        guard message.count == length + 1 else { return message.count > length + 1 ? .refused : .waiting }
        defer { message = [] }
        guard isPart(message) else { return .refused }
        guard message.withUnsafeBytes({ send(near, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }) == message.count
        else { return .refused }
        return .passed
    }

    /// Sends the reply of libpq to the server, and returns whether all of it was sent: it is shorter than the buffer of
    /// a socket.
    func sendReply() -> Bool {
        var bytes = [UInt8](repeating: 0, count: Self.longestMessage)
        while case let count = recv(near, &bytes, bytes.count, Int32(MSG_DONTWAIT)), count > 0 {
            guard send(server, bytes, count, Int32(MSG_NOSIGNAL)) == count else { return false }
        }
        return true
    }

    /// Restores the socket of libpq once the server has accepted the connection, and returns whether it has.
    func openIfAccepted() -> Bool {
        if isOpen { _ = open() }
        return isOpen
    }

    private func open() -> Step {
        _ = Self.put(server, at: replaced)
        isOpen = true
        return .open
    }

    private static func put(_ socket: Int32, at number: Int32) -> Bool {
        dup2(socket, number) == number && fcntl(number, F_SETFD, FD_CLOEXEC) == 0
    }

    private var length: Int { message[1..<5].reduce(0) { $0 << 8 | Int($1) } }

    /// Whether a message belongs to SCRAM, or is not a request.
    private func isPart(_ message: [UInt8]) -> Bool {
        guard message[0] == UInt8(ascii: "R") else { return true }
        guard message.count >= 9 else { return false }
        switch message[5..<9].reduce(0, { $0 << 8 | Int($1) }) {
        case 10, 11: return !isProven
        case 12:
            isProven = true
            return true
        case 0:
            isOpen = isProven
            return isProven
        default: return false
        }
    }
}
