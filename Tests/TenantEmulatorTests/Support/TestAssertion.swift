import ByteEncodings
import JOSE
import OpenSSLCryptography

/// A key pair of a client in a seed.
struct TestKeyPair {
    let key: SigningKey
    let published: JSONWebKeySet

    init(id: String = "k1") throws {
        let pair = try PrivateKey(generating: .ellipticCurve(.p256))
        key = try SigningKey(pair, algorithm: .es256, id: id)
        published = JSONWebKeySet([JSONWebKey(pair.publicKey, id: id)])
    }
}

extension SigningKey {
    /// Signs claims, some of which are replaced by the members of a JSON object.
    func sign(_ claims: [String: Any], changed: String = "{}", type: String? = nil) throws -> String {
        var writer = JSONWriter()
        writer.write(try JSONValue(freeForm: claims.merging(members(changed)) { $1 }))
        return try sign(writer.bytes, type: type)
    }
}
