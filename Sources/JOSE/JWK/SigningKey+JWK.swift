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
        let value: JSONValue
        do {
            value = try JSONValue(parsing: text)
        } catch { throw JOSEError(.malformed, cause: error) }
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

    fileprivate func privateKey() throws(JOSEError) -> PrivateKey {
        let name = { (member: String) in (try? required(member)) ?? "" }
        do {
            switch name("kty") {
            case "RSA": return try rsa()
            case "EC":
                guard let curve = EllipticCurve(rawValue: name("crv")) else { break }
                return try PrivateKey(curve, x: try bytes("x"), y: try bytes("y"), secret: try secret("d"))
            case "OKP":
                guard let curve = EdwardsCurve(rawValue: name("crv")) else { break }
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
