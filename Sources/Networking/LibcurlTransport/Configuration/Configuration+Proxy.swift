import CAuth0Curl
import HTTPMessages
import LinuxSystemCalls

extension CurlTransport.Configuration {
    /// A proxy between the SDK and the servers it calls.
    ///
    /// Requests pass an HTTP proxy in a tunnel (`CONNECT`), so it sees the host name but no contents of messages.
    public struct Proxy: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        /// The address of the proxy: `scheme://host:port`.
        public let address: String
        /// The hosts, domains and networks (`10.0.0.0/8`) that are reached without the proxy, in addition to loopback.
        public let exceptions: [String]
        let username: String?
        let password: String?
        /// The reason the proxy of the environment cannot be used; the requests then fail.
        let problem: String?

        /// Creates the address and the credentials of a proxy.
        ///
        /// - Parameters:
        ///   - address: `http://`, `https://`, `socks5://` or `socks5h://`, then host and port.
        ///   - username: The user name for a proxy that requires authentication; `nil` by default.
        ///   - password: The password for a proxy that requires authentication; `nil` by default.
        ///   - exceptions: The hosts, domains and networks that are reached directly; none by default.
        /// - Throws: ``HTTPMessages/TransportError/Code/invalidArgument`` if the address is of another form, or if an
        ///   argument has a control character.
        public init(
            _ address: String, username: String? = nil, password: String? = nil, exceptions: [String] = []
        ) throws {
            let schemes = ["http://", "https://", "socks5://", "socks5h://"]
            guard let scheme = schemes.first(where: { address.hasPrefix($0) }) else {
                throw TransportError(.invalidArgument, detail: "a proxy begins with \(schemes.joined(separator: ", "))")
            }
            guard HTTPURL.isAuthority(address.dropFirst(scheme.count)) else {
                throw TransportError(
                    .invalidArgument, detail: "a proxy is a scheme, a host and a port, and nothing else")
            }
            let others = exceptions + [username, password].compactMap { $0 }
            guard others.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else {
                throw TransportError(.invalidArgument, detail: "a control character in the settings of the proxy")
            }
            self.address = address
            self.exceptions = exceptions
            self.username = username
            self.password = password
            problem = nil
        }

        /// The host and the port, as libcurl names them; the port of a proxy is 1080 unless its scheme is `https`.
        var hostAndPort: (host: String, port: String)? {
            guard let mark = address.firstRange(of: "://") else { return nil }
            let authority = address[mark.upperBound...]
            let colon = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
            let host = authority[..<(colon ?? authority.endIndex)].filter { $0 != "[" && $0 != "]" }
            let port = colon.map { String(authority[authority.index(after: $0)...]) }
            return (String(host), port ?? (address.hasPrefix("https:") ? "443" : "1080"))
        }

        /// The proxy that `HTTPS_PROXY` or `ALL_PROXY` names, with the exceptions in `NO_PROXY`; `nil` if neither is
        /// set.
        ///
        /// Lower-case names take precedence, as with other programs. The environment is read when this property is
        /// accessed. In a set-user-ID program the variables are ignored.
        ///
        /// If the value is not the address of a proxy, every request fails with
        /// ``HTTPMessages/TransportError/Code/invalidArgument`` and the name of the variable, so that none goes out
        /// without the proxy. The ``address`` is then empty.
        public static var environment: Proxy? {
            let variables = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
            guard let name = variables.first(where: { ProcessEnvironment[$0] != nil }),
                let value = ProcessEnvironment[name]
            else { return nil }
            let exceptions = (ProcessEnvironment["no_proxy"] ?? ProcessEnvironment["NO_PROXY"] ?? "")
                .split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
            return (try? Proxy(environment: value, exceptions: exceptions))
                ?? Proxy(problem: "the environment variable \(name) is not the address of a proxy")
        }

        private init(problem: String) {
            self.problem = problem
            (address, exceptions, username, password) = ("", [], nil, nil)
        }

        /// `[scheme://][user[:password]@]host[:port][/]`, as other programs read it.
        private init(environment value: String, exceptions: [String]) throws {
            var rest = Array(value.utf8)
            var scheme = Array("http://".utf8)
            if let mark = rest.indices.first(where: { rest[$0...].starts(with: "://".utf8) }) {
                scheme = Array(rest[..<(mark + 3)])
                rest.removeSubrange(..<(mark + 3))
            }
            while rest.last == UInt8(ascii: "/") { rest.removeLast() }
            var login: ArraySlice<UInt8> = []
            if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
                login = rest[..<at]
                rest = Array(rest[(at + 1)...])
            }
            let parts = login.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            try self.init(
                String(decoding: scheme + rest, as: UTF8.self),
                username: login.isEmpty ? nil : parts.first.map(Self.unescaped),
                password: parts.count == 2 ? Self.unescaped(parts[1]) : nil,
                exceptions: exceptions)
        }

        private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
            var bytes: [UInt8] = []
            var rest = text
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "%"), rest.count >= 2,
                    let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                {
                    bytes.append(value)
                    rest.removeFirst(2)
                } else {
                    bytes.append(byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// The address of the proxy, without the user name and the password.
        public var description: String { "Proxy(\(address))" }
        /// A mirror with the address and the exceptions, without the user name and the password.
        public var customMirror: Mirror { Mirror(self, children: ["address": address, "exceptions": exceptions]) }
    }
}
