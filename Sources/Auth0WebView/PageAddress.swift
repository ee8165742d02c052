import FoundationEssentials

/// Whether a login window may go to an address.
///
/// Pages are encrypted, except on this machine. Files, scripts and data as addresses, and schemes that start programs,
/// have no place in a login.
enum PageAddress {
    /// Whether a window may go there.
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
