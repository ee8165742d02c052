import CAuth0OpenSSL

/// The global state of OpenSSL.
package enum OpenSSLLibrary {
    /// Initialises OpenSSL once per process, so that `OPENSSL_CONF` has no effect.
    ///
    /// Every function of this module that can be the first to use the library calls it before; ``OpenSSLHandle`` does
    /// for all objects, and so does a target with another library that uses OpenSSL.
    package static func start() { _ = isStarted }

    private static let isStarted: Bool = {
        auth0_openssl_start()
        return true
    }()
}
