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
        let members = try PrivateMembers(text)
        guard let algorithm = members.text("alg").flatMap(SignatureAlgorithm.init(rawValue:)) else {
            throw JOSEError(.algorithmNotAllowed)
        }
        if members.text("kty") == "oct" {
            try self.init(secret: members.secret("k"), algorithm: algorithm, id: members.text("kid"))
        } else {
            try self.init(members.key(), algorithm: algorithm, id: members.text("kid"))
        }
    }
}

/// The members of a private key.
private struct PrivateMembers {
    private let value: JSONValue

    init(_ text: [UInt8]) throws(JOSEError) {
        do {
            value = try JSONValue(parsing: text)
        } catch { throw JOSEError(.malformed, cause: error) }
    }

    func text(_ name: String) -> String? { value[name]?.string }

    func bytes(_ name: String) throws(JOSEError) -> [UInt8] {
        guard let text = text(name) else { throw JOSEError(.malformed) }
        do {
            return try Base64URL.decode(text)
        } catch { throw JOSEError(.malformed, cause: error) }
    }

    /// Decodes a secret number or key without another copy of it in memory.
    func secret(_ name: String) throws(JOSEError) -> SecretBytes {
        guard var text = text(name) else { throw JOSEError(.malformed) }
        return try text.withUTF8 { text in
            Result { () throws(JOSEError) in
                do {
                    return try SecretBytes(count: Base64URL.maximumBytes(in: text.count)) {
                        bytes throws(MalformedEncoding) in
                        _ = try Base64URL.decode(text, into: bytes.bindMemory(to: UInt8.self))
                    }
                } catch { throw JOSEError(.malformed, cause: error) }
            }
        }.get()
    }

    func key() throws(JOSEError) -> PrivateKey {
        do {
            switch (text("kty"), text("crv")) {
            case ("RSA", _): return try rsa()
            case ("EC", let name):
                guard let curve = name.flatMap(EllipticCurve.init) else { break }
                return try PrivateKey(
                    curve, x: try bytes("x"), y: try bytes("y"), secret: try secret("d"))
            case ("OKP", let name):
                guard let curve = name.flatMap(EdwardsCurve.init) else { break }
                return try PrivateKey(curve, point: try bytes("x"), secret: try secret("d"))
            default: break
            }
        } catch let error as JOSEError {
            throw error
        } catch { throw JOSEError(.keyRefused, cause: error) }
        throw JOSEError(.keyRefused)
    }

    private func rsa() throws -> PrivateKey {
        let secret = PrivateKey.RSANumbers(
            d: try secret("d"), p: try secret("p"), q: try secret("q"), dp: try secret("dp"), dq: try secret("dq"),
            qi: try secret("qi"))
        return try PrivateKey(modulus: try bytes("n"), exponent: try bytes("e"), secret: secret)
    }
}
