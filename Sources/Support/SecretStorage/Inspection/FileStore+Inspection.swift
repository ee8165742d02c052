import CAuth0Linux
import Glibc

extension FileStore: ExaminedStore {
    /// Lists the files of the secrets; blocks.
    ///
    /// - Returns: The files, sorted by state and name; `nil` when there is no store.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/wrongKey``.
    package func inspect() throws -> [InspectedSecret]? { try open()?.inspect() }

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
    /// - Returns: Whether both paths are equal, or lead to one folder.
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
