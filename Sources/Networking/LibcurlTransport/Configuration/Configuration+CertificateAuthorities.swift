import CAuth0Curl
import LinuxCLibrary
import LinuxSystemCalls

extension CurlTransport.Configuration {
    /// The trusted certificate authorities.
    public struct CertificateAuthorities: Sendable, Hashable {
        private enum Source: Hashable {
            case system
            case systemAndFile(String)
            case places(file: String?, directory: String?)
        }

        private let source: Source

        /// The authorities that the system trusts: `/etc/ssl/certs`, or the bundle of the distribution.
        ///
        /// A directory with hashed names is preferred: OpenSSL then reads only the certificate it needs for a new
        /// connection, while parsing a bundle takes about 20 milliseconds.
        public static let system = CertificateAuthorities(source: .system)

        /// Returns the authorities in a PEM file, and no others.
        ///
        /// The transport reads the file once, and again after a day.
        ///
        /// - Parameter path: The path of the PEM file.
        /// - Returns: The authorities in the file.
        public static func file(_ path: String) -> CertificateAuthorities {
            CertificateAuthorities(source: .places(file: path, directory: nil))
        }

        /// Returns the authorities in a directory with hashed names (`openssl rehash`), and no others.
        ///
        /// - Parameter path: The path of the directory.
        /// - Returns: The authorities in the directory.
        public static func directory(_ path: String) -> CertificateAuthorities {
            CertificateAuthorities(source: .places(file: nil, directory: path))
        }

        /// Returns the authorities that the system trusts and those in a PEM file, such as a company's own authority.
        ///
        /// - Parameter path: The path of the PEM file.
        /// - Returns: The authorities of the system and of the file.
        public static func system(andFile path: String) -> CertificateAuthorities {
            CertificateAuthorities(source: .systemAndFile(path))
        }

        /// The authorities that `CURL_CA_BUNDLE`, or else `SSL_CERT_FILE` and `SSL_CERT_DIR`, name; the system's if
        /// none is set.
        ///
        /// The environment is read when this property is accessed. In a set-user-ID program the variables are ignored.
        public static var environment: CertificateAuthorities {
            if let bundle = ProcessEnvironment["CURL_CA_BUNDLE"] { return .file(bundle) }
            let (file, directory) = (ProcessEnvironment["SSL_CERT_FILE"], ProcessEnvironment["SSL_CERT_DIR"])
            guard file != nil || directory != nil else { return .system }
            return CertificateAuthorities(source: .places(file: file, directory: directory))
        }

        /// The PEM file and the hashed directory for libcurl; both are `nil` if the system has neither.
        var places: (file: String?, directory: String?) {
            switch source {
            case .places(let file, let directory): (file, directory)
            case .system: Self.systemPlaces
            case .systemAndFile(let file): (file, Self.systemPlaces.directory ?? "/etc/ssl/certs")
            }
        }

        /// Returns the text of a place that cannot be used for a reason: what names the place, and what to do.
        func unusable(_ place: String, _ reason: String) -> String {
            let isOfSystem =
                switch source {
                case .system: true
                case .systemAndFile(let file): place != file
                case .places: false
                }
            guard !isOfSystem else {
                return "\(place) (the authorities of the system) \(reason): reinstall the package ca-certificates"
            }
            let variables = ["CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"]
            let setting = variables.first { ProcessEnvironment[$0] == place } ?? "certificateAuthorities"
            return "\(place) (\(setting)) \(reason): correct the setting"
        }

        private static var systemPlaces: (file: String?, directory: String?) {
            for directory in ["/etc/ssl/certs", "/etc/pki/tls/certs"] where isHashed(directory) {
                return (nil, directory)
            }
            let bundles = [
                "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
                "/etc/ssl/cert.pem",
            ]
            return (bundles.first { access($0, R_OK) == 0 }, nil)
        }

        /// Returns whether a directory contains a file with a hashed name such as `5ed36f99.0`.
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
}
