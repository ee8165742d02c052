import OpenSSLCryptography
import SecretStorage

extension FuzzTarget {
    /// A file of keys: as it is; after a first byte of 1 with correct hashes; after a 2 as the contents that a seal
    /// would protect. What is accepted has one spelling, or is read again as it was, and no seal is forged.
    static let keys = FuzzTarget(name: "keys") { bytes in
        switch bytes.first {
        case 1: envelope(hashed(bytes.dropFirst()))
        case 2: Array(bytes.dropFirst()).withUnsafeBytes { contents($0) }
        default:
            if let key = FolderKey(bytes) { precondition(key.plainFile == bytes, "a key has another spelling") }
            envelope(bytes)
        }
    }

    private static let master = SecretBytes([UInt8](repeating: 2, count: 32))

    private static func envelope(_ file: [UInt8]) {
        guard let envelope = KeyEnvelope(file) else { return }
        precondition(envelope.file == file, "an envelope has another spelling")
        let opened = envelope.open(with: nil)
        switch envelope.protection {
        case .none: break
        case .key: precondition(opened == nil, "sealed keys open without a key")
        case .passphrase(let cost, _):
            precondition(opened == nil, "sealed keys open without a passphrase")
            precondition((14...18).contains(cost.exponent) && (1...4).contains(cost.passes), "a cost is out of bounds")
            precondition((128 << Int(cost.exponent)) * Int(cost.blockSize) <= 268_435_456, "a cost is out of bounds")
        }
        precondition(envelope.open(with: master) == nil, "sealed keys were forged")
    }

    /// A file with the hashes that belong to it: a header without them, and a body.
    private static func hashed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let count = (bytes.first == 2 ? 36 : 1) + 32 + 32 + SealingKey.nonceCount
        let header = FolderKey.format + [FolderKey.envelopeVersion] + bytes.prefix(count)
        let body = Array(bytes.dropFirst(count))
        let end = bytes.first == 0 ? HashAlgorithm.sha256.digest(of: body) : []
        return header + HashAlgorithm.sha256.digest(of: header) + body + end
    }

    private static func contents(_ bytes: UnsafeRawBufferPointer) {
        guard let key = FolderKey(bytes: bytes) else { return }
        precondition(key.keys[key.current] != nil, "the current key is missing")
        let copy = key.bytes.withUnsafeBytes { FolderKey(bytes: $0) }
        guard let copy else { preconditionFailure("keys are not read again") }
        precondition(
            copy.current == key.current && copy.keys.count == key.keys.count
                && ConstantTime.areEqual(copy.master, key.master), "keys are read again as others")
        for (number, key) in key.keys {
            precondition(copy.keys[number].map { ConstantTime.areEqual($0, key) } == true, "a key is read as another")
        }
    }
}
