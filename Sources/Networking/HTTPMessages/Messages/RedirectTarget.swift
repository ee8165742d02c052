/// The part of a redirect's target that is safe to show: scheme, host and port.
enum RedirectTarget {
    /// Returns the origin of a `Location` value; that of the request if it is relative, and `…` for an invalid host.
    static func origin(of location: String, from url: HTTPURL) -> String {
        let bytes = Array(location.utf8)
        if bytes.starts(with: "//".utf8) { return origin(scheme: url.isSecure ? "https" : "http", bytes[2...]) }
        let schemeBytes = bytes.prefix { isSchemeByte($0) }
        let rest = bytes[schemeBytes.endIndex...]
        guard !schemeBytes.isEmpty, rest.first == UInt8(ascii: ":") else { return url.origin }
        let scheme = String(decoding: schemeBytes, as: UTF8.self).lowercased()
        guard rest.starts(with: "://".utf8) else { return "\(scheme):" }
        return origin(scheme: scheme, rest.dropFirst(3))
    }

    private static func origin(scheme: String, _ rest: ArraySlice<UInt8>) -> String {
        let authority = rest.prefix { !"/?#\\".utf8.contains($0) }
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        // A host with other characters is hostile or malformed, and is not repeated in an error.
        let isPlain = host.count <= 255 && host.allSatisfy { isSchemeByte($0) || ":[]_".utf8.contains($0) }
        return isPlain && !host.isEmpty ? "\(scheme)://\(String(decoding: host, as: UTF8.self))" : "\(scheme)://…"
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool { byte.isAlphanumeric || "+-.".utf8.contains(byte) }
}
