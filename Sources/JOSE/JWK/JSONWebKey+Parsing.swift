package import ByteEncodings
import OpenSSLCryptography

extension JSONWebKey {
    /// Decodes a public signature key.
    ///
    /// `kty`, `alg`, `use`, `key_ops` and `crv` must be consistent, and numbers must be canonical base64url of the
    /// right length (RFC 7518 §6). A private key is refused: once published, it is compromised.
    package init(_ value: JSONValue) throws(JOSEError) {
        let members = try JWKMembers(value)
        guard try members.isForVerification, members["d"] == nil, members["k"] == nil else {
            throw JOSEError(.keyRefused)
        }
        let components = try members.components()
        let algorithm = try members.algorithm(for: components)
        let key = try JOSEError.wrapping(.keyRefused) { try PublicKey(components) }
        self.init(key, id: try members.optional("kid"), algorithm: algorithm)
    }
}

/// The members of a key; reading one of the wrong type throws.
struct JWKMembers {
    private let value: JSONValue

    init(_ value: JSONValue) throws(JOSEError) {
        guard case .object = value else { throw JOSEError(.malformed) }
        self.value = value
    }

    /// The member with a name; `nil` also for `null`, which some libraries write for missing members.
    fileprivate subscript(name: String) -> JSONValue? {
        guard let member = value[name], member != .null else { return nil }
        return member
    }

    fileprivate func optional(_ name: String) throws(JOSEError) -> String? {
        guard let member = self[name] else { return nil }
        guard let text = member.string else { throw JOSEError(.malformed) }
        return text
    }

    func required(_ name: String) throws(JOSEError) -> String {
        guard let text = try optional(name) else { throw JOSEError(.malformed) }
        return text
    }

    /// Returns the public numbers of a key of a supported type and curve.
    func components() throws(JOSEError) -> PublicKeyComponents {
        switch try required("kty") {
        case "RSA": return .rsa(modulus: try bytes("n"), exponent: try bytes("e"))
        case "EC":
            guard let curve = EllipticCurve(rawValue: try required("crv")) else { throw JOSEError(.keyRefused) }
            return .ellipticCurve(curve, x: try bytes("x"), y: try bytes("y"))
        case "OKP":
            guard let curve = EdwardsCurve(rawValue: try required("crv")) else { throw JOSEError(.keyRefused) }
            return .edwards(curve, point: try bytes("x"))
        default: throw JOSEError(.keyRefused)
        }
    }

    private func bytes(_ name: String) throws(JOSEError) -> [UInt8] {
        try JOSEError.wrapping(.malformed) { try Base64URL.decode(required(name)) }
    }

    /// Whether `use` and `key_ops`, if present, permit the verification of signatures.
    fileprivate var isForVerification: Bool {
        get throws(JOSEError) {
            if let use = try optional("use"), use != "sig" { return false }
            guard let operations = self["key_ops"] else { return true }
            guard case .array(let names) = operations else { throw JOSEError(.malformed) }
            return names.contains(.string("verify"))
        }
    }

    /// Returns the key's algorithm, which must match its type and curve; `nil` if the key has none.
    fileprivate func algorithm(for components: PublicKeyComponents) throws(JOSEError) -> SignatureAlgorithm? {
        guard let name = try optional("alg") else { return nil }
        guard let algorithm = SignatureAlgorithm(rawValue: name), algorithm.scheme(for: components) != nil else {
            throw JOSEError(.keyRefused)
        }
        return algorithm
    }
}
