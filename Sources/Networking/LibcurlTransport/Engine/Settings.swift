import CAuth0Curl
import HTTPMessages
import LinuxCLibrary
import LinuxSystemCalls

/// A configuration converted for libcurl: C strings that live as long as the loop, and time limits in nanoseconds.
final class Settings {
    let limits: CurlTransport.Configuration.ResponseLimits
    let connectTimeout: UInt64
    let timeout: UInt64
    let connectionsPerOrigin: Int
    let proxy: CurlTransport.Configuration.Proxy?
    var hasProxy: Bool { proxy != nil }
    /// The error with which every request fails, if the configuration is invalid.
    let problem: TransportError?
    private let authorities: CurlTransport.Configuration.CertificateAuthorities
    private(set) var raw = auth0_curl_settings()
    private var isTrustReadable = false
    private var strings: [UnsafeMutablePointer<CChar>] = []
    /// Newer libraries initialise themselves here, with the file of `OPENSSL_CONF`, unless already initialised.
    private let share = Library.problem == nil ? curl_share_init() : nil

    init(_ configuration: CurlTransport.Configuration) {
        limits = configuration.limits
        connectTimeout = configuration.connectTimeout.wholeNanoseconds
        timeout = configuration.timeout.wholeNanoseconds
        connectionsPerOrigin = min(max(1, configuration.maximumConnectionsPerOrigin), 100_000)
        proxy = configuration.proxy
        authorities = configuration.certificateAuthorities
        let places = authorities.places
        problem = Self.problem(in: configuration, places)

        // libcurl reads the environment unless both are set: "" means no proxy, and "*" excludes all hosts from it.
        let direct = ["127.0.0.0/8", "::1", "localhost"]
        raw.proxy = keep(proxy?.address ?? "")
        raw.no_proxy = keep(proxy.map { ($0.exceptions + direct).joined(separator: ",") } ?? "*")
        raw.proxy_user = proxy?.username.flatMap(keep)
        raw.proxy_password = proxy?.password.flatMap(keep)
        raw.ca_file = places.file.flatMap(keep)
        raw.ca_directory = places.directory.flatMap(keep)
        raw.client_certificate = configuration.clientCertificate.flatMap { keep($0.certificatePath) }
        raw.client_key = configuration.clientCertificate.flatMap { keep($0.keyPath) }
        raw.client_key_password = configuration.clientCertificate?.passphrase.flatMap(keep)
        raw.user_agent = configuration.userAgent.flatMap(keep)
        raw.connect_timeout_ms = Int(max(1, min(connectTimeout / 1_000_000, 3_600_000)))
        raw.buffer_size = 16384
        if let share {
            auth0_share_sessions(share)
            raw.share = share
        }
    }

    deinit {
        if let share { curl_share_cleanup(share) }
        for string in strings {
            explicit_bzero(string, strlen(string))
            free(string)
        }
    }

    private func keep(_ string: String) -> UnsafePointer<CChar>? {
        guard let copy = strdup(string) else { return nil }
        strings.append(copy)
        return UnsafePointer(copy)
    }

    private static func problem(
        in configuration: CurlTransport.Configuration, _ places: (file: String?, directory: String?)
    ) -> TransportError? {
        if let problem = Library.problem ?? configuration.proxy?.problem {
            return TransportError(.invalidArgument, detail: problem)
        }
        if configuration.userAgent?.hasControlCharacter == true {
            return TransportError(.invalidArgument, detail: "a control character in userAgent")
        }
        let certificate = configuration.clientCertificate
        let paths = [places.file, places.directory, certificate?.certificatePath, certificate?.keyPath]
        if paths.contains(where: { $0?.utf8.contains(0) == true }) || certificate?.passphrase?.utf8.contains(0) == true
        {
            return TransportError(.invalidArgument, detail: "a NUL in the path of a certificate or a passphrase")
        }
        return nil
    }

    /// The error with which an `https` request fails, if the trusted certificates cannot be read at this time.
    func findTrustProblem() -> TransportError? {
        guard !isTrustReadable else { return nil }
        func problem(_ path: UnsafePointer<CChar>?) -> String? {
            guard let path, access(path, R_OK) != 0 else { return nil }
            return authorities.unusable(String(cString: path), "cannot be read: \(SystemCallError())")
        }
        let isEmpty = raw.ca_file == nil && raw.ca_directory == nil
        let none = "the system has no certificates of trusted authorities: install the package ca-certificates"
        guard let detail = isEmpty ? none : problem(raw.ca_file) ?? problem(raw.ca_directory) else {
            isTrustReadable = true
            return nil
        }
        return TransportError(.tlsFailure, detail: detail, tlsReason: .trustStoreUnusable)
    }

    var unusableTrust: String {
        let place = (raw.ca_file ?? raw.ca_directory).map { String(cString: $0) }
        return authorities.unusable(place ?? "the trusted authorities", "has no certificates in PEM form")
    }
}

enum Library {
    /// The reason libcurl, initialised once, cannot be used; `nil` if it has the required version and features.
    ///
    /// OpenSSL loads the system's configuration, never that of `OPENSSL_CONF`. libcurl opens the file of
    /// `SSLKEYLOGFILE`, but writes no key to it, because the key log callback of each TLS context is removed.
    static let problem: String? =
        auth0_curl_start() != 0
        ? nil
        : problem(version: String(cString: auth0_curl_version()), backend: String(cString: auth0_curl_tls_backend()))

    /// Returns the error text for another libcurl; `backend` is its TLS library, empty for none.
    static func problem(version: String, backend: String) -> String {
        """
        libcurl \(String(cString: auth0_curl_oldest())) or newer with OpenSSL 3 is needed, and this program has loaded libcurl \(version) with \
        \(backend.isEmpty ? "no TLS library" : backend): install libcurl4-openssl-dev, which replaces libcurl4-gnutls-dev \
        and libcurl4-nss-dev, and build again
        """
    }
}
