import CSignature
import Harness
import JOSE
import OpenSSLCryptography

/// A signed token and the keys that verify it.
struct TokenFixture: Sendable {
    static let algorithms: [SignatureAlgorithm] = [.rs256, .ps256, .es256, .edDSA, .hs256]

    let key: SigningKey
    let ring: KeyRing
    let text: String
    let payload: [UInt8]

    init(_ algorithm: SignatureAlgorithm) throws {
        payload = Array(Claims.text.utf8)
        if algorithm == .hs256 {
            let secret = SecretBytes([UInt8](repeating: 7, count: 32))
            key = try SigningKey(secret: secret, algorithm: algorithm, id: "k1")
            ring = try KeyRing([VerificationKey(secret: secret, algorithm: algorithm, id: "k1")])
        } else {
            let kind: PrivateKey.Kind =
                switch algorithm {
                case .es256: .ellipticCurve(.p256)
                case .edDSA: .edwards(.ed25519)
                default: .rsa(bits: 2048)
                }
            let privateKey = try PrivateKey(generating: kind)
            key = try SigningKey(privateKey, algorithm: algorithm, id: "k1")
            ring = KeyRing(JSONWebKeySet([JSONWebKey(privateKey.publicKey, id: "k1", algorithm: algorithm)]))
        }
        text = try key.sign(payload, type: "JWT")
    }
}

/// The same signature over as many bytes with OpenSSL alone: without text, header and claims.
final class SignatureFloor: @unchecked Sendable {  // the pointee is only read after the initialiser
    private let floor: OpaquePointer

    init(_ algorithm: SignatureAlgorithm) throws {
        let text = try TokenFixture(algorithm).text
        let signed = Array(text.utf8.prefix(upTo: text.utf8.lastIndex(of: UInt8(ascii: ".")) ?? text.utf8.endIndex))
        guard let floor = signature_floor_new(algorithm.rawValue, signed, signed.count) else {
            throw Skipped("OpenSSL makes no key for \(algorithm.rawValue)")
        }
        self.floor = floor
    }

    deinit { signature_floor_free(floor) }

    func verify() -> Bool { signature_floor_verify(floor) == 1 }
    func sign() -> Bool { signature_floor_sign(floor) == 1 }

    /// Creates the row of OpenSSL's work alone, for the comparison with the other rows of the same group.
    static func benchmark(
        _ group: String, _ algorithm: SignatureAlgorithm, _ work: @escaping @Sendable (SignatureFloor) -> Bool
    ) -> Benchmark {
        Benchmark("\(group)/openssl") { run, floor in
            for _ in run.scaledIterations { blackHole(work(floor)) }
        } setup: {
            try SignatureFloor(algorithm)
        }
    }
}
