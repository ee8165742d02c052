/// A registered address with a `*` in its first label, which matches a part of one label.
///
/// The rules are those of the service: only `http` or `https`, one `*`, in the leftmost label, with at least two
/// further labels; other characters may precede and follow it, and it matches no dot.
///
/// - SeeAlso: [Subdomain URL
///   Placeholders](https://auth0.com/docs/get-started/applications/wildcards-for-subdomains)
struct WildcardAddress {
    private let prefix: String
    private let suffix: String

    /// Reads a registered address; `nil` if it has no `*`, or a `*` that is not allowed.
    init?(_ address: String) {
        let parts = address.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count == 2, let scheme = ["https://", "http://"].first(where: parts[0].hasPrefix) else {
            return nil
        }
        let start = parts[0].dropFirst(scheme.count)
        let host = parts[1].prefix { $0 != "/" && $0 != ":" && $0 != "?" }
        let labels = host.drop { $0 != "." }.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, !labels.contains(""), (String(start) + host).utf8.allSatisfy(Origin.isHostByte),
            !start.contains(".")
        else { return nil }
        (prefix, suffix) = (String(parts[0]), String(parts[1]))
    }

    /// Whether an address has one label, or a part of one, in place of the `*`.
    func matches(_ address: String) -> Bool {
        guard address.utf8.count > prefix.utf8.count + suffix.utf8.count, address.hasPrefix(prefix),
            address.hasSuffix(suffix)
        else { return false }
        let label = address.dropFirst(prefix.count).dropLast(suffix.count)
        return label.utf8.allSatisfy { Origin.isHostByte($0) && $0 != UInt8(ascii: ".") }
    }
}
