import CAuth0OpenSSL

/// The global state of OpenSSL.
package enum OpenSSLLibrary {
    /// Initialises OpenSSL once per process, so that `OPENSSL_CONF` has no effect.
    ///
    /// Every function of this module that can be the first to use the library calls this function first;
    /// ``OpenSSLHandle`` calls it for all objects. A target with another library that uses OpenSSL calls it, too.
    package static func start() { _ = isStarted }

    private static let isStarted: Bool = {
        auth0_openssl_start()
        return true
    }()
}
