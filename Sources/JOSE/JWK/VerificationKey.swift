import OpenSSLCryptography

/// A prepared key that verifies signatures, with its algorithms.
public struct VerificationKey: Sendable {
    private enum Check: Sendable {
        case asymmetric([SignatureAlgorithm: SignatureVerifier])
        case secret(SignatureAlgorithm, MessageAuthenticator)
    }

    /// The key ID (`kid`).
    public let id: String?
    private let check: Check
    private let modulus: ModulusCheck?

    /// Prepares a public key.
    ///
    /// A key with an `alg` supports that algorithm only; any other key supports the allowed algorithms of its type and
    /// curve.
    ///
    /// - Parameters:
    ///   - key: The public key.
    ///   - allowed: The accepted algorithms; all asymmetric ones by default. Algorithms with a shared secret are
    ///     ignored.
    /// - Throws: ``JOSEError/Code/algorithmNotAllowed`` if the key supports no accepted algorithm;
    ///   ``JOSEError/Code/keyRefused`` if the library refuses the key.
    public init(
        _ key: JSONWebKey, allowing allowed: Set<SignatureAlgorithm> = SignatureAlgorithm.asymmetric
    ) throws {
        try self.init(preparing: key, allowing: allowed)
    }

    /// As ``init(_:allowing:)``, with typed throws.
    package init(preparing key: JSONWebKey, allowing allowed: Set<SignatureAlgorithm>) throws(JOSEError) {
        var verifiers: [SignatureAlgorithm: SignatureVerifier] = [:]
        for algorithm in allowed where key.algorithm == nil || key.algorithm == algorithm {
            guard let scheme = algorithm.scheme(for: key.key.components) else { continue }
            verifiers[algorithm] = try JOSEError.wrapping(.keyRefused) { try SignatureVerifier(key.key, scheme) }
        }
        guard !verifiers.isEmpty else { throw JOSEError(.algorithmNotAllowed) }
        (id, check, modulus) = (key.id, .asymmetric(verifiers), ModulusCheck(key.key))
    }

    /// Prepares a secret shared with the issuer; see ``SigningKey/init(secret:algorithm:id:)``,
    /// whose parameters are the same.
    ///
    /// - Throws: A ``JOSEError``, as that initializer.
    public init(secret: SecretBytes, algorithm: SignatureAlgorithm, id: String? = nil) throws {
        check = .secret(algorithm, try algorithm.authenticator(with: secret))
        (self.id, modulus) = (id, nil)
    }

    /// Whether only the owner of the key can sign with it: `false` for an RSA key whose modulus an attacker can factor.
    ///
    /// Check this after a valid signature, because the first check of a key takes a millisecond or more.
    package var isSound: Bool { modulus?.isSound ?? true }

    /// Whether the key is a shared secret.
    var isSecret: Bool { if case .secret = check { true } else { false } }

    /// Returns whether the key may verify signatures of `algorithm`.
    func serves(_ algorithm: SignatureAlgorithm) -> Bool {
        switch check {
        case .asymmetric(let verifiers): verifiers[algorithm] != nil
        case .secret(let own, _): own == algorithm
        }
    }

    /// Returns whether the signature of `text` is valid for this key.
    package func signed(_ text: CompactJWS) -> Bool {
        switch check {
        case .asymmetric(let verifiers):
            verifiers[text.header.algorithm]?.isValid(text.signature, for: text.signingInput) ?? false
        case .secret(let algorithm, let authenticator):
            algorithm == text.header.algorithm && authenticator.isValid(text.signature, for: text.signingInput)
        }
    }
}
