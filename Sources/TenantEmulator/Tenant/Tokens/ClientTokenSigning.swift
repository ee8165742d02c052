import ByteEncodings
import JOSE
import OpenSSLCryptography

extension TenantState {
    /// Signs the claims of an ID token, of the user info or of a logout token; with a fault, claims, header and
    /// signature are altered.
    func signForClient(
        _ claims: [String: JSONValue], with key: SigningKey, type: String = "JWT", tampering: TokenTampering?
    ) -> String {
        guard let tampering else { return sign(claims, with: key, type: type) }
        var header: [String: JSONValue] = ["alg": .string(key.algorithm.rawValue), "typ": .string(type)]
        header["kid"] = key.id.map(JSONValue.string)
        switch tampering.signature.kind {
        case .none: header["alg"] = .string("none")
        case .confusedSecret: header["alg"] = .string("HS256")
        case .unknownKey: header["kid"] = .string(Secrets.token(16))
        case .genuine, .foreignKey, .flippedBit: break
        }
        header = TokenTampering.change(header, tampering.header)
        let payload = tampering.changed(claims, now: now)
        let input = "\(Base64URL.encode(header.json.encoded)).\(Base64URL.encode(payload.json.encoded))"
        return input + "." + Base64URL.encode(signature(of: Array(input.utf8), tampering.signature, key))
    }

    private func signature(of input: [UInt8], _ signature: TokenTampering.Signature, _ key: SigningKey) -> [UInt8] {
        switch signature.kind {
        case .none: return []
        case .genuine: return (try? key.signature(of: input)) ?? []
        case .flippedBit:
            var signature = (try? key.signature(of: input)) ?? [0]
            signature[signature.count / 2] ^= 1
            return signature
        case .confusedSecret:
            return (try? MessageAuthenticator(key: SecretBytes(publicBytes), hash: .sha256).code(for: input)) ?? []
        case .foreignKey, .unknownKey:
            return (try? foreignKey(instead: key).signature(of: input)) ?? []
        }
    }

    /// Creates a key other than the tenant's; the pool may return the same key again.
    private func foreignKey(instead own: SigningKey) throws(EmulatorError) -> SigningKey {
        while true {
            let key = try SigningKeys.make(configuration.signingAlgorithm)
            if key.publicKey?.key != own.publicKey?.key { return key }
        }
    }

    /// The bytes of the public key that an attacker would use as an HMAC secret.
    private var publicBytes: [UInt8] {
        switch keys.current.publicKey?.key.components {
        case .rsa(let modulus, _)?: modulus
        case .ellipticCurve(_, let x, let y)?: x + y
        case .edwards(_, let point)?: point
        case nil: []
        }
    }
}
