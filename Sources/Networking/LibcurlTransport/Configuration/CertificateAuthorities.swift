import CAuth0Curl
import LinuxSystemCalls
import Glibc

/// Whose signature under a server's certificate is believed.
public struct CertificateAuthorities: Sendable, Hashable {
    private enum Source: Hashable {
        case system
        case systemAndFile(String)
        case places(file: String?, directory: String?)
    }

    private let source: Source

    /// Those the system trusts: `/etc/ssl/certs`, or the bundle where other distributions keep it.
    ///
    /// A directory with hashed names is preferred: OpenSSL then reads the one certificate it needs for each new
    /// connection, where a bundle is parsed whole first (20 ms).
    public static let system = CertificateAuthorities(source: .system)

    /// Those in a PEM file and no other. It is read once, and again after a day.
    public static func file(_ path: String) -> CertificateAuthorities {
        CertificateAuthorities(source: .places(file: path, directory: nil))
    }

    /// Those in a directory with hashed names (`openssl rehash`) and no other.
    public static func directory(_ path: String) -> CertificateAuthorities {
        CertificateAuthorities(source: .places(file: nil, directory: path))
    }

    /// Those the system trusts and those in a PEM file, for a company's own authority.
    public static func system(andFile path: String) -> CertificateAuthorities {
        CertificateAuthorities(source: .systemAndFile(path))
    }

    /// Those that `CURL_CA_BUNDLE`, or else `SSL_CERT_FILE` and `SSL_CERT_DIR`, name; without them the system's.
    ///
    /// The variables are read now, and only because the program asks for it here; a set-user-ID program gets the
    /// system's.
    public static var environment: CertificateAuthorities {
        if let bundle = ProcessEnvironment["CURL_CA_BUNDLE"] { return .file(bundle) }
        let (file, directory) = (ProcessEnvironment["SSL_CERT_FILE"], ProcessEnvironment["SSL_CERT_DIR"])
        guard file != nil || directory != nil else { return .system }
        return CertificateAuthorities(source: .places(file: file, directory: directory))
    }

    /// Where to look, as libcurl wants it; both are `nil` when nothing usable was found.
    var places: (file: String?, directory: String?) {
        switch source {
        case .places(let file, let directory): (file, directory)
        case .system: Self.systemPlaces
        case .systemAndFile(let file): Self.merged(file)
        }
    }

    private static func merged(_ file: String) -> (file: String?, directory: String?) {
        (file, systemPlaces.directory ?? "/etc/ssl/certs")
    }

    private static var systemPlaces: (file: String?, directory: String?) {
        for directory in ["/etc/ssl/certs", "/etc/pki/tls/certs"] where isHashed(directory) { return (nil, directory) }
        let bundles = [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
            "/etc/ssl/cert.pem",
        ]
        return (bundles.first { access($0, R_OK) == 0 }, nil)
    }

    /// Whether a directory holds a name such as `5ed36f99.0`.
    private static func isHashed(_ path: String) -> Bool {
        guard let directory = opendir(path) else { return false }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let isHash = withUnsafeBytes(of: &entry.pointee.d_name) { name in
                name[8] == UInt8(ascii: ".") && name[9] == UInt8(ascii: "0") && name[10] == 0
                    && name[..<8].allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            }
            if isHash { return true }
        }
        return false
    }
}
