import OpenSSLCryptography
import ByteEncodings
import JOSE

/// The signing keys of a tenant: the current key, and the keys that the key set still publishes.
struct SigningKeys: Sendable {
    private(set) var current: SigningKey
    private(set) var published: [SigningKey]
    /// The members of the key set, with certificates: they are signed once, not for each request.
    private(set) var publishedMembers: [JSONValue]
    private let algorithm: TenantConfiguration.SigningAlgorithm
    /// The name in the certificates.
    private let name: String

    /// Creates the first key.
    ///
    /// - Parameters:
    ///   - algorithm: The algorithm of the signatures.
    ///   - name: The name in the certificates.
    ///   - file: The path of a file with the key; `nil` for a new key.
    /// - Throws: ``EmulatorError/Code/system`` if no key can be generated or read.
    init(
        _ algorithm: TenantConfiguration.SigningAlgorithm, name: String, file: String? = nil
    ) throws(EmulatorError) {
        (self.algorithm, self.name) = (algorithm, name)
        if let file {
            do {
                current = try PrivateKeyFile.key(at: file, algorithm.signature)
            } catch { throw EmulatorError(.system, "the signing key in \(file)", cause: error) }
        } else {
            current = try Self.make(algorithm)
        }
        published = [current]
        publishedMembers = [Self.member(of: current, name: name)].compactMap(\.self)
    }

    /// Creates a new signing key.
    ///
    /// - Parameter keepingOld: Whether the key set continues to publish the previous keys.
    /// - Throws: ``EmulatorError/Code/system`` if no key can be generated.
    mutating func rotate(keepingOld: Bool) throws(EmulatorError) {
        current = try Self.make(algorithm)
        published = keepingOld ? [current] + published : [current]
        let member = [Self.member(of: current, name: name)].compactMap(\.self)
        publishedMembers = keepingOld ? member + publishedMembers : member
    }

    func key(_ id: String) -> SigningKey? { published.first { $0.id == id } }

    /// Returns the JWK of a public key, with a certificate for the algorithm for which the service has one.
    private static func member(of signing: SigningKey, name: String) -> JSONValue? {
        guard case .object(var members)? = signing.publicKey?.json else { return nil }
        if let certificate = SigningCertificate(signing, name: name) {
            let chain = [Base64URL.padded(certificate.der)].json
            members.append(JSONValue.Member(name: "x5t", value: .string(certificate.thumbprint)))
            members.append(JSONValue.Member(name: "x5c", value: chain))
        }
        return .object(members)
    }

    /// Generates a signing key.
    ///
    /// - Throws: ``EmulatorError/Code/system`` if no key can be generated.
    static func make(_ algorithm: TenantConfiguration.SigningAlgorithm) throws(EmulatorError) -> SigningKey {
        let id = Secrets.token(16)
        do {
            switch algorithm.kind {
            case .rs256: return try SigningKey(RSAKeyPool.ofProcess.next(), algorithm: .rs256, id: id)
            case .ps256: return try SigningKey(RSAKeyPool.ofProcess.next(), algorithm: .ps256, id: id)
            case .es256: return try SigningKey(PrivateKey(generating: .ellipticCurve(.p256)), algorithm: .es256, id: id)
            case .eddsa: return try SigningKey(PrivateKey(generating: .edwards(.ed25519)), algorithm: .eddsa, id: id)
            }
        } catch { throw EmulatorError(.system, cause: error) }
    }
}

extension TenantConfiguration.SigningAlgorithm {
    /// The algorithm in the headers of tokens.
    fileprivate var signature: SignatureAlgorithm {
        switch kind {
        case .rs256: .rs256
        case .ps256: .ps256
        case .es256: .es256
        case .eddsa: .eddsa
        }
    }
}
