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

    /// Moves all secrets to another store; blocks, and keeps the lock of this store.
    ///
    /// Each secret is removed here after all were written there and read back. When the process ends before, both stores
    /// hold them, and another call completes the move.
    ///
    /// - Parameter destination: The other store. A secret of the same name that it holds must be equal.
    /// - Returns: The names of the moved secrets.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt`` for an unreadable secret here; nothing
    ///   was removed then.
    package func move(to destination: any SecretStore) throws -> [SecretName] {
        guard try open() != nil else { return [] }
        let sealed = try lock()
        let files = try sealed.inspect()
        if let unreadable = files.first(where: { ![.intact, .setAside, .unfinished].contains($0.state) }) {
            throw SecretStoreError(.corrupt, name: unreadable.name, detail: "unreadable: \(unreadable.file)")
        }
        let names = files.compactMap(\.name)
        for name in names {
            guard let secret = try sealed.read(name) else { continue }
            let stored = try destination.secret(named: name, orStore: secret)
            let isStored = try destination.secret(named: name).map { ConstantTime.areEqual($0, secret) } ?? false
            guard ConstantTime.areEqual(stored, secret), isStored else {
                throw SecretStoreError(.failed, name: name, detail: "the other store holds another secret of this name")
            }
        }
        for name in names { _ = try sealed.remove(name) }
        return names
    }

    /// Gives the folder mode 0700 and its files mode 0600; blocks.
    ///
    /// Only what belongs to this user and is no link or special file is changed. Users who had access before may have
    /// copies.
    ///
    /// - Returns: The names of the changed files, and `.` for the folder.
    /// - Throws: ``SecretStoreError``.
    package func repairPermissions() throws -> [String] { try PrivateFolder.repairPermissions(place.get()) }

    /// Whether another store uses the same folder.
    ///
    /// - Parameter other: The other store.
    /// - Returns: Whether both paths are equal.
    package func hasFolder(of other: FileStore) -> Bool {
        guard let path = try? place.get(), let otherPath = try? other.place.get() else { return false }
        return path.split(separator: "/") == otherPath.split(separator: "/")
    }
}
