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
