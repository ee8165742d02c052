import CAuth0Linux
import Glibc
package import OpenSSLCryptography

extension FileStore: SharedSecretStore {
    /// Waits for the kernel lock of a file of this secret; blocks.
    ///
    /// The kernel releases the lock when its holder ends, however that happens. The file is never removed.
    ///
    /// - Parameters:
    ///   - name: The name of the secret.
    ///   - deadline: The end of the wait.
    /// - Returns: The lock, held for the lifetime of the object.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/lockTimeout``.
    package func renewalLock(
        of name: SecretName, until deadline: ContinuousClock.Instant
    ) throws -> any RenewalLock {
        // The folder is locked only to create its key, and never while this waits: sign-outs and other secrets go on.
        let existing = try open()
        if let existing { return FileLock(try existing.renewalLock(of: name, until: deadline)) }
        do { _ = try lock(until: min(deadline, .now + lockTimeout)) }
        guard let sealed = try open() else {
            throw SecretStoreError(.noPlace, name: name, detail: "the folder of secrets was removed")
        }
        return FileLock(try sealed.renewalLock(of: name, until: deadline))
    }

    /// Returns a secret and keeps its file open; blocks.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: The secret; `nil` when there is none of that name.
    /// - Throws: ``SecretStoreError``.
    package func storedSecret(named name: SecretName) throws -> (any StoredSecret)? {
        guard let sealed = try open() else { return nil }
        return try sealed.storedSecret(named: name)
    }

    /// Replaces a secret under the lock of the folder unless its file was replaced or removed; blocks.
    ///
    /// - Parameters:
    ///   - stored: The secret that this store returned before.
    ///   - name: The name of the secret.
    ///   - secret: The new secret; together with its name at most 1 MiB.
    /// - Returns: Whether it was replaced; `false` when `stored` was no longer the stored one, and nothing was changed.
    /// - Throws: ``SecretStoreError``. After an input/output error of the folder the new secret may be stored.
    package func replace(
        _ stored: any StoredSecret, named name: SecretName, with secret: SecretBytes
    ) throws -> Bool {
        try check(secret, name)
        let sealed = try lock()
        guard stored.isCurrent else { return false }
        try sealed.write(secret, as: name)
        return true
    }

    /// Removes a secret under the lock of the folder unless its file was replaced or removed; blocks.
    ///
    /// - Parameters:
    ///   - stored: The secret that this store returned before.
    ///   - name: The name of the secret.
    /// - Returns: Whether it was removed; `false` when `stored` was no longer the stored one, and nothing was changed.
    /// - Throws: ``SecretStoreError``.
    package func remove(_ stored: any StoredSecret, named name: SecretName) throws -> Bool {
        let sealed = try lock()
        guard stored.isCurrent else { return false }
        return try sealed.remove(name)
    }
}

/// A secret whose file is kept open.
///
/// Each write gives the name to a new file, so the open one has no name any more when the secret was replaced or
/// removed. Its inode is not used again while it is open, so one `fstat` without a path is a certain answer.
final class OpenSecret: StoredSecret {
    let secret: SecretBytes
    private let descriptor: Descriptor
    private let changed: timespec

    /// Takes ownership of the open file.
    ///
    /// - Parameters:
    ///   - secret: The contents.
    ///   - descriptor: The file.
    ///   - changed: The time of its last change before it was read.
    init(_ secret: SecretBytes, in descriptor: consuming Descriptor, changed: timespec) {
        self.secret = secret
        self.descriptor = descriptor
        self.changed = changed
    }

    var isCurrent: Bool {
        guard let status = try? descriptor.status() else { return false }
        return status.st_nlink == 1 && status.st_ctim.tv_sec == changed.tv_sec
            && status.st_ctim.tv_nsec == changed.tv_nsec
    }
}
