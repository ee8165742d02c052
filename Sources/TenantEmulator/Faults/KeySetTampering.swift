import OpenSSLCryptography
import ByteEncodings

/// An alteration of the key set; every other key of the set stays genuine.
public enum KeySetTampering: String, Sendable, Hashable, CaseIterable {
    /// The set has no keys.
    case empty
    /// `keys` is an object, not an array.
    case notAnArray = "not-an-array"
    /// The set has 100 additional keys.
    case tooMany = "too-many"
    /// The set has another key with the genuine key's `kid`.
    case duplicateID = "duplicate-id"
    /// The genuine keys have no `kid`.
    case noID = "no-id"
    /// An RSA key of 16,384 bits replaces the genuine key and has its `kid`.
    case hugeModulus = "huge-modulus"
    /// An RSA key of 1,024 bits replaces the genuine key.
    case smallModulus = "small-modulus"
    /// The genuine key's exponent is even.
    case evenExponent = "even-exponent"
    /// The genuine key's exponent has 64 bytes.
    case hugeExponent = "huge-exponent"
    /// The genuine key's modulus begins with a zero byte.
    case leadingZero = "leading-zero"
    /// The genuine key has a private member.
    case privateHalf = "private-half"
    /// A key whose point is not on its curve replaces the genuine key.
    case offCurve = "off-curve"
    /// A symmetric key replaces the genuine key.
    case sharedSecret = "shared-secret"
    /// The genuine key is for encryption only.
    case encryptionOnly = "encryption-only"
    /// The genuine key is for another algorithm.
    case otherAlgorithm = "other-algorithm"

    /// Applies the alteration.
    func changed(_ set: JSONValue) -> JSONValue {
        let keys = set["keys"]?.elements ?? []
        switch self {
        case .empty: return .members(["keys": [String]()])
        case .notAnArray: return .members(["keys": JSONValue.object([])])
        case .tooMany: return .members(["keys": keys + (0..<100).map { Self.point(named: "extra-\($0)") }])
        case .duplicateID:
            return .members(["keys": keys + keys.prefix(1).map { Self.point(named: $0["kid"]?.string ?? "") }])
        default: return .members(["keys": keys.map { changed(key: $0.dictionary ?? [:]).json }])
        }
    }

    private func changed(key: [String: JSONValue]) -> [String: JSONValue] {
        TokenTampering.change(key, changes(in: key))
    }

    private func changes(in key: [String: JSONValue]) -> [String: JSONValue] {
        switch self {
        case .noID: ["kid": .null]
        case .hugeModulus: Self.rsa(modulus: [0xFF] + Secrets.bytes(2046) + [0xFF])
        case .smallModulus: Self.rsa(modulus: [0xFF] + Secrets.bytes(126) + [0xFF])
        case .evenExponent: ["e": .string(Base64URL.encode([1, 0, 0]))]
        case .hugeExponent: ["e": .string(Base64URL.encode([UInt8](repeating: 0xFF, count: 64)))]
        case .leadingZero:
            ["n": .string(Base64URL.encode([0] + ((try? Base64URL.decode(key["n"]?.string ?? "")) ?? [])))]
        case .privateHalf: ["d": .string(Secrets.token(256))]
        case .offCurve: Self.point(named: key["kid"]?.string ?? "").dictionary ?? [:]
        case .sharedSecret: ["kty": .string("oct"), "k": .string(Secrets.token(32)), "alg": .string("HS256")]
        case .encryptionOnly: ["use": .string("enc")]
        case .otherAlgorithm: ["alg": .string("RS512")]
        case .empty, .notAnArray, .tooMany, .duplicateID: [:]
        }
    }

    private static func rsa(modulus: [UInt8]) -> [String: JSONValue] {
        ["kty": .string("RSA"), "n": .string(Base64URL.encode(modulus)), "e": .string("AQAB")]
    }

    /// Creates a P-256 key whose point is not on the curve.
    private static func point(named name: String) -> JSONValue {
        let one = Base64URL.encode([UInt8](repeating: 0, count: 31) + [1])
        return .members([
            "kty": "EC", "crv": "P-256", "x": one, "y": one, "kid": name, "use": "sig", "alg": "ES256",
        ])
    }
}
