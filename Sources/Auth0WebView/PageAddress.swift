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

/// The problems of a certificate, in the order of GIO's flags.
///
/// - SeeAlso: [GTlsCertificateFlags](https://docs.gtk.org/gio/flags.TlsCertificateFlags.html)
enum CertificateProblem {
    private static let all = [
        "the authority is not known", "it is for another name", "it is not valid yet", "it has expired",
        "it was revoked", "its algorithm is insecure", "it could not be checked",
    ]

    /// The problems behind a set of bits.
    static func names(of flags: UInt32) -> [String] {
        all.enumerated().filter { flags & (1 << $0.offset) != 0 }.map(\.element)
    }
}
