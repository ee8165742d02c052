import CAuth0Curl
import HTTPMessages
import LinuxSystemCalls

/// A proxy between the SDK and the servers it calls.
///
/// An HTTP proxy is asked for a tunnel (`CONNECT`), so it sees the host's name and nothing of what is said.
public struct Proxy: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// `scheme://host:port`.
    public let address: String
    /// Hosts, domains and networks (`10.0.0.0/8`) that are reached without the proxy. Loopback always is.
    public let exceptions: [String]
    let username: String?
    let password: String?

    /// Names a proxy.
    ///
    /// - Parameters:
    ///   - address: `http://`, `https://`, `socks5://` or `socks5h://`, then host and port.
    ///   - username: Whom to log in as, if the proxy asks.
    ///   - password: The password for it.
    ///   - exceptions: Hosts, domains and networks that are reached directly.
    /// - Throws: ``HTTPMessages/TransportError/Code/invalidArgument`` when the address is none of these.
    public init(
        _ address: String, username: String? = nil, password: String? = nil, exceptions: [String] = []
    ) throws {
        let schemes = ["http://", "https://", "socks5://", "socks5h://"]
        guard let scheme = schemes.first(where: { address.hasPrefix($0) }) else {
            throw TransportError(.invalidArgument, detail: "a proxy begins with \(schemes.joined(separator: ", "))")
        }
        let authority = address.utf8.dropFirst(scheme.utf8.count)
        guard !authority.isEmpty, authority.allSatisfy({ Self.authorityBytes.contains($0) }) else {
            throw TransportError(.invalidArgument, detail: "a proxy is a scheme, a host and a port, and nothing else")
        }
        let others = exceptions + [username, password].compactMap { $0 }
        guard others.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else {
            throw TransportError(.invalidArgument, detail: "a control character in the settings of the proxy")
        }
        self.address = address
        self.exceptions = exceptions
        self.username = username
        self.password = password
    }

    private static let authorityBytes = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]".utf8)

    /// The proxy that `HTTPS_PROXY` or `ALL_PROXY` names, with the exceptions in `NO_PROXY`; `nil` when neither is
    /// set, or when what is set is no proxy.
    ///
    /// Lower-case names win, as with other programs. The variables are read now, and only because the program asks
    /// for it here; a set-user-ID program gets `nil`.
    public static var fromEnvironment: Proxy? {
        func variable(_ name: String) -> String? {
            ProcessEnvironment[name.lowercased()] ?? ProcessEnvironment[name]
        }
        guard let value = variable("HTTPS_PROXY") ?? variable("ALL_PROXY") else { return nil }
        let exceptions = variable("NO_PROXY").map {
            $0.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
        }
        return Proxy(environment: value, exceptions: exceptions ?? [])
    }

    /// `[scheme://][user[:password]@]host[:port][/]`, as other programs read it.
    private init?(environment value: String, exceptions: [String]) {
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
        do {
            try self.init(
                String(decoding: scheme + rest, as: UTF8.self),
                username: login.isEmpty ? nil : parts.first.map(Self.unescaped),
                password: parts.count == 2 ? Self.unescaped(parts[1]) : nil,
                exceptions: exceptions)
        } catch { return nil }
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

    /// Names the proxy, and never its login.
    public var description: String { "Proxy(\(address))" }
    /// Shows what ``description`` shows.
    public var customMirror: Mirror { Mirror(self, children: ["address": address, "exceptions": exceptions]) }
}
