import FoundationEssentials
import OpenSSLCryptography

struct StoredPasskey: Sendable {
    let credentialID: [UInt8]
    let relyingPartyID: String
    let userID: [UInt8]
    let userName: String
    let createdAt: Date
    /// Whether the passkey was registered as backup-eligible, which cannot change later.
    let isBackupEligible: Bool
    let key: PasskeyKey
}

extension StoredPasskey {
    private static let version: UInt8 = 1

    /// Returns the record of the passkey: a version, numbers of fixed width, then each part with its length in front.
    func record() throws(PasskeyError) -> SecretBytes {
        let secret = try key.secret()
        let head =
            [Self.version, isBackupEligible ? 1 : 0] + Int32(clamping: key.algorithm.rawValue).bigEndianBytes
            + createdAt.timeIntervalSince1970.bitPattern.bigEndianBytes
        let parts = [credentialID, Array(relyingPartyID.utf8), userID, Array(userName.utf8), key.point]
        let bytes = parts.reduce(head) { $0 + UInt16(clamping: $1.count).bigEndianBytes + $1 }
        return SecretBytes(count: bytes.count + secret.count) { record in
            record.copyBytes(from: bytes)
            // The secret is copied directly into its final memory, so that no other copy exists.
            secret.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: record[bytes.count...]).copyMemory(from: $0)
            }
        }
    }

    /// Decodes a record. Throws `storeFailed` if the record is invalid.
    init(_ record: SecretBytes) throws(PasskeyError) {
        self = try record.withUnsafeBytes { bytes throws(PasskeyError) in
            var reader = RecordReader(rest: bytes[...])
            guard try reader.byte() == Self.version else {
                throw PasskeyError(.storeFailed, detail: "a passkey is of another version: update the program")
            }
            let isBackupEligible = try reader.byte() == 1
            let algorithm = COSEAlgorithm(rawValue: Int(Int32(bitPattern: UInt32(try reader.number(4)))))
            let createdAt = Date(timeIntervalSince1970: Double(bitPattern: try reader.number(8)))
            return StoredPasskey(
                credentialID: try reader.part(), relyingPartyID: try reader.text(), userID: try reader.part(),
                userName: try reader.text(), createdAt: createdAt, isBackupEligible: isBackupEligible,
                key: try PasskeyKey(algorithm, point: reader.part(), secret: SecretBytes(reader.rest)))
        }
    }
}

private struct RecordReader {
    var rest: Slice<UnsafeRawBufferPointer>

    mutating func byte() throws(PasskeyError) -> UInt8 { UInt8(try number(1)) }

    mutating func number(_ width: Int) throws(PasskeyError) -> UInt64 {
        try bytes(width).reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func part() throws(PasskeyError) -> [UInt8] { try Array(bytes(Int(number(2)))) }

    mutating func text() throws(PasskeyError) -> String {
        guard let text = String(validating: try part(), as: UTF8.self) else { throw Self.damaged }
        return text
    }

    private mutating func bytes(_ count: Int) throws(PasskeyError) -> Slice<UnsafeRawBufferPointer> {
        guard rest.count >= count else { throw Self.damaged }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private static let damaged = PasskeyError(
        .storeFailed, detail: "the stored value is not a passkey: remove it, and add a passkey again")
}
