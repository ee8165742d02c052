import ByteEncodings
import JOSE
import OpenSSLCryptography

extension FuzzTarget {
    /// A compact JWS: a parsed text has one spelling, and no signature made by the fuzzer is valid.
    static let jws = FuzzTarget(name: "jws") { bytes in
        let text = bytes.text
        _ = try? decode(jwt: text)
        guard let signed = try? CompactJWS(text) else { return }
        let segments = text.split(separator: ".", omittingEmptySubsequences: false)
        precondition(Base64URL.encode(signed.unverifiedPayload) == segments[1], "the payload has another spelling")
        precondition((try? ring.verify(signed, type: .any)) == nil, "a signature was forged")
    }

    /// A JWK set: writing a parsed key and reading it again returns an equal key.
    static let jwks = FuzzTarget(name: "jwks") { bytes in
        guard let set = try? JSONWebKeySet(parsing: bytes) else { return }
        _ = KeyRing(set)
        for key in set.keys {
            precondition(key.thumbprint.count == 32, "a thumbprint of another length")
            precondition((try? JSONWebKey(key.json)) == key, "a key reads differently")
        }
    }

    private static let ring: KeyRing = {
        do {
            let keys = try [PrivateKey.Kind.ellipticCurve(.p256), .edwards(.ed25519), .rsa(bits: 2048)].map { kind in
                try VerificationKey(JSONWebKey(PrivateKey(generating: kind).publicKey))
            }
            return try KeyRing(keys)
        } catch { preconditionFailure("\(error)") }
    }()
}
