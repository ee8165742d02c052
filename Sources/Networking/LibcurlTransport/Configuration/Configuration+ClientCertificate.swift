extension CurlTransport.Configuration {
    /// The client certificate and private key for servers that request mutual TLS.
    ///
    /// - SeeAlso: [RFC 8705](https://www.rfc-editor.org/rfc/rfc8705)
    public struct ClientCertificate: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        /// The path of a PEM file with the certificate followed by its intermediate certificates.
        public let certificatePath: String
        /// The path of a PEM file with the private key.
        public let keyPath: String
        /// The passphrase of an encrypted private key.
        let passphrase: String?

        /// Creates a reference to the files; they are read when a connection is opened.
        ///
        /// - Parameters:
        ///   - certificatePath: The path of a PEM file with the certificate followed by its intermediate certificates.
        ///   - keyPath: The path of a PEM file with the private key.
        ///   - passphrase: The passphrase of an encrypted key; `nil`, the default, if the key is not encrypted.
        public init(certificatePath: String, keyPath: String, passphrase: String? = nil) {
            self.certificatePath = certificatePath
            self.keyPath = keyPath
            self.passphrase = passphrase
        }

        /// The paths of the files, without the passphrase.
        public var description: String { "ClientCertificate(\(certificatePath), \(keyPath))" }
        /// A mirror with the paths, without the passphrase.
        public var customMirror: Mirror {
            Mirror(self, children: ["certificatePath": certificatePath, "keyPath": keyPath])
        }
    }
}
