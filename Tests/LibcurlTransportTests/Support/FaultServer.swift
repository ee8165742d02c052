import CAuth0Linux
import Glibc
@testable import LibcurlTransport

/// A server that answers as badly as it is told to: raw sockets on loopback, a thread for each connection.
final class FaultServer: Sendable {
    /// One connection, to be read and written octet by octet.
    struct Peer: Sendable {
        fileprivate let descriptor: Int32
        let server: FaultServer
        /// How many connections came before this one.
        let index: Int

        /// Reads a head and the body its `Content-Length` promises; `nil` when the other side is gone.
        func readRequest() -> String? {
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

        /// Reads what is there; empty at the end, `nil` when the connection is broken.
        func read() -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: 65536)
            let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            return count < 0 ? nil : Array(bytes[..<count])
        }

        /// Writes; whether the other side still takes it.
        @discardableResult
        func write(_ text: String) -> Bool { write(Array(text.utf8)) }

        /// Writes; whether the other side still takes it.
        @discardableResult
        func write(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard sent > 0 else { return false }
                rest = rest.dropFirst(sent)
            }
            return true
        }

        /// Waits until the other side has closed, or something comes.
        func waitForEnd() { while let more = read(), !more.isEmpty {} }

        /// Waits a little; whether the other side neither said something nor closed meanwhile.
        func isOpen(afterMilliseconds count: Int32) -> Bool {
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&state, 1, count) == 0
        }

        /// Breaks the connection so that the other side gets a reset.
        func reset() {
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        }
    }

    private struct Journal {
        var connections = 0
        var requests: [String] = []
        var open: Set<Int32> = []
        var isClosed = false
    }

    let port: Int
    private let listener: Int32
    private let journal = SanitizerVisibleMutex(Journal())

    /// Serves each connection with `script`, which closes it by returning.
    init(_ script: @escaping @Sendable (Peer) -> Void) throws {
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
        Self.thread { [weak self] in
            while true {
                // A program that another test starts would hold the connection open.
                let descriptor = auth0_accept(listener, 1)
                guard descriptor >= 0, let self else { break }
                self.serve(descriptor, script)
            }
            Glibc.close(listener)
        }
    }

    deinit { close() }

    /// How many connections were accepted.
    var connections: Int { journal.withLock(\.connections) }
    /// The requests that were read whole.
    var requests: [String] { journal.withLock(\.requests) }
    /// Scheme, host and port.
    var origin: String { "http://127.0.0.1:\(port)" }
    /// The address of a resource.
    func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Accepts no more, and breaks what is open.
    func close() {
        let open: Set<Int32>? = journal.withLock { journal in
            guard !journal.isClosed else { return nil }
            journal.isClosed = true
            return journal.open
        }
        guard let open else { return }
        shutdown(listener, Int32(SHUT_RDWR))
        for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    private func serve(_ descriptor: Int32, _ script: @escaping @Sendable (Peer) -> Void) {
        let index = journal.withLock { journal in
            journal.open.insert(descriptor)
            defer { journal.connections += 1 }
            return journal.connections
        }
        Self.thread { [self] in
            script(Peer(descriptor: descriptor, server: self, index: index))
            journal.withLock { _ = $0.open.remove(descriptor) }
            Glibc.close(descriptor)
        }
    }

    private func note(_ request: String) { journal.withLock { $0.requests.append(request) } }

    private static func thread(_ body: @escaping @Sendable () -> Void) {
        final class Box: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Box(body)).toOpaque()
        pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, box)
        pthread_detach(thread)
    }
}

struct FaultServerError: Error {}

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
