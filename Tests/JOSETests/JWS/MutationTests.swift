import ByteEncodings
import JOSE
import OpenSSLCryptography
import Testing

/// Almost valid texts: none may be accepted, and none may trap.
@Suite struct MutationTests {
    /// A random number generator with a fixed sequence.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    private func mutated(_ bytes: [UInt8], _ generator: inout Generator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
            default: bytes.swapAt(index, Int.random(in: 0..<bytes.count, using: &generator))
            }
        }
        return bytes
    }

    @Test func `J11 accepts no token that was changed anywhere`() throws {
        let secret = try PrivateKey(generating: .ellipticCurve(.p256))
        let ring = KeyRing(JSONWebKeySet([JSONWebKey(secret.publicKey, id: "k", algorithm: .es256)]))
        let text = try SigningKey(secret, algorithm: .es256, id: "k").sign(
            Array(#"{"sub":"a","aud":["b"]}"#.utf8), type: "JWT")
        var generator = Generator()

        for _ in 0..<2_000 {
            let other = String(decoding: mutated(Array(text.utf8), &generator), as: UTF8.self)
            guard other != text else { continue }
            #expect(throws: JOSEError.self, "\(other)") { try ring.verifiedToken(other) }
        }
    }

    @Test func `J8 reads the unchanged keys of a changed key set, and no key that it does not contain`() throws {
        let secret = try PrivateKey(generating: .rsa(bits: 2048))
        let keys = [
            JSONWebKey(secret.publicKey, id: "r", algorithm: .rs256),
            JSONWebKey(try PrivateKey(generating: .ellipticCurve(.p521)).publicKey, id: "e"),
            JSONWebKey(try PrivateKey(generating: .edwards(.ed448)).publicKey, id: "o"),
        ]
        let text = JSONValue.object([.init(name: "keys", value: .array(keys.map(\.json)))]).text
        var generator = Generator()
        var readCount = 0

        for _ in 0..<2_000 {
            let changed = mutated(text, &generator)
            guard let read = try? JSONWebKeySet(parsing: changed).keys,
                case .array(let elements)? = try JSONValue(parsing: changed)["keys"]
            else { continue }
            readCount += 1
            #expect(keys.filter { elements.contains($0.json) }.allSatisfy(read.contains))
            let isContained = read.allSatisfy { key in
                elements.contains { element in key.required.allSatisfy { element[$0.name] == $0.value } }
            }
            #expect(isContained)
        }
        #expect(readCount > 0)
    }
}
