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
            guard !(exceptions + [username, password].compactMap(\.self)).contains(where: \.hasControlCharacter) else {
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
            let isSet = { (name: String) in ProcessEnvironment[name] != nil }
            guard let name = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].first(where: isSet),
                let value = ProcessEnvironment[name]
            else { return nil }
            let list = ["no_proxy", "NO_PROXY"].first(where: isSet)
            let exceptions = (list.flatMap { ProcessEnvironment[$0] } ?? "")
                .split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
            if let list, exceptions.contains(where: \.hasControlCharacter) {
                return Proxy(problem: "the environment variable \(list) has a control character")
            }
            return (try? Proxy(environment: value, exceptions: exceptions))
                ?? Proxy(problem: "the environment variable \(name) is not the address of a proxy")
        }

        private init(problem: String) {
            self.problem = problem
            (address, exceptions, username, password) = ("", [], nil, nil)
        }

        /// `[scheme://][user[:password]@]host[:port][/]`, as other programs read it.
        private init(environment value: String, exceptions: [String]) throws {
            let mark = value.utf8.firstRange(of: "://".utf8)?.upperBound
            var rest = value[(mark ?? value.startIndex)...]
            while rest.utf8.last == UInt8(ascii: "/") { rest = rest[..<rest.utf8.index(before: rest.endIndex)] }
            let at = rest.utf8.lastIndex(of: UInt8(ascii: "@"))
            let login = at.map { rest[..<$0] } ?? ""
            let parts = login.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            let authority = at.map { rest[rest.utf8.index(after: $0)...] } ?? rest
            try self.init(
                String((mark.map { value[..<$0] } ?? "http://") + authority),
                username: login.isEmpty ? nil : parts.first.map(Self.unescaped),
                password: parts.count == 2 ? Self.unescaped(parts[1]) : nil,
                exceptions: exceptions)
        }

        private static func unescaped(_ text: Substring.UTF8View.SubSequence) -> String {
            var bytes: [UInt8] = []
            var rest = text
            while let byte = rest.popFirst() {
                let digits = rest.prefix(byte == UInt8(ascii: "%") ? 2 : 0)
                let isEscape = digits.count == 2 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
                bytes.append(isEscape ? UInt8(Substring(digits), radix: 16) ?? byte : byte)
                if isEscape { rest.removeFirst(2) }
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// The address of the proxy, without the user name and the password.
        public var description: String { "Proxy(\(address))" }
        /// A mirror with the address and the exceptions, without the user name and the password.
        public var customMirror: Mirror { Mirror(self, children: ["address": address, "exceptions": exceptions]) }
    }
}

extension String {
    /// Whether a byte is a control character of ASCII.
    var hasControlCharacter: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}
