import CAuth0Linux
import LinuxCLibrary

extension FileStore: ExaminedStore {
    /// The path of the folder.
    ///
    /// - Throws: ``SecretStoreError/Code/noPlace`` when the environment names none.
    package var path: String { get throws { try place.get() } }

    /// Checks that the folder belongs to a store; blocks.
    package func checkExistence() throws { _ = try storeFolder() }

    /// Whether the folder belongs to a store that the key opens; blocks.
    package func exists() throws -> Bool {
        try keySource.check()
        return try open() != nil
    }

    package func inspect() throws -> [InspectedSecret]? { try open()?.inspect() }

    /// Finds the drafts of dead processes, files of 0.1.0 that no later version reads, and damaged files that were set
    /// aside; blocks.
    package func staleFiles(includingDamaged isComplete: Bool) throws -> [String] {
        try storeFolder().files(withSuffix: "").filter { file in
            switch StoreFile(file) {
            case .draft, .obsolete: true
            case .setAside: isComplete
            case .key, .lock, .record, nil: false
            }
        }
    }

    /// Removes the files that ``staleFiles(includingDamaged:)`` finds, and returns their number; blocks.
    package func removeStaleFiles(includingDamaged isComplete: Bool) throws -> Int {
        let folder = try storeFolder()
        // While the folder is locked, no living process has a draft.
        let lock = try folder.lock(.folder, until: .now + lockTimeout)
        let files = try staleFiles(includingDamaged: isComplete)
        try folder.remove(files, under: lock)
        return files.count
    }

    package func isSame(as other: any ExaminedStore) -> Bool {
        guard let path = try? self.path, let otherPath = try? (other as? FileStore)?.path else { return false }
        var (status, otherStatus) = (stat(), stat())
        guard stat(path, &status) == 0, stat(otherPath, &otherStatus) == 0 else {
            return path.split(separator: "/") == otherPath.split(separator: "/")
        }
        return FileIdentity(status) == FileIdentity(otherStatus)
    }
}
