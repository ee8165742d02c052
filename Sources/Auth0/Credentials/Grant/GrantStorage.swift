import FoundationEssentials
import SecretStorage

/// The place of one grant in a store. Its functions block.
struct GrantStorage: Sendable {
    let store: any SharedSecretStore
    let name: SecretName

    /// A record as it was read.
    struct Stored: Sendable {
        let record: GrantRecord
        let secret: any StoredSecret

        /// Whether the store still holds this record.
        var isCurrent: Bool { secret.isCurrent }
    }

    /// Reads the record.
    ///
    /// - Returns: The record; `nil` when there is none.
    /// - Throws: `SecretStoreError`, such as `corrupt`.
    func read() throws -> Stored? {
        guard let secret = try store.storedSecret(named: name) else { return nil }
        let data = secret.secret.withUnsafeBytes { Data($0) }
        do {
            return Stored(record: try JSONDecoder().decode(GrantRecord.self, from: data), secret: secret)
        } catch let error as SecretStoreError {
            throw error
        } catch {
            // The decoder's error may quote what it read.
            throw SecretStoreError(.corrupt, name: name, detail: "it is no record of credentials")
        }
    }

    /// Stores a record, whatever is stored.
    func write(_ record: GrantRecord) throws { try store.setSecret(encoded(record), named: name) }

    /// Replaces a record unless another caller has replaced or removed it.
    ///
    /// - Parameters:
    ///   - stored: The record as it was read.
    ///   - record: The new record.
    /// - Returns: The new record as it is stored; `nil` when another caller was faster.
    /// - Throws: `SecretStoreError`; the previous record is unchanged then.
    func replace(_ stored: Stored, with record: GrantRecord) throws -> Stored? {
        guard try store.replace(stored.secret, named: name, with: encoded(record)) else { return nil }
        guard let written = try read(), written.record.isSameState(as: record) else { return nil }
        return written
    }

    /// Removes a record unless another caller has replaced or removed it.
    ///
    /// - Parameter stored: The record as it was read.
    /// - Returns: Whether it was removed.
    /// - Throws: `SecretStoreError`.
    func remove(_ stored: Stored) throws -> Bool { try store.remove(stored.secret, named: name) }

    /// Removes the record, whatever it is.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `SecretStoreError`.
    func remove() throws -> Bool { try store.removeSecret(named: name) }

    /// Waits for the lock of renewals.
    func lock(until deadline: ContinuousClock.Instant) throws -> any RenewalLock {
        try store.renewalLock(of: name, until: deadline)
    }

    private func encoded(_ record: GrantRecord) throws -> SecretBytes {
        do {
            return SecretBytes(try JSONEncoder().encode(record))
        } catch {
            throw SecretStoreError(.failed, name: name, detail: "the expiry is not a date")
        }
    }
}
