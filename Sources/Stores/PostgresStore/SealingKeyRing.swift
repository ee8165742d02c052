import OpenSSLCryptography
public import SecretStorage

/// The keys that seal secrets: one for new secrets, and older ones that still open secrets.
///
/// To replace a key in a fleet: give every process a ring that also has the new key, then a ring whose current key is
/// the new key, call ``PostgresStore/reseal(batchSize:)``, and remove the old key from the rings.
///
/// The keys of the ring are copies in memory pages that are excluded from core dumps and, as far as the limit for
/// locked memory allows, from swapping. Release your own copies.
public struct SealingKeyRing: Sendable {
    /// The ID of the key that seals new secrets.
    public let currentID: String

    let keys: [String: SecretBytes]
    let current: SecretBytes

    /// Creates a ring.
    ///
    /// - Parameters:
    ///   - current: The ID of the key that seals new secrets, such as a date; it is stored with each secret.
    ///   - keys: The keys by their IDs, each of at least 32 random bytes; an ID has 1 to 64 bytes.
    /// - Throws: ``SecretStorage/SecretStoreError/Code/failed`` if there is no key with the ID `current`, or a key or
    ///   an ID has another length.
    public init(current: String, keys: [String: SecretBytes]) throws {
        guard let key = keys[current] else {
            throw SecretStoreError(.failed, detail: "the ring has no key \(current.debugDescription)")
        }
        for (id, key) in keys where key.count < 32 || !(1...64).contains(id.utf8.count) || id.utf8.contains(0) {
            throw SecretStoreError(.failed, detail: "a sealing key has at least 32 bytes, and its ID 1 to 64 bytes")
        }
        currentID = current
        self.keys = keys.mapValues { SecretBytes(withOwnPages: $0) }
        self.current = self.keys[current] ?? key
    }
}
