/// The trusted verification keys, prepared once and used from any thread.
///
/// The keys are immutable: newly fetched keys become a new key ring.
public struct KeyRing: Sendable {
    private let keys: [VerificationKey]
    private let known = KnownHeader()

    /// Creates a key ring from prepared keys.
    ///
    /// - Parameter keys: The keys: either all public keys or all shared secrets.
    /// - Throws: ``JOSEError/Code/keyRefused`` if the keys mix shared secrets with public keys, since a public key
    ///   could then be used as a secret (CVE-2015-9235).
    public init(_ keys: [VerificationKey]) throws {
        guard keys.allSatisfy({ $0.isSecret == keys.first?.isSecret }) else { throw JOSEError(.keyRefused) }
        self.keys = keys
    }

    /// Creates a key ring from the keys of a set that support an allowed algorithm.
    ///
    /// ```swift
    /// let (old, new) = (try SigningKey(generating: .es256, id: "old"), try SigningKey(generating: .es256, id: "new"))
    /// let keys = KeyRing(JSONWebKeySet(publishing: [old, new]))
    /// let token = try new.sign(claims: ["sub": "john"])
    /// print(try keys.verify(token).header.keyID ?? "")
    /// // prints new
    /// ```
    ///
    /// - Parameters:
    ///   - set: The published keys.
    ///   - allowed: The accepted algorithms; all asymmetric ones by default.
    public init(
        _ set: JSONWebKeySet, allowing allowed: Set<SignatureAlgorithm> = SignatureAlgorithm.asymmetric
    ) {
        keys = set.keys.compactMap { try? VerificationKey($0, allowing: allowed) }
    }

    /// Verifies the signature of a token.
    ///
    /// The header's `kid` selects the key. It is a hint ([RFC 7515
    /// §4.1.4](https://www.rfc-editor.org/rfc/rfc7515#section-4.1.4)): if no key has that ID, a key without an ID is
    /// used, and without `kid` any key. Exactly one key must match. The key determines the algorithm, and the header
    /// must agree.
    ///
    /// - Parameters:
    ///   - text: The token in compact form.
    ///   - type: The required type of the token; ``JWSHeader/ExpectedType/jwt`` by default.
    /// - Returns: The verified header and payload.
    /// - Throws: ``JOSEError/Code/keyNotFound`` if no key matches, which may mean that the keys are outdated;
    ///   ``JOSEError/Code/keyAmbiguous`` if several do; ``JOSEError/Code/algorithmNotAllowed`` if the selected key is
    ///   for another algorithm; ``JOSEError/Code/headerNotAllowed`` for another type;
    ///   ``JOSEError/Code/signatureInvalid``; ``JOSEError/Code/keyRefused`` for an RSA key whose modulus an attacker
    ///   can factor, to sign with it; and the errors of ``CompactJWS/init(_:)``.
    /// - SeeAlso: [RFC 7515 §5.2](https://www.rfc-editor.org/rfc/rfc7515#section-5.2), [RFC 8725
    ///   §3.1](https://www.rfc-editor.org/rfc/rfc8725#section-3.1)
    public func verify(_ text: String, type: JWSHeader.ExpectedType = .jwt) throws -> VerifiedJWS {
        let verified = try self.verified(CompactJWS(parsing: text, known: known), type: type)
        known.keep(of: verified.text)
        return verified
    }

    /// Verifies the signature of a parsed token; see ``verify(_:type:)-(String,_)``, whose parameters are the same.
    ///
    /// - Throws: A ``JOSEError``.
    public func verify(_ text: CompactJWS, type: JWSHeader.ExpectedType = .jwt) throws -> VerifiedJWS {
        try verified(text, type: type)
    }

    /// As ``verify(_:type:)-(CompactJWS,_)``, with typed throws.
    package func verified(_ text: CompactJWS, type: JWSHeader.ExpectedType) throws(JOSEError) -> VerifiedJWS {
        guard type.accepts(text.header.type) else { throw JOSEError(.headerNotAllowed) }
        let key = try key(for: text.header)
        guard key.signed(text) else { throw JOSEError(.signatureInvalid) }
        guard key.isSound else { throw JOSEError(.keyRefused) }
        return VerifiedJWS(text: text)
    }

    private func key(for header: JWSHeader) throws(JOSEError) -> VerificationKey {
        var isNamed = false
        let named = try only(header) { key in
            if let id = header.keyID, key.id?.utf8.elementsEqual(id.utf8) != true { return false }
            isNamed = true
            return true
        }
        if let named { return named }
        guard header.keyID != nil else { throw JOSEError(.keyNotFound) }
        guard !isNamed else { throw JOSEError(.algorithmNotAllowed) }
        guard let nameless = try only(header, where: { $0.id == nil }) else { throw JOSEError(.keyNotFound) }
        return nameless
    }

    /// Returns the only key for the header's algorithm among those that a condition selects.
    private func only(
        _ header: JWSHeader, where isCandidate: (VerificationKey) -> Bool
    ) throws(JOSEError) -> VerificationKey? {
        var found: VerificationKey?
        for key in keys where isCandidate(key) && key.serves(header.algorithm) {
            guard found == nil else { throw JOSEError(.keyAmbiguous) }
            found = key
        }
        return found
    }
}
