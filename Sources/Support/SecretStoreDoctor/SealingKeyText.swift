import ByteEncodings
import OpenSSLCryptography
import PostgresStore
import SecretStorage

/// The sealing keys of a database as a text: one key a line, its ID, a space, and at least 64 hexadecimal digits; the
/// first key is the current one.
enum SealingKeyText {
    private static let space = UInt8(ascii: " ")

    /// Parses the text, which is not repeated in errors.
    static func ring(_ text: SecretBytes) throws -> SealingKeyRing {
        var (keys, current) = ([String: SecretBytes](), String?.none)
        try text.withUnsafeBytes { bytes in
            for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
                guard let (id, key) = key(line), keys.updateValue(key, forKey: id) == nil else {
                    throw SecretStoreError(
                        .wrongKey,
                        detail: "key \(index + 1) is not a new ID, a space, and 64 or more hexadecimal digits")
                }
                if current == nil { current = id }
            }
        }
        guard let current else { throw SecretStoreError(.wrongKey, detail: "there is no sealing key") }
        return try SealingKeyRing(current: current, keys: keys)
    }

    private static func key(_ line: Slice<UnsafeRawBufferPointer>) -> (id: String, key: SecretBytes)? {
        guard let end = line.firstIndex(of: space), let id = String(validating: line[..<end], as: UTF8.self),
            (1...64).contains(id.utf8.count)
        else { return nil }
        let digits = line[(end + 1)...]
        guard digits.count >= 64, digits.count.isMultiple(of: 2), digits.allSatisfy({ Hex.value($0) != nil }) else {
            return nil
        }
        let key = SecretBytes(count: digits.count / 2) { buffer in
            for (index, byte) in digits.enumerated() {
                buffer[index / 2] = buffer[index / 2] << 4 | (Hex.value(byte) ?? 0)
            }
        }
        return (id, key)
    }
}
