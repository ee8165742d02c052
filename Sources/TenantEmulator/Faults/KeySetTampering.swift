import ByteEncodings
import OpenSSLCryptography

/// An alteration of the key set; every other key of the set stays genuine.
public struct KeySetTampering: Sendable, Hashable, RawRepresentable, CaseIterable {
    enum Kind: String, CaseIterable {
        case empty
        case notAnArray = "not-an-array"
        case tooMany = "too-many"
        case duplicateID = "duplicate-id"
        case noID = "no-id"
        case hugeModulus = "huge-modulus"
        case smallModulus = "small-modulus"
        case evenExponent = "even-exponent"
        case hugeExponent = "huge-exponent"
        case leadingZero = "leading-zero"
        case privateHalf = "private-half"
        case offCurve = "off-curve"
        case sharedSecret = "shared-secret"
        case encryptionOnly = "encryption-only"
        case otherAlgorithm = "other-algorithm"
    }

    let kind: Kind

    /// The set has no keys.
    public static let empty = KeySetTampering(.empty)
    /// `keys` is an object, not an array.
    public static let notAnArray = KeySetTampering(.notAnArray)
    /// The set has 100 additional keys.
    public static let tooMany = KeySetTampering(.tooMany)
    /// The set has another key with the genuine key's `kid`.
    public static let duplicateID = KeySetTampering(.duplicateID)
    /// The genuine keys have no `kid`.
    public static let noID = KeySetTampering(.noID)
    /// An RSA key of 16,384 bits replaces the genuine key and has its `kid`.
    public static let hugeModulus = KeySetTampering(.hugeModulus)
    /// An RSA key of 1,024 bits replaces the genuine key.
    public static let smallModulus = KeySetTampering(.smallModulus)
    /// The genuine key's exponent is even.
    public static let evenExponent = KeySetTampering(.evenExponent)
    /// The genuine key's exponent has 64 bytes.
    public static let hugeExponent = KeySetTampering(.hugeExponent)
    /// The genuine key's modulus begins with a zero byte.
    public static let leadingZero = KeySetTampering(.leadingZero)
    /// The genuine key has a private member.
    public static let privateHalf = KeySetTampering(.privateHalf)
    /// A key whose point is not on its curve replaces the genuine key.
    public static let offCurve = KeySetTampering(.offCurve)
    /// A symmetric key replaces the genuine key.
    public static let sharedSecret = KeySetTampering(.sharedSecret)
    /// The genuine key is for encryption only.
    public static let encryptionOnly = KeySetTampering(.encryptionOnly)
    /// The genuine key is for another algorithm.
    public static let otherAlgorithm = KeySetTampering(.otherAlgorithm)

    /// All alterations.
    public static var allCases: [KeySetTampering] { Kind.allCases.map { KeySetTampering($0) } }

    private init(_ kind: Kind) { self.kind = kind }

    /// Finds an alteration by its name; `nil` for an unknown name.
    ///
    /// - Parameter rawValue: The name in the control API and on the command line.
    public init?(rawValue: String) {
        guard let kind = Kind(rawValue: rawValue) else { return nil }
        self.init(kind)
    }

    /// The name in the control API and on the command line.
    public var rawValue: String { kind.rawValue }
}

extension KeySetTampering {
    /// Applies the alteration.
    func changed(_ set: JSONValue) -> JSONValue {
        let keys = set["keys"]?.elements ?? []
        switch kind {
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
        switch kind {
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
