import CAuth0Curl

/// The global state of libcurl.
enum Library {
    /// Whether libcurl was initialised and has the required version and features; initialised once per process.
    ///
    /// OpenSSL loads the system's configuration, never the one that `OPENSSL_CONF` names. libcurl still opens the file
    /// that `SSLKEYLOGFILE` names, but no key is written to it, because the key log callback of each TLS context is
    /// removed.
    static let isStarted = auth0_curl_start() != 0
}
