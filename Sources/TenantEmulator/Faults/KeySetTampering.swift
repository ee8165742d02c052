import ByteEncodings
import OpenSSLCryptography

/// An alteration of the key set; every other key of the set stays genuine.
public struct KeySetTampering: Sendable, Hashable, RawRepresentable, CaseIterable {
    private let name: String
    private let keys: @Sendable ([JSONValue]) -> JSONValue

    /// Finds an alteration by its name; `nil` for an unknown name.
    ///
    /// - Parameter rawValue: The name in the control API and on the command line.
    public init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }

    /// The name in the control API and on the command line.
    public var rawValue: String { name }

    private init(_ name: String, keys: @escaping @Sendable ([JSONValue]) -> JSONValue) {
        (self.name, self.keys) = (name, keys)
    }

    /// Creates an alteration of members of each key.
    private init(_ name: String, _ changes: @escaping @Sendable ([String: JSONValue]) -> [String: JSONValue]) {
        self.init(name) { keys in
            keys.map { TokenTampering.change($0.dictionary ?? [:], changes($0.dictionary ?? [:])).json }.json
        }
    }

    func changed(_ set: [String: JSONValue]) -> [String: JSONValue] { ["keys": keys(set["keys"]?.elements ?? [])] }

    /// All alterations.
    public static var allCases: [KeySetTampering] {
        [
            .empty, .notAnArray, .tooMany, .duplicateID, .noID, .hugeModulus, .smallModulus, .evenExponent,
            .hugeExponent, .leadingZero, .privateHalf, .offCurve, .sharedSecret, .encryptionOnly, .otherAlgorithm,
        ]
    }
}

extension KeySetTampering {
    /// The set has no keys.
    public static let empty = Self("empty", keys: { _ in .array([]) })
    /// `keys` is an object, not an array.
    public static let notAnArray = Self("not-an-array", keys: { _ in .object([]) })
    /// The set has 100 additional keys.
    public static let tooMany = Self("too-many", keys: { ($0 + (0..<100).map { point(named: "extra-\($0)") }).json })
    /// The set has another key with the genuine key's `kid`.
    public static let duplicateID = Self(
        "duplicate-id", keys: { ($0 + $0.prefix(1).map { point(named: $0["kid"]?.string ?? "") }).json })
    /// The genuine keys have no `kid`.
    public static let noID = Self("no-id") { _ in ["kid": .null] }
    /// An RSA key of 16,384 bits replaces the genuine key and has its `kid`.
    public static let hugeModulus = Self("huge-modulus") { _ in rsa(modulus: [0xFF] + Secrets.bytes(2046) + [0xFF]) }
    /// An RSA key of 1,024 bits replaces the genuine key.
    public static let smallModulus = Self("small-modulus") { _ in rsa(modulus: [0xFF] + Secrets.bytes(126) + [0xFF]) }
    /// The genuine key's exponent is even.
    public static let evenExponent = Self("even-exponent") { _ in ["e": .string(Base64URL.encode([1, 0, 0]))] }
    /// The genuine key's exponent has 64 bytes.
    public static let hugeExponent = Self("huge-exponent") { _ in
        ["e": .string(Base64URL.encode([UInt8](repeating: 0xFF, count: 64)))]
    }
    /// The genuine key's modulus begins with a zero byte.
    public static let leadingZero = Self("leading-zero") { key in
        ["n": .string(Base64URL.encode([0] + ((try? Base64URL.decode(key["n"]?.string ?? "")) ?? [])))]
    }
    /// The genuine key has a private member.
    public static let privateHalf = Self("private-half") { _ in ["d": .string(Secrets.token(256))] }
    /// A key whose point is not on its curve replaces the genuine key.
    public static let offCurve = Self("off-curve") { point(named: $0["kid"]?.string ?? "").dictionary ?? [:] }
    /// A symmetric key replaces the genuine key.
    public static let sharedSecret = Self("shared-secret") { _ in
        ["kty": .string("oct"), "k": .string(Secrets.token(32)), "alg": .string("HS256")]
    }
    /// The genuine key is for encryption only.
    public static let encryptionOnly = Self("encryption-only") { _ in ["use": .string("enc")] }
    /// The genuine key is for another algorithm.
    public static let otherAlgorithm = Self("other-algorithm") { _ in ["alg": .string("RS512")] }

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
