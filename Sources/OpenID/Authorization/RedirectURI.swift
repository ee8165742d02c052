import ByteEncodings
package import LoginBrowsers

/// The redirect URI, and the delivery of its authorization response to the program.
package struct RedirectURI: Sendable, Hashable {
    /// The ways in which a response reaches the program.
    package enum Way: Sendable, Hashable {
        /// A listener on this machine, at the first free port of the list; port 0 is any free port, and `nil` any
        /// loopback address.
        case loopback(host: String?, ports: [UInt16], path: String)
        /// The system starts a handler, which calls `resume(with:)`.
        case resume
    }

    /// The way in which the response reaches the program.
    package let way: Way
    /// The URI as it was given; empty while the port is unknown.
    package let text: String
    /// The application's own scheme, for which the desktop starts another process; `nil` for other URIs.
    package var customScheme: CustomScheme? { CustomScheme(of: text) }

    /// Returns a URI on a port of the loopback interface that the listener chooses.
    package static func freePort() -> RedirectURI {
        RedirectURI(way: .loopback(host: nil, ports: [0], path: "/callback"), text: "")
    }

    /// The ports of the default redirect URI, in the order in which they are tried.
    ///
    /// Auth0 and many other providers compare redirect URIs exactly, the port included, so that a random port works
    /// with none of them; RFC 8252 §7.3 asks providers to allow any port.
    package static let stablePorts: [UInt16] = Array(8484...8489)

    /// Returns a URI on a port that can be allowed in a provider's settings: the first free one.
    package static func stablePort(_ ports: [UInt16] = stablePorts) -> RedirectURI {
        RedirectURI(way: .loopback(host: "127.0.0.1", ports: ports, path: "/callback"), text: "")
    }

    private init(way: Way, text: String) { (self.way, self.text) = (way, text) }

    /// Parses a URI.
    ///
    /// For `http://127.0.0.1:PORT/path` and `http://[::1]:PORT/path` a listener is opened, for port 0 on a free port.
    /// The response to every other scheme, and to `https`, is passed to `resume(with:)`. A custom scheme has to be a
    /// reversed domain name (`com.example.app`), as RFC 8252 §7.1 requires: a scheme without a dot could belong to any
    /// program.
    package init(_ text: String) throws(AuthorizationError) {
        let invalid = AuthorizationError(
            .requestInvalid,
            "the redirect URL has to be http://127.0.0.1:PORT/path, https://…, or of a scheme such as com.example.app")
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !text.utf8.contains(UInt8(ascii: "#")),
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { throw invalid }
        let scheme = text[..<colon].lowercased()
        let way: Way? =
            switch scheme {
            case "http": Self.loopback(text)
            case "https": .resume
            default: CustomScheme(scheme).map { _ in .resume }
            }
        guard let way else { throw invalid }
        self.way = way
        if case .loopback(_, [0], _) = way { self.text = "" } else { self.text = text }
    }

    /// Parses a loopback URI; it must have no query, which would become part of the response.
    private static func loopback(_ text: String) -> Way? {
        for host in ["127.0.0.1", "[::1]"] where text.lowercased().hasPrefix("http://" + host) {
            let rest = text.dropFirst("http://".count + host.count)
            let slash = rest.firstIndex(of: "/") ?? rest.endIndex
            let authority = rest[..<slash]
            let path = slash == rest.endIndex ? "/" : String(rest[slash...])
            guard !path.contains("?") else { return nil }
            if authority.isEmpty { return .loopback(host: host, ports: [80], path: path) }
            guard authority.first == ":", let port = UInt16(digits: authority.dropFirst()) else { return nil }
            return .loopback(host: host, ports: [port], path: path)
        }
        return nil
    }

    /// Returns the query, or without one the fragment, of a URL that is the redirect URI: same scheme, host, port and
    /// path.
    package static func response(in address: String, to redirect: String) -> String? {
        guard comparable(address).utf8.elementsEqual(comparable(redirect).utf8) else { return nil }
        return String(address.drop { $0 != "?" && $0 != "#" }.dropFirst().prefix { $0 != "#" })
    }

    /// Returns a URL without its query: scheme and host in lower case, `/` for the empty path of an authority.
    private static func comparable(_ address: String) -> String {
        let base = address.prefix { $0 != "?" && $0 != "#" }
        guard let mark = base.firstRange(of: "://") else { return String(base) }
        let authorityEnd = base[mark.upperBound...].firstIndex(of: "/") ?? base.endIndex
        let path = base[authorityEnd...]
        return base[..<authorityEnd].lowercased() + (path.isEmpty ? "/" : path)
    }
}
