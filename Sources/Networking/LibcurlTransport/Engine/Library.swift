import CAuth0Curl

/// The global state of libcurl.
enum Library {
    /// The reason libcurl cannot be used; `nil` if it was initialised, once per process, and has the required version
    /// and features.
    ///
    /// OpenSSL loads the system's configuration, never the one that `OPENSSL_CONF` names. libcurl still opens the file
    /// that `SSLKEYLOGFILE` names, but no key is written to it, because the key log callback of each TLS context is
    /// removed.
    static let problem: String? =
        auth0_curl_start() != 0
        ? nil
        : problem(version: String(cString: auth0_curl_version()), backend: String(cString: auth0_curl_tls_backend()))

    /// Returns the error text for a libcurl of another version, or with another TLS library.
    ///
    /// - Parameters:
    ///   - version: The version of libcurl that this process has loaded.
    ///   - backend: The name and version of the TLS library that it uses; empty for none.
    /// - Returns: The text, with the packages to install.
    static func problem(version: String, backend: String) -> String {
        """
        libcurl \(String(cString: auth0_curl_oldest())) or newer with OpenSSL 3 is needed, and this program has loaded libcurl \(version) with \
        \(backend.isEmpty ? "no TLS library" : backend): install libcurl4-openssl-dev, which replaces libcurl4-gnutls-dev \
        and libcurl4-nss-dev, and build again
        """
    }
}
