import Glibc

/// A configuration file of OpenSSL with which no algorithm is available.
package enum HostileOpenSSL {
    /// The contents of the file: algorithms must be of a provider that does not exist.
    package static let configuration = """
        openssl_conf = init
        [init]
        alg_section = evp
        providers = providers
        [evp]
        default_properties = provider=nowhere
        [providers]
        null = null
        [null]
        activate = 1

        """

    /// Writes the file and names it in `OPENSSL_CONF`, in a process that has not used OpenSSL yet.
    ///
    /// - Returns: Whether that succeeded.
    package static func install() -> Bool {
        var template = Array("/tmp/auth0-openssl-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0, let file = fdopen(descriptor, "w") else { return false }
        let isWritten = fputs(configuration, file) >= 0
        return fclose(file) == 0 && isWritten && setenv("OPENSSL_CONF", template, 1) == 0
    }

    /// Removes the file.
    package static func remove() {
        guard let path = getenv("OPENSSL_CONF") else { return }
        unlink(path)
    }
}
