import Foundation
import Glibc

/// A listener that accepts one request from a browser, without any checks.
///
/// The SDK's listener refuses requests that cannot come from a login redirect (another `Host`, an `Origin`, another
/// user's process), limits time and size, removes the parameters from the address bar, and keeps waiting after a wrong
/// response.
final class RedirectListener {
    private let descriptor: Int32
    let redirectURI: String

    init() throws(FlowError) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let open = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(open, $0, size) == 0 && listen(open, 1) == 0 && getsockname(open, $0, &size) == 0
            }
        }
        redirectURI = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/callback"
        guard isListening else { throw .noListener }
    }

    deinit { close(descriptor) }

    /// Waits for a browser, without a time limit.
    func wait() throws(FlowError) -> URL {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { throw .noListener }
        defer { close(connection) }
        var (head, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while head.count < 16_384, !head.contains(UInt8(ascii: "\n")) {
            let count = read(connection, &chunk, chunk.count)
            guard count > 0 else { break }
            head += chunk[..<count]
        }
        let answer = Array(
            "HTTP/1.1 200 OK\r\nContent-Length: 26\r\nConnection: close\r\n\r\nGo back to the application.".utf8)
        _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
        let target = String(decoding: head, as: UTF8.self).split(separator: " ").dropFirst().first ?? ""
        guard target.hasPrefix("/callback"), let url = URL(string: "http://127.0.0.1\(target)") else { throw .notOurs }
        return url
    }
}
