import CAuth0Linux
import Glibc
import LibcurlTransport
import LinuxSystemCalls
package import TestEvents

/// A server on loopback that misbehaves as its script says: raw sockets, one thread for each connection.
package final class FaultServer: Sendable {
    /// One connection, read and written octet by octet.
    package struct Peer: Sendable {
        fileprivate let descriptor: Int32
        /// The server.
        package let server: FaultServer
        /// The number of connections before this one.
        package let index: Int

        /// Reads a head and the body that its `Content-Length` announces.
        ///
        /// - Returns: The request; `nil` when the client has closed the connection.
        package func readRequest() -> String? {
            var text: [UInt8] = []
            while true {
                if let end = text.endOfHead {
                    let length = String(decoding: text[..<end], as: UTF8.self).contentLength
                    if text.count >= end + length {
                        let request = String(decoding: text, as: UTF8.self)
                        server.note(request)
                        return request
                    }
                }
                guard let more = read(), !more.isEmpty else { return nil }
                text += more
            }
        }

        /// Reads available octets.
        ///
        /// - Returns: The octets; empty at the end of the stream, `nil` when the connection is broken.
        package func read() -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: 65536)
            let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            return count < 0 ? nil : Array(bytes[..<count])
        }

        /// Writes a text.
        ///
        /// - Parameter text: The text.
        /// - Returns: Whether the client still accepts it.
        @discardableResult
        package func write(_ text: String) -> Bool { write(Array(text.utf8)) }

        /// Writes octets.
        ///
        /// - Parameter bytes: The octets.
        /// - Returns: Whether the client still accepts them.
        @discardableResult
        package func write(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard sent > 0 else { return false }
                rest = rest.dropFirst(sent)
            }
            return true
        }

        /// Reads and discards until the client closes the connection.
        package func waitForEnd() { while let more = read(), !more.isEmpty {} }

        /// Waits for octets or the end of the connection.
        ///
        /// - Parameter count: The time limit in milliseconds.
        /// - Returns: Whether neither arrived in that time.
        package func isOpen(afterMilliseconds count: Int32) -> Bool {
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&state, 1, count) == 0
        }

        /// Makes the end of the script reset the connection instead of closing it.
        package func reset() { linger(seconds: 0) }

        /// Makes the end of the script wait until the client's system has received the end of the connection.
        package func waitForDelivery() { linger(seconds: 60) }

        private func linger(seconds: Int32) {
            var linger = Glibc.linger(l_onoff: 1, l_linger: seconds)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        }
    }

    private struct Journal {
        var connections = 0
        var requests: [String] = []
        var open: Set<Int32> = []
        var isClosed = false
    }

    /// The port on 127.0.0.1.
    package let port: Int
    /// The connections that the server has closed.
    package let closures = EventCounter()
    private let listener: Int32
    private let journal = SanitizerVisibleMutex(Journal())

    /// Starts a server.
    ///
    /// - Parameter script: Serves one connection, on a thread of its own; the connection is closed when it returns.
    /// - Throws: ``FaultServerError`` when the system has no socket.
    package init(_ script: @escaping @Sendable (Peer) -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) | listen(listener, 1024) | getsockname(listener, $0, &size)
            }
        }
        guard listener >= 0, status == 0 else { throw FaultServerError() }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        _ = BackgroundThread.start(named: "fault-server") { [weak self] in
            while true {
                // Closed in child processes: a program that another test starts must not keep the connection open.
                let descriptor = auth0_accept(listener, 1)
                // `close` has shut the listener down.
                if descriptor < 0, errno == EINVAL { break }
                if descriptor >= 0, self?.serve(descriptor, script) == nil { Glibc.close(descriptor) }
            }
            Glibc.close(listener)
        }
    }

    /// Starts a server that responds to every request with the same text.
    ///
    /// - Parameter answer: The response; 204 without content by default.
    /// - Throws: ``FaultServerError`` when the system has no socket.
    package convenience init(answering answer: String = "HTTP/1.1 204 No Content\r\n\r\n") throws {
        try self.init { peer in while peer.readRequest() != nil { peer.write(answer) } }
    }

    /// Starts a server that closes each connection after one request and a text.
    ///
    /// - Parameter answer: The text.
    /// - Throws: ``FaultServerError`` when the system has no socket.
    package convenience init(endingAfter answer: String) throws {
        try self.init { peer in
            _ = peer.readRequest()
            peer.write(answer)
        }
    }

    /// Starts a server that says nothing after one request and a text, and keeps the connection open.
    ///
    /// - Parameter answer: The text, which may be empty.
    /// - Throws: ``FaultServerError`` when the system has no socket.
    package convenience init(hangingAfter answer: String) throws {
        try self.init { peer in
            _ = peer.readRequest()
            peer.write(answer)
            peer.waitForEnd()
        }
    }

    deinit { close() }

    /// The number of accepted connections.
    package var connections: Int { journal.withLock(\.connections) }
    /// The requests that were read completely.
    package var requests: [String] { journal.withLock(\.requests) }
    /// Scheme, host and port.
    package var origin: String { "http://127.0.0.1:\(port)" }

    /// The address of a resource.
    ///
    /// - Parameter path: The path and query.
    /// - Returns: The absolute URL.
    package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Stops listening and shuts down the open connections.
    package func close() {
        journal.withLock { journal in
            guard !journal.isClosed else { return }
            journal.isClosed = true
            shutdown(listener, Int32(SHUT_RDWR))
            // Under the lock, as their end is: the number of a closed descriptor may belong to another test.
            for descriptor in journal.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    private func serve(_ descriptor: Int32, _ script: @escaping @Sendable (Peer) -> Void) {
        let index = journal.withLock { journal in
            journal.open.insert(descriptor)
            defer { journal.connections += 1 }
            return journal.connections
        }
        _ = BackgroundThread.start(named: "fault-connection") { [self] in
            script(Peer(descriptor: descriptor, server: self, index: index))
            journal.withLock { journal in
                journal.open.remove(descriptor)
                Glibc.close(descriptor)
            }
            closures.add()
        }
    }

    private func note(_ request: String) { journal.withLock { $0.requests.append(request) } }
}

/// The system gave no socket.
package struct FaultServerError: Error {
    /// Creates the error.
    package init() {}
}

extension [UInt8] {
    fileprivate var endOfHead: Int? {
        let mark = Array("\r\n\r\n".utf8)
        return indices.first { self[$0...].starts(with: mark) }.map { $0 + 4 }
    }
}

extension String {
    fileprivate var contentLength: Int {
        for line in split(whereSeparator: \.isNewline) where line.lowercased().hasPrefix("content-length:") {
            return Int(line.dropFirst(15).filter(\.isNumber)) ?? 0
        }
        return 0
    }
}
