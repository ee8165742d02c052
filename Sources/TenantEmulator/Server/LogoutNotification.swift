import ByteEncodings
import CAuth0MicroHTTPD

/// A logout token on its way to a client.
///
/// It is sent over `http` to loopback only: the tenant never leaves the machine.
///
/// - SeeAlso: [OpenID Connect Back-Channel Logout
///   §2.5](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest)
struct LogoutNotification: Sendable {
    private static let pause = Duration.milliseconds(2)
    private static let timeLimit = Duration.seconds(5)
    private static let hosts = ["127.0.0.1", "localhost"]

    private let port: UInt16
    private let request: [UInt8]

    /// Creates the request; `nil` for a URL that is not `http` on loopback.
    init?(_ token: String, to url: String) {
        let scheme = "http://"
        guard url.hasPrefix(scheme), url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let rest = url.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, Self.hosts.contains(String(host)),
            let port = parts.count == 1 ? 80 : UInt16(parts[1])
        else { return nil }
        let target = rest.dropFirst(authority.count)
        let body = FormEncoding.encode([("logout_token", token)])
        let lines = [
            "POST \(target.first == "/" ? "" : "/")\(target) HTTP/1.1", "Host: \(authority)",
            "Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.utf8.count)",
            "Connection: close", "", body,
        ]
        (self.port, request) = (port, Array(lines.joined(separator: "\r\n").utf8))
    }

    /// Sends the request and reads the response to its end; gives up without an error.
    func send() async {
        let descriptor = shim_connect_to_loopback(port)
        guard descriptor >= 0 else { return }
        defer { shim_close(descriptor) }
        let end = ContinuousClock.now + Self.timeLimit
        var rest = request[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { shim_send(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else {
                guard await Self.pause(after: count, until: end) else { return }
            }
        }
        while case let count = shim_skip(descriptor), count != 0 {
            if count < 0 {
                guard await Self.pause(after: count, until: end) else { return }
            }
        }
    }

    /// Waits before the next attempt.
    ///
    /// - Returns: `false` if the error stays, the time is over or the task is cancelled.
    private static func pause(after result: Int, until end: ContinuousClock.Instant) async -> Bool {
        guard result == shim_not_ready, ContinuousClock.now < end else { return false }
        return (try? await Task.sleep(for: pause)) != nil
    }
}
