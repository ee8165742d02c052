import ByteEncodings
import OpenSSLCryptography

extension SigningKey {
    /// The maximum length of a key's text in PEM, in bytes.
    static let maximumPEMBytes = 65_536

    /// Generates a private key.
    ///
    /// RSA keys have 2048 bits; generate a larger key elsewhere and read it with ``init(pem:algorithm:id:)``. EdDSA
    /// keys use Ed25519.
    ///
    /// - Parameters:
    ///   - algorithm: The signature algorithm.
    ///   - id: The key ID in headers and key sets; `nil`, the default, means the key's thumbprint in base64url ([RFC
    ///     7638](https://www.rfc-editor.org/rfc/rfc7638)).
    /// - Throws: ``JOSEError/Code/algorithmNotAllowed`` for an algorithm with a shared secret;
    ///   ``JOSEError/Code/keyRefused`` if the library fails.
    public init(generating algorithm: SignatureAlgorithm, id: String? = nil) throws {
        guard let kind = algorithm.generatedKind else { throw JOSEError(.algorithmNotAllowed) }
        let key = try JOSEError.wrapping(.keyRefused) { try PrivateKey(generating: kind) }
        try self.init(key, algorithm: algorithm, id: id ?? JSONWebKey(key.publicKey).thumbprintText)
    }

    /// Creates a signing key from an unencrypted private key in PEM: PKCS #8, PKCS #1 (`RSA PRIVATE KEY`) or SEC 1
    /// (`EC PRIVATE KEY`).
    ///
    /// The first private key of the text is used; other blocks, such as certificates, are ignored. The copies in memory
    /// are wiped; the string itself is not.
    ///
    /// - Parameters:
    ///   - pem: The text of the key.
    ///   - algorithm: The signature algorithm, which a key in PEM does not name.
    ///   - id: The key ID in headers and key sets; `nil`, the default, means the key's thumbprint in base64url ([RFC
    ///     7638](https://www.rfc-editor.org/rfc/rfc7638)).
    /// - Throws: ``JOSEError/Code/tooLarge`` above 64 KiB; ``JOSEError/Code/malformed`` if the text contains no private
    ///   key; ``JOSEError/Code/keyEncrypted`` if the key is encrypted; ``JOSEError/Code/keyRefused`` if it is damaged,
    ///   or of a type, curve or size that is not supported; ``JOSEError/Code/algorithmNotAllowed`` if the algorithm
    ///   does not match the type of the key.
    /// - SeeAlso: [RFC 7468 §10](https://www.rfc-editor.org/rfc/rfc7468#section-10)
    public init(pem: String, algorithm: SignatureAlgorithm, id: String? = nil) throws {
        let block = try PEMBlock.required(in: pem, labeled: PrivateKey.labels)
        guard !block.isEncrypted else { throw JOSEError(.keyEncrypted) }
        let key = try JOSEError.wrapping(.keyRefused) { try PrivateKey(block) }
        try self.init(key, algorithm: algorithm, id: id ?? JSONWebKey(key.publicKey).thumbprintText)
    }

    /// Returns the private key in PEM, unencrypted, as PKCS #8.
    ///
    /// The text is the secret itself: keep it where only this program can read it. The copies of a string are not
    /// wiped.
    ///
    /// ```swift
    /// let key = try SigningKey(generating: .ps256, id: "2026-1")
    /// let copy = try SigningKey(pem: key.privateKeyPEM(), algorithm: .ps256, id: "2026-1")
    /// print(copy.publicKey?.thumbprint == key.publicKey?.thumbprint)
    /// // prints true
    /// ```
    ///
    /// - Returns: A text with the label `PRIVATE KEY`.
    /// - Throws: ``JOSEError/Code/algorithmNotAllowed`` for a shared secret, which has no such form;
    ///   ``JOSEError/Code/keyRefused`` if the library fails.
    /// - SeeAlso: [RFC 5958](https://www.rfc-editor.org/rfc/rfc5958)
    public func privateKeyPEM() throws -> String {
        guard let privateKey else { throw JOSEError(.algorithmNotAllowed) }
        return try JOSEError.wrapping(.keyRefused) { try privateKey.pem() }
    }
}

extension JSONWebKey {
    /// Creates a key from a public key in PEM: an X.509 `SubjectPublicKeyInfo` (`PUBLIC KEY`).
    ///
    /// - Parameters:
    ///   - pem: The text of the key; other blocks are ignored.
    ///   - algorithm: The only algorithm of the key; `nil`, the default, permits every algorithm of its type and curve.
    ///   - id: The key ID that the `kid` of a header must match, if present; `nil`, the default, means the key's
    ///     thumbprint in base64url ([RFC 7638](https://www.rfc-editor.org/rfc/rfc7638)).
    /// - Throws: ``JOSEError/Code/tooLarge`` above 64 KiB; ``JOSEError/Code/malformed`` if the text contains no public
    ///   key; ``JOSEError/Code/keyRefused`` if the key is damaged, or of a type, curve or size that is not supported;
    ///   ``JOSEError/Code/algorithmNotAllowed`` if the algorithm does not match the type of the key.
    /// - SeeAlso: [RFC 7468 §13](https://www.rfc-editor.org/rfc/rfc7468#section-13)
    public init(pem: String, algorithm: SignatureAlgorithm? = nil, id: String? = nil) throws {
        let block = try PEMBlock.required(in: pem, labeled: [PublicKey.label])
        let key = try JOSEError.wrapping(.keyRefused) { try PublicKey(block) }
        if let algorithm, algorithm.scheme(for: key.components) == nil { throw JOSEError(.algorithmNotAllowed) }
        self.init(key, id: id ?? JSONWebKey(key).thumbprintText, algorithm: algorithm)
    }

    /// The thumbprint in base64url: the default key ID.
    package var thumbprintText: String { Base64URL.encode(thumbprint) }
}

extension PEMBlock {
    fileprivate static func required(in text: String, labeled labels: Set<String>) throws(JOSEError) -> PEMBlock {
        guard text.utf8.count <= SigningKey.maximumPEMBytes else { throw JOSEError(.tooLarge) }
        guard let block = first(in: text, labeled: labels) else { throw JOSEError(.malformed) }
        return block
    }
}
