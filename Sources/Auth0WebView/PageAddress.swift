import FoundationEssentials

/// The rules for the addresses that a login window may load.
///
/// Pages are encrypted, except on this machine. URLs of files, scripts and data, and schemes that start programs, are
/// refused.
enum PageAddress {
    /// Returns whether a window may load an address.
    static func isAllowed(_ address: String) -> Bool {
        if address == "about:blank" || address == "about:srcdoc" { return true }
        guard let url = URL(string: address), let host = url.host, !host.isEmpty else { return false }
        switch url.scheme?.lowercased() {
        case "https": return true
        case "http": return ["127.0.0.1", "[::1]", "::1", "localhost"].contains(host)
        default: return false
        }
    }

    /// The window title for an address: its host.
    static func title(_ address: String) -> String { URL(string: address)?.host ?? "" }
}
