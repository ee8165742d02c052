import Cryptography
import Encodings
import JOSE

extension TenantState {
    /// Signs the claims of an ID token, well or as badly as a fault demands.
    func signIDToken(_ claims: [String: JSONValue]) -> String {
        guard let tampering else { return sign(claims) }
        let key = keys.current
        var header: [String: JSONValue] = ["alg": .string("RS256"), "typ": .string("JWT")]
        header["kid"] = key.id.map(JSONValue.string)
        switch tampering.signature {
        case .none: header["alg"] = .string("none")
        case .confusedSecret: header["alg"] = .string("HS256")
        case .unknownKey: header["kid"] = .string(Secrets.token(16))
        case .genuine, .foreignKey, .flippedBit: break
        }
        header = TokenTampering.change(header, tampering.header)
        let payload = TokenTampering.change(claims, tampering.claims)
        let input = "\(Base64URL.encode(header.json.text)).\(Base64URL.encode(payload.json.text))"
        return input + "." + Base64URL.encode(signature(of: Array(input.utf8), tampering.signature))
    }

    private func signature(of input: [UInt8], _ kind: TokenTampering.Signature) -> [UInt8] {
        switch kind {
        case .none: return []
        case .genuine: return (try? keys.current.signature(of: input)) ?? []
        case .flippedBit:
            var signature = (try? keys.current.signature(of: input)) ?? [0]
            signature[signature.count / 2] ^= 1
            return signature
        case .confusedSecret:
            guard case .rsa(let modulus, _)? = keys.current.publicKey?.components else { return [] }
            return (try? MessageAuthenticator(key: SecretBytes(modulus), hash: .sha256).code(for: input)) ?? []
        case .foreignKey, .unknownKey:
            guard let key = try? PrivateKey(generating: .rsa(bits: 2048)) else { return [] }
            return (try? SignatureSigner(key, .rsaPKCS1(.sha256)).signature(for: input)) ?? []
        }
    }
}
