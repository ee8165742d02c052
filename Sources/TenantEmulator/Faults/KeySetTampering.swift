import OpenSSLCryptography
import ByteEncodings

/// What is wrong with a key set; the genuine keys are there too, unless that is what is wrong.
public enum KeySetTampering: String, Sendable, Hashable, CaseIterable {
    /// No key at all.
    case empty
    /// `keys` is an object.
    case notAnArray = "not-an-array"
    /// 100 more keys.
    case tooMany = "too-many"
    /// Another key by the name of the genuine one.
    case duplicateID = "duplicate-id"
    /// The genuine keys without names.
    case noID = "no-id"
    /// An RSA key of 16,384 bits, by the genuine name and in its place.
    case hugeModulus = "huge-modulus"
    /// An RSA key of 1,024 bits, in the genuine one's place.
    case smallModulus = "small-modulus"
    /// An even exponent, in the genuine key.
    case evenExponent = "even-exponent"
    /// An exponent of 64 bytes, in the genuine key.
    case hugeExponent = "huge-exponent"
    /// A zero before the modulus of the genuine key.
    case leadingZero = "leading-zero"
    /// The private half beside the genuine key.
    case privateHalf = "private-half"
    /// A point that is not on its curve, in the genuine key's place.
    case offCurve = "off-curve"
    /// A shared secret, in the genuine key's place.
    case sharedSecret = "shared-secret"
    /// The genuine key, for encryption only.
    case encryptionOnly = "encryption-only"
    /// The genuine key, for another algorithm.
    case otherAlgorithm = "other-algorithm"

    /// The set as it is shown.
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

    /// A key of P-256 whose point is nowhere near the curve.
    private static func point(named name: String) -> JSONValue {
        let one = Base64URL.encode([UInt8](repeating: 0, count: 31) + [1])
        return .members([
            "kty": "EC", "crv": "P-256", "x": one, "y": one, "kid": name, "use": "sig", "alg": "ES256",
        ])
    }
}
