import CAuth0Linux
import LinuxCLibrary

extension FileStore: ExaminedStore {
    /// The path of the folder.
    ///
    /// - Throws: ``SecretStoreError/Code/noPlace`` when the environment names none.
    package var path: String { get throws { try place.get() } }

    /// Checks that the folder belongs to a store; blocks.
    ///
    /// - Throws: ``SecretStoreError/Code/noPlace`` for no folder, or a folder of no store.
    package func checkExistence() throws { _ = try storeFolder() }

    /// Lists the files of the secrets; blocks.
    package func inspect() throws -> [InspectedSecret]? { try open()?.inspect() }

    /// Finds the drafts of dead processes, files of 0.1.0 that no later version reads, and damaged files that were set
    /// aside; blocks.
    ///
    /// - Parameter isComplete: Whether to include the files that were set aside.
    /// - Returns: The names of the files.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/noPlace`` for a folder of no store.
    package func staleFiles(includingDamaged isComplete: Bool) throws -> [String] {
        try storeFolder().files(withSuffix: "").filter { file in
            switch StoreFile(file) {
            case .draft, .obsolete: true
            case .setAside: isComplete
            case .key, .lock, .record, nil: false
            }
        }
    }

    /// Removes the files that ``staleFiles(includingDamaged:)`` finds; blocks.
    ///
    /// - Parameter isComplete: Whether to also remove the files that were set aside.
    /// - Returns: The number of removed files.
    /// - Throws: ``SecretStoreError``.
    package func removeStaleFiles(includingDamaged isComplete: Bool) throws -> Int {
        let folder = try storeFolder()
        // While the folder is locked, no living process has a draft.
        let lock = try folder.lock(.folder, until: .now + lockTimeout)
        let files = try staleFiles(includingDamaged: isComplete)
        try folder.remove(files, under: lock)
        return files.count
    }

    /// Whether another store uses the same folder.
    package func isSame(as other: any ExaminedStore) -> Bool {
        guard let other = other as? FileStore, let path = try? place.get(), let otherPath = try? other.place.get()
        else {
            return false
        }
        var (status, otherStatus) = (stat(), stat())
        guard stat(path, &status) == 0, stat(otherPath, &otherStatus) == 0 else {
            return path.split(separator: "/") == otherPath.split(separator: "/")
        }
        return status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
    }
}
