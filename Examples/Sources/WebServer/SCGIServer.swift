import Dispatch
import Glibc

/// A server behind nginx, on a socket in the file system.
///
/// nginx speaks HTTP and TLS with the world, and [SCGI](https://python.ca/scgi/protocol.txt) with this program: each
/// connection has one request, whose fields come as pairs of texts. A program of your own uses its framework instead.
final class SCGIServer: Sendable {
    private let descriptor: Int32
    /// Accepts connections and reads requests, which blocks.
    private let queue = DispatchQueue(label: "scgi", attributes: .concurrent)

    struct Failure: Error {
        let call: String
        let code = errno
    }

    /// Listens on a new socket.
    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // A socket that is not served yet has another name.
        let draft = path + ".draft"
        guard draft.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { throw Failure(call: "the path") }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: draft.utf8) }
        unlink(draft)
        let status = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw Failure(call: "bind") }
        guard listen(descriptor, 128) == 0, rename(draft, path) == 0 else { throw Failure(call: "listen") }
    }

    /// Responds to all requests, each in a task of its own; does not return.
    func run(_ respond: @escaping @Sendable (WebRequest) async -> WebResponse) async {
        let connections = AsyncStream<(Int32, WebRequest)> { connections in
            queue.async { [self] in
                while true {
                    let connection = accept(descriptor, nil, nil)
                    guard connection >= 0 else {
                        // Without free descriptors the next call would fail at once, too.
                        if errno == EMFILE || errno == ENFILE { usleep(10_000) }
                        continue
                    }
                    queue.async {
                        if let request = Self.read(connection) {
                            connections.yield((connection, request))
                        } else {
                            close(connection)
                        }
                    }
                }
            }
        }
        for await (connection, request) in connections {
            Task { [queue] in
                let response = await respond(request).text
                queue.async { Self.send(response, to: connection) }
            }
        }
    }

    private static func read(_ connection: Int32) -> WebRequest? {
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16384)
        while bytes.count <= WebRequest.maximumBytes {
            if let request = WebRequest(scgi: bytes) { return request }
            let count = recv(connection, &part, part.count, 0)
            guard count > 0 else { return nil }
            bytes += part[..<count]
        }
        return nil
    }

    private static func send(_ text: String, to connection: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        close(connection)
    }
}
