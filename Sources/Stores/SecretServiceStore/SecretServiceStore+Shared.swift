package import OpenSSLCryptography
package import SecretStorage

extension SecretServiceStore: SharedSecretStore {
    /// Waits for the kernel lock of this secret: a byte of a lock file; blocks.
    package func renewalLock(of name: SecretName, until deadline: ContinuousClock.Instant) throws -> any RenewalLock {
        try locks().lock(name, for: .renewal, until: deadline)
    }

    /// Returns a secret with the version of its item; blocks.
    package func storedSecret(named name: SecretName) throws -> (any StoredSecret)? {
        let limit = ContinuousClock.now + rereading
        let mark = try? locks().changeMark(of: name)
        return try record(name).map { KeyringSecret(record: $0, mark: mark, limit: limit) }
    }

    /// Replaces a secret unless its item was replaced or removed; blocks.
    package func replace(_ stored: any StoredSecret, named name: SecretName, with secret: SecretBytes) throws -> Bool {
        try writing(name) {
            guard try $0.isStored(stored, name) else { return false }
            try $0.write(secret, name)
            return true
        }
    }

    /// Removes a secret unless its item was replaced or removed; blocks.
    package func remove(_ stored: any StoredSecret, named name: SecretName) throws -> Bool {
        try writing(name) { try $0.isStored(stored, name) && $0.erase(name) }
    }

    private func isStored(_ stored: any StoredSecret, _ name: SecretName) throws -> Bool {
        guard let stored = stored as? KeyringSecret else { return false }
        return try record(name)?.version == stored.record.version
    }
}

/// A secret as it was read, with the version of its item.
///
/// A mark shows immediately that a process has changed it with a store of this type. Changes by other programs, such as
/// the keyring's own, are detected after ``SecretServiceStore/rereading``.
private struct KeyringSecret: StoredSecret {
    let record: KeyringRecord
    let mark: ChangeMark?
    /// The time until which the mark is valid.
    let limit: ContinuousClock.Instant

    var secret: SecretBytes { record.secret }
    var isCurrent: Bool { mark?.isUnchanged == true && ContinuousClock.now < limit }
}
