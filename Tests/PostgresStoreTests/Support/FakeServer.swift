import Glibc
import LinuxSystemCalls
import Synchronization
import TestEvents

/// A program that listens on the port of a server which is down, and answers as a script says.
final class FakeServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let received = Mutex<[UInt8]>([])
    /// The number of clients that connected.
    let clients = EventCounter()

    /// Listens on 127.0.0.1.
    ///
    /// - Parameters:
    ///   - answers: The answers to the messages of a client, in order.
    ///   - port: The port; by default one that is free.
    /// - Throws: `SystemCallError`.
    init(answering answers: [[UInt8]], at port: UInt16 = 0) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        var (length, yes) = (socklen_t(MemoryLayout<sockaddr_in>.size), Int32(1))
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) | listen(listener, 8) | getsockname(listener, $0, &length)
            }
        }
        guard status == 0 else { throw SystemCallError(errno) }
        self.listener = listener
        self.port = UInt16(bigEndian: address.sin_port)
        _ = BackgroundThread.start(named: "fake-server") { [self] in serve(answers) }
    }

    deinit { close(listener) }

    /// All bytes of all clients.
    var bytes: [UInt8] { received.withLock { $0 } }

    private func serve(_ answers: [[UInt8]]) {
        while case let client = accept(listener, nil, nil), client >= 0 {
            clients.add()
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var answers = answers[...]
            while case let count = recv(client, &buffer, buffer.count, 0), count > 0 {
                received.withLock { $0 += buffer.prefix(count) }
                if let answer = answers.popFirst() { _ = send(client, answer, answer.count, Int32(MSG_NOSIGNAL)) }
            }
            close(client)
        }
    }

    /// A request of the server for authentication.
    static func request(_ code: UInt8, _ contents: [UInt8] = []) -> [UInt8] {
        [UInt8(ascii: "R"), 0, 0, 0, UInt8(8 + contents.count), 0, 0, 0, code] + contents
    }

    /// The requests for SCRAM, and for the password in clear text.
    static let (scram, clearText) = (request(10, Array("SCRAM-SHA-256\0\0".utf8)), request(3))

    /// The error of a server that is starting.
    static let starting = [UInt8(ascii: "E"), 0, 0, 0, 25] + Array("SFATAL\0C57P03\0Mwait\0\0".utf8)
}
