import OpenSSLCryptography
import Glibc

extension FileStore {
    /// Lists the files of the secrets; blocks.
    ///
    /// - Returns: The files, sorted by state and name; `nil` when there is no store.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/wrongKey``.
    package func inspect() throws -> [StoredFile]? { try open()?.inspect() }

    /// Removes drafts of dead processes, and damaged files that writes kept; blocks.
    ///
    /// - Parameter isComplete: Whether to remove the kept files, too.
    /// - Returns: The number of removed files.
    /// - Throws: ``SecretStoreError``.
    package func removeStaleFiles(includingDamaged isComplete: Bool) throws -> Int {
        let before = try inspect()?.filter { $0.state == .unfinished }.count ?? 0
        guard try open() != nil else { return 0 }
        // Taking the lock removes the drafts.
        let sealed = try lock()
        return try before + (isComplete ? sealed.removeFilesSetAside() : 0)
    }

    /// Moves all secrets to another store; blocks.
    ///
    /// First all are read and compared with the destination. Then each is written there, read back and removed here, under
    /// the lock of its renewal: a renewal under way ends before, and stores its tokens here. When the process ends before
    /// the end, each secret is in at least one of the stores, and another call completes the move.
    ///
    /// - Parameter destination: The other store. A secret of the same name that it holds must be equal.
    /// - Returns: The names of the moved secrets.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt`` for an unreadable secret here; nothing
    ///   was removed then. ``SecretStoreError/Code/lockTimeout`` for a secret that is being renewed.
    package func move(to destination: any SecretStore) throws -> [SecretName] {
        guard let sealed = try open() else { return [] }
        let files = try sealed.inspect()
        if let unreadable = files.first(where: { ![.intact, .setAside, .unfinished].contains($0.state) }) {
            throw SecretStoreError(.corrupt, name: unreadable.name, detail: "unreadable: \(unreadable.file)")
        }
        let names = files.compactMap(\.name)
        for name in names {
            guard let secret = try sealed.read(name), let other = try destination.secret(named: name),
                !ConstantTime.areEqual(other, secret)
            else { continue }
            throw Self.conflict(name)
        }
        return try names.filter { try move($0, to: destination) }
    }

    /// Moves a secret under the lock of its renewal.
    ///
    /// - Returns: Whether there was one still.
    private func move(_ name: SecretName, to destination: any SecretStore) throws -> Bool {
        let renewal = try renewalLock(of: name, until: .now + lockTimeout)
        defer { withExtendedLifetime(renewal) {} }
        // Its lock keeps writers out until the secret is removed here.
        let sealed = try lock()
        guard let secret = try sealed.read(name) else { return false }
        let stored = try destination.secret(named: name, orStore: secret)
        let isStored = try destination.secret(named: name).map { ConstantTime.areEqual($0, secret) } ?? false
        guard ConstantTime.areEqual(stored, secret), isStored else { throw Self.conflict(name) }
        return try sealed.remove(name)
    }

    private static func conflict(_ name: SecretName) -> SecretStoreError {
        SecretStoreError(.failed, name: name, detail: "the other store holds another secret of this name")
    }

    /// Gives the folder mode 0700 and its files mode 0600; blocks.
    ///
    /// Only what belongs to this user and is no link or special file is changed. Users who had access before may have
    /// copies.
    ///
    /// - Returns: The names of the changed files, and `.` for the folder.
    /// - Throws: ``SecretStoreError``.
    package func repairPermissions() throws -> [String] { try PrivateFolder.repairPermissions(place.get()) }

    /// Rebuilds the numbers of the latest writes from the secrets, if they are missing or damaged; blocks.
    ///
    /// Older states that were put back before cannot be told from the latest ones then.
    ///
    /// - Returns: Whether they were missing or damaged.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/wrongKey``.
    package func repairGenerations() throws -> Bool {
        guard try open() != nil else { return false }
        return try lock().repairGenerations()
    }

    /// Whether another store uses the same folder.
    ///
    /// - Parameter other: The other store.
    /// - Returns: Whether both paths are equal.
    package func hasFolder(of other: FileStore) -> Bool {
        guard let path = try? place.get(), let otherPath = try? other.place.get() else { return false }
        return path.split(separator: "/") == otherPath.split(separator: "/")
    }
}
