import CAuth0Curl

/// libcurl itself.
enum Library {
    /// Starts libcurl once in the life of the process; whether it is one the engine can stand on.
    ///
    /// OpenSSL is started with the system's configuration and not with the one `OPENSSL_CONF` may name. libcurl still
    /// opens the file that `SSLKEYLOGFILE` names, but nothing is ever written to it: each TLS context is told so.
    static let isStarted = auth0_curl_start() != 0
}
