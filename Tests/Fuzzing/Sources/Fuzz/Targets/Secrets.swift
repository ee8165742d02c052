import ByteEncodings
import Foundation
import HTTPMessages
import JOSE
import OpenID
import OpenSSLCryptography
import SecretStorage

extension FuzzTarget {
    /// A DPoP proof, or, after a first byte of 1, a payload that a valid key signs: no input traps, and only a proof of
    /// this request is accepted.
    static let dpop = FuzzTarget(name: "dpop") { bytes in
        var proof = bytes.text
        if bytes.first == 1 {
            guard let signed = try? prover.signer.sign(Array(bytes.dropFirst()), header: prover.header)
            else { preconditionFailure("no signature") }
            proof = signed
        }
        let accepted = try? verifier.verifyNow(proof: proof, method: .get, url: prover.url)
        guard let accepted else { return }
        precondition(bytes.first == 1, "a proof was forged")
        precondition(accepted.method == "GET", "another method was accepted")
        precondition(abs(accepted.issued.timeIntervalSince1970 - 1_700_000_000) <= 60, "a wrong time was accepted")
        precondition(accepted.url.origin == prover.url.origin, "another server was accepted")
    }

    /// A file that was not sealed with the master key, and a name inside a sealed file: the file never opens, and the
    /// name has one spelling.
    static let sealed = FuzzTarget(name: "sealed") { bytes in
        let record = SealedRecord(id: [UInt8](repeating: 1, count: 32), master: master)
        precondition(record.open(bytes) == nil, "a file was forged")
        bytes.withUnsafeBytes { bytes in
            guard let (name, count) = SecretName.parse(bytes) else { return }
            precondition(name.bytes == Array(bytes[..<count]), "a name has another spelling")
        }
    }

    private static let master = SecretBytes([UInt8](repeating: 2, count: 32))

    private static let verifier = DPoPProofVerifier(
        clock: TimeSource(date: { Date(timeIntervalSince1970: 1_700_000_000) }, uptime: { .zero }))

    private static let prover: (signer: SigningKey, header: [UInt8], url: HTTPURL) = {
        do {
            let key = try PrivateKey(generating: .ellipticCurve(.p256))
            let signer = try SigningKey(key, algorithm: .es256)
            let jwk = JSONValue.object(JSONWebKey(key.publicKey).required)
            let header = signer.header(type: "dpop+jwt", [.init(name: "jwk", value: jwk)])
            return (signer, header, try HTTPURL("https://api.example.com/things"))
        } catch { preconditionFailure("\(error)") }
    }()
}
