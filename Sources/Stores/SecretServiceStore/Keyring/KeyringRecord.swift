import OpenSSLCryptography
import SecretStorage

/// The contents of an item: a mark of the format, a random version, and the secret.
///
/// The version distinguishes two writes of the same secret.
struct KeyringRecord {
    private static let mark: [UInt8] = [0x41, 0x30, 0x53, 0x01]
    private static let versionLength = 16

    /// The random version.
    let version: [UInt8]
    let secret: SecretBytes

    /// Creates a record of a new version.
    init(_ secret: SecretBytes) throws(SecretStoreError) {
        self.secret = secret
        do throws(CryptographyError) {
            version = try SecureRandom.bytes(Self.versionLength)
        } catch { throw SecretStoreError(.failed, detail: "the machine has no random numbers", cause: error) }
    }

    /// Parses the contents of an item; `nil` for contents of another program.
    init?(_ contents: UnsafeRawBufferPointer) {
        let start = Self.mark.count + Self.versionLength
        guard contents.count >= start, contents.prefix(Self.mark.count).elementsEqual(Self.mark) else { return nil }
        version = Array(contents[Self.mark.count..<start])
        secret = SecretBytes(contents[start...])
    }

    /// The contents of the item, which are wiped when they are released.
    var contents: SecretBytes {
        let head = Self.mark + version
        return SecretBytes(count: head.count + secret.count) { buffer in
            buffer.copyBytes(from: head)
            secret.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: buffer[head.count...]).copyMemory(from: $0)
            }
        }
    }
}
