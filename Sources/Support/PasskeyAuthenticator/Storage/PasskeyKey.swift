import OpenSSLCryptography

/// The private key of a passkey, with its algorithm.
struct PasskeyKey: Sendable {
    let algorithm: COSEAlgorithm
    private let key: PrivateKey

    static let algorithms: Set<COSEAlgorithm> = [.es256, .edDSA]

    init(generating algorithm: COSEAlgorithm) throws(PasskeyError) {
        try self.init(algorithm) { () throws(CryptographyError) in
            try PrivateKey(generating: algorithm == .es256 ? .ellipticCurve(.p256) : .edwards(.ed25519))
        }
    }

    /// Recreates a key from ``point`` and ``secret()``.
    init(_ algorithm: COSEAlgorithm, point: [UInt8], secret: SecretBytes) throws(PasskeyError) {
        try self.init(algorithm) { () throws(CryptographyError) in
            algorithm == .es256
                ? try PrivateKey(.p256, x: Array(point.prefix(32)), y: Array(point.dropFirst(32)), secret: secret)
                : try PrivateKey(.ed25519, point: point, secret: secret)
        }
    }

    private init(
        _ algorithm: COSEAlgorithm, _ make: () throws(CryptographyError) -> PrivateKey
    ) throws(PasskeyError) {
        guard Self.algorithms.contains(algorithm) else { throw PasskeyError(.unsupportedAlgorithm) }
        self.algorithm = algorithm
        key = try PasskeyError.ofKey(make)
    }

    var publicKey: CBOR { key.publicKey.components.coseKey ?? .map([]) }

    /// The public key's numbers: both coordinates, or the point.
    var point: [UInt8] {
        switch key.publicKey.components {
        case .ellipticCurve(_, let x, let y): x + y
        case .edwards(_, let point): point
        case .rsa: []
        }
    }

    func secret() throws(PasskeyError) -> SecretBytes { try PasskeyError.ofKey(key.secret) }

    /// Returns a signature in WebAuthn's format: DER for ECDSA (WebAuthn §6.5.5).
    func signature(for message: [UInt8]) throws(PasskeyError) -> [UInt8] {
        try PasskeyError.ofKey { () throws(CryptographyError) in
            algorithm == .es256
                ? try SignatureSigner(key, .ecdsa(.p256)).derSignature(for: message)
                : try SignatureSigner(key, .eddsa(.ed25519)).signature(for: message)
        }
    }
}

extension PasskeyError {
    /// Calls a function; its error becomes the cause of ``Code/keyFailed``.
    static func ofKey<Value>(_ body: () throws(CryptographyError) -> Value) throws(PasskeyError) -> Value {
        do throws(CryptographyError) {
            return try body()
        } catch { throw PasskeyError(.keyFailed, cause: error) }
    }
}
