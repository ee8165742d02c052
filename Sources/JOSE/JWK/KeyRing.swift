/// The keys whose signatures are accepted, prepared once and used from any thread.
///
/// It never changes: whoever fetches keys makes a new one.
public struct KeyRing: Sendable {
    private let keys: [VerificationKey]

    /// Collects prepared keys.
    ///
    /// - Throws: ``JOSEError/Code/keyRefused`` when shared secrets and public keys are mixed, which is how a public key
    ///   gets to be taken for a secret (CVE-2015-9235).
    public init(_ keys: [VerificationKey]) throws {
        guard keys.allSatisfy({ $0.isSecret == keys.first?.isSecret }) else { throw JOSEError(.keyRefused) }
        self.keys = keys
    }

    /// Prepares those keys of a set that can serve an algorithm of `allowed`.
    public init(
        _ set: JWKSet, allowing allowed: Set<SignatureAlgorithm> = SignatureAlgorithm.asymmetric
    ) {
        keys = set.keys.compactMap { try? VerificationKey($0, allowing: allowed) }
    }

    /// Checks the signature of a text.
    ///
    /// The header's `kid` picks the key; without one there has to be exactly one key that fits. The algorithm is the
    /// key's, and the header only has to agree.
    ///
    /// - Parameters:
    ///   - text: The text in compact form.
    ///   - type: Which kind of token it has to be.
    /// - Returns: Header and payload.
    /// - Throws: ``JOSEError/Code/keyNotFound`` when no key fits, which may mean that the keys are out of date;
    ///   ``JOSEError/Code/keyAmbiguous`` when several do; ``JOSEError/Code/signatureInvalid``; and all that
    ///   ``CompactJWS/init(_:)`` throws.
    /// - SeeAlso: [RFC 7515 §5.2](https://www.rfc-editor.org/rfc/rfc7515#section-5.2),
    ///   [RFC 8725 §3.1](https://www.rfc-editor.org/rfc/rfc8725#section-3.1)
    public func verify(_ text: String, type: ExpectedType = .jwt) throws -> VerifiedJWS {
        try verified(CompactJWS(parsing: text), type: type)
    }

    /// Checks the signature of a text that was taken apart before.
    ///
    /// - Throws: ``JOSEError``, as ``verify(_:type:)-(String,_)`` does.
    public func verify(_ text: CompactJWS, type: ExpectedType = .jwt) throws -> VerifiedJWS {
        try verified(text, type: type)
    }

    /// Checks the signature of a text that was taken apart before, with a typed error.
    package func verified(_ text: CompactJWS, type: ExpectedType) throws(JOSEError) -> VerifiedJWS {
        guard type.accepts(text.header.type) else { throw JOSEError(.headerNotAllowed) }
        let key = try key(for: text.header)
        guard key.signed(text) else { throw JOSEError(.signatureInvalid) }
        return VerifiedJWS(text: text)
    }

    private func key(for header: JWSHeader) throws(JOSEError) -> VerificationKey {
        var found: VerificationKey?
        var isNamed = false
        for key in keys where header.keyID == nil || Self.same(header.keyID, key.id) {
            isNamed = true
            guard key.serves(header.algorithm) else { continue }
            guard found == nil else { throw JOSEError(.keyAmbiguous) }
            found = key
        }
        guard let found else {
            // A key of that name for another algorithm: fetching the keys again would not help.
            throw JOSEError(isNamed && header.keyID != nil ? .algorithmNotAllowed : .keyNotFound)
        }
        return found
    }

    private static func same(_ lhs: String?, _ rhs: String?) -> Bool {
        guard let lhs, let rhs else { return false }
        return lhs.utf8.elementsEqual(rhs.utf8)
    }
}
