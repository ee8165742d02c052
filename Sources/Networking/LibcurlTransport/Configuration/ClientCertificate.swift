/// The certificate and key a client shows to servers that ask for one.
///
/// - SeeAlso: [RFC 8705](https://www.rfc-editor.org/rfc/rfc8705)
public struct ClientCertificate: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The PEM file of the certificate, followed by those between it and its authority.
    public let certificatePath: String
    /// The PEM file of the private key.
    public let keyPath: String
    /// What the key is encrypted with, if it is.
    let passphrase: String?

    /// Names the files; they are read when a connection is made.
    public init(certificatePath: String, keyPath: String, passphrase: String? = nil) {
        self.certificatePath = certificatePath
        self.keyPath = keyPath
        self.passphrase = passphrase
    }

    /// Names the files, and never the passphrase.
    public var description: String { "ClientCertificate(\(certificatePath), \(keyPath))" }
    /// Shows what ``description`` shows.
    public var customMirror: Mirror {
        Mirror(self, children: ["certificatePath": certificatePath, "keyPath": keyPath])
    }
}
