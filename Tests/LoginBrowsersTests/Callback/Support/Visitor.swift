import Glibc

@testable import LoginBrowsers

/// A client of the port that sends octet by octet; its socket is closed with it.
final class Visitor {
    private(set) var descriptor: Int32
    var isConnected: Bool { descriptor >= 0 }

    init(port: UInt16, family: Int32 = AF_INET) {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let status = reachLoopback(family, port) { connect(descriptor, $0, $1) }
        if status != 0 { close(descriptor) }
        self.descriptor = status == 0 ? descriptor : -1
    }

    /// The local port.
    var localPort: UInt16 { Endpoint(of: descriptor, getsockname)?.port ?? 0 }

    deinit { if isConnected { close(descriptor) } }

    /// Sends the request of a browser.
    func get(_ target: String, at listener: CallbackListener, fields: String = "") {
        send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\n\(fields)\r\n")
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Resets the connection: octets that were sent are delivered, and the kernel forgets the socket.
    ///
    /// A `close` would not do: a program that another test is starting shares the descriptor for a moment.
    func reset() {
        var unspecified = sockaddr()
        connect(descriptor, &unspecified, socklen_t(MemoryLayout<sockaddr>.size))
        close(descriptor)
        descriptor = -1
    }

    /// The response, until the server closes the connection.
    func answer() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The status of the response, 0 without one.
    func status() -> Int {
        let words = answer().split(separator: " ", maxSplits: 2)
        return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }
}

extension CallbackListener {
    /// The response to the request of a browser.
    func answer(to target: String, fields: String = "") -> String {
        let visitor = Visitor(port: port)
        visitor.get(target, at: self, fields: fields)
        return visitor.answer()
    }

    /// The status of the response to the request of a browser, 0 without one.
    func status(of target: String, fields: String = "") -> Int {
        Int(answer(to: target, fields: fields).dropFirst(9).prefix(3)) ?? 0
    }
}

/// Calls `bind` or `connect` with the loopback address of a family and a port.
func reachLoopback(
    _ family: Int32, _ port: UInt16, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
    func reach<Address>(_ address: Address) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
    if family == AF_INET {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return reach(address)
    }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    return reach(address)
}
