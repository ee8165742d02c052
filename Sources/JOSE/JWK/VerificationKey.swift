public import OpenSSLCryptography

/// A key that is prepared to check signatures, with the algorithms it serves.
public struct VerificationKey: Sendable {
    private enum Check: Sendable {
        case asymmetric([SignatureAlgorithm: SignatureVerifier])
        case secret(SignatureAlgorithm, MessageAuthenticator)
    }

    /// The name it goes by in headers.
    public let id: String?
    private let check: Check

    /// Prepares a public key.
    ///
    /// A key that names its algorithm serves that one alone. One that does not serves those of `allowed` that belong to
    /// its kind and curve.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - allowed: The algorithms the caller accepts; those with a shared secret never count here.
    /// - Throws: ``JOSEError/Code/algorithmNotAllowed`` when nothing is left.
    public init(
        _ key: JWK, allowing allowed: Set<SignatureAlgorithm> = SignatureAlgorithm.asymmetric
    ) throws {
        try self.init(preparing: key, allowing: allowed)
    }

    /// Prepares a public key, with a typed error.
    package init(preparing key: JWK, allowing allowed: Set<SignatureAlgorithm>) throws(JOSEError) {
        var verifiers: [SignatureAlgorithm: SignatureVerifier] = [:]
        for algorithm in allowed where key.algorithm == nil || key.algorithm == algorithm {
            guard let scheme = algorithm.scheme(for: key.key.components) else { continue }
            do {
                verifiers[algorithm] = try SignatureVerifier(key.key, scheme)
            } catch { throw JOSEError(.keyRefused, cause: error) }
        }
        guard !verifiers.isEmpty else { throw JOSEError(.algorithmNotAllowed) }
        (id, check) = (key.id, .asymmetric(verifiers))
    }

    /// Prepares a secret shared with the issuer.
    ///
    /// - Throws: ``JOSEError/Code/algorithmNotAllowed`` for an algorithm without a secret;
    ///   ``JOSEError/Code/keyRefused`` for a secret shorter than the hash
    ///   ([RFC 7518 §3.2](https://www.rfc-editor.org/rfc/rfc7518#section-3.2)).
    public init(secret: SecretBytes, _ algorithm: SignatureAlgorithm, id: String? = nil) throws {
        guard let hash = algorithm.secretHash else { throw JOSEError(.algorithmNotAllowed) }
        guard secret.count >= hash.digestCount else { throw JOSEError(.keyRefused) }
        do {
            check = .secret(algorithm, try MessageAuthenticator(key: secret, hash: hash))
        } catch { throw JOSEError(.keyRefused, cause: error) }
        self.id = id
    }

    /// Whether the key is a shared secret.
    var isSecret: Bool { if case .secret = check { true } else { false } }

    /// Whether the key may check signatures of `algorithm`.
    func serves(_ algorithm: SignatureAlgorithm) -> Bool {
        switch check {
        case .asymmetric(let verifiers): verifiers[algorithm] != nil
        case .secret(let own, _): own == algorithm
        }
    }

    /// Tells whether the signature of `text` is this key's.
    package func signed(_ text: CompactJWS) -> Bool {
        switch check {
        case .asymmetric(let verifiers):
            verifiers[text.header.algorithm]?.isValid(text.signature, for: text.signingInput) ?? false
        case .secret(let algorithm, let authenticator):
            algorithm == text.header.algorithm && authenticator.isValid(Array(text.signature), for: text.signingInput)
        }
    }
}
