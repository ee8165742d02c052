import ByteEncodings
import OpenSSLCryptography

extension SigningKey {
    /// Creates a signing key from a private JSON web key, whose `alg` is the signature algorithm.
    ///
    /// The decoded numbers are wiped from memory; the text, and copies of its strings, are not.
    ///
    /// - Parameter text: The key as JSON; an RSA key must contain all of `d`, `p`, `q`, `dp`, `dq` and `qi`.
    /// - Throws: ``JOSEError/Code/malformed`` if members are missing or have the wrong type,
    ///   ``JOSEError/Code/keyRefused`` if they are inconsistent, ``JOSEError/Code/algorithmNotAllowed`` if `alg` is
    ///   missing or does not match the type of the key.
    /// - SeeAlso: [RFC 7518 §6](https://www.rfc-editor.org/rfc/rfc7518#section-6)
    public init(parsingJWK text: [UInt8]) throws {
        let value = try JOSEError.wrapping(.malformed) { try JSONValue(parsing: text) }
        let members = try JWKMembers(value)
        guard let algorithm = value["alg"]?.string.flatMap(SignatureAlgorithm.init(rawValue:)) else {
            throw JOSEError(.algorithmNotAllowed)
        }
        let id = value["kid"]?.string
        if value["kty"]?.string == "oct" {
            try self.init(secret: members.secret("k"), algorithm: algorithm, id: id)
        } else {
            try self.init(members.privateKey(), algorithm: algorithm, id: id)
        }
    }
}

extension JWKMembers {
    /// Decodes a secret number or key without another copy of it in memory.
    fileprivate func secret(_ name: String) throws(JOSEError) -> SecretBytes {
        var text = try required(name)
        return try JOSEError.wrapping(.malformed) {
            try text.withUTF8 { text in
                try SecretBytes(count: Base64URL.maximumBytes(in: text.count)) { bytes throws(MalformedEncoding) in
                    _ = try Base64URL.decode(text, into: bytes.bindMemory(to: UInt8.self))
                }
            }
        }
    }

    fileprivate func privateKey() throws(JOSEError) -> PrivateKey {
        let components = try components()
        return try JOSEError.wrapping(.keyRefused) {
            switch components {
            case .rsa(let modulus, let exponent):
                let numbers = PrivateKey.RSANumbers(
                    d: try secret("d"), p: try secret("p"), q: try secret("q"), dp: try secret("dp"),
                    dq: try secret("dq"), qi: try secret("qi"))
                return try PrivateKey(modulus: modulus, exponent: exponent, secret: numbers)
            case .ellipticCurve(let curve, let x, let y): return try PrivateKey(curve, x: x, y: y, secret: secret("d"))
            case .edwards(let curve, let point): return try PrivateKey(curve, point: point, secret: secret("d"))
            }
        }
    }
}
