import CAuth0Linux
import LinuxCLibrary

extension SealedFolder {
    /// Lists the files of the secrets.
    func inspect() throws(SecretStoreError) -> [InspectedSecret] {
        var files: [InspectedSecret] = []
        for file in try folder.records() { files.append(try inspect(record: file)) }
        for file in try folder.files(withSuffix: PrivateFolder.damagedSuffix) where StoreFile(file) == .setAside {
            files.append(try inspect(file, state: .setAside))
        }
        for file in try folder.files(withSuffix: PrivateFolder.draftSuffix) where StoreFile(file) == .draft {
            files.append(try inspect(file, state: .unfinished))
        }
        return files
    }

    /// Opens the file of one secret, and returns its state: ``InspectedSecret/State/damaged`` if there is no such file.
    func inspect(record file: String) throws(SecretStoreError) -> InspectedSecret {
        let contents: [UInt8]?
        do throws(SecretStoreError) {
            contents = try folder.contents(of: file, most: SealedRecord.maximumFileBytes)
        } catch {
            guard error.isOfUnreadableFile else { throw error }
            let isDamaged = error.code == .corrupt || error.systemError == EIO
            return try inspect(file, state: isDamaged ? .damaged : .notPrivate)
        }
        let bytes = contents ?? []
        guard !SealedRecord.isOfLaterVersion(bytes) else { return try inspect(file, state: .laterVersion) }
        guard let id = Self.id(of: file), let opened = try opened(bytes, id) else {
            return try inspect(file, state: .damaged)
        }
        let isCurrent = SeenWrites.of(id).accepts(opened.number)
        return try inspect(file, name: opened.name, state: isCurrent ? .intact : .putBack)
    }

    private func inspect(
        _ file: String, name: SecretName? = nil, state: InspectedSecret.State
    ) throws(SecretStoreError) -> InspectedSecret {
        let status = try folder.status(of: file) ?? stat()
        return InspectedSecret(
            place: file, name: name, size: Int(status.st_size), modified: status.st_mtim.tv_sec, state: state)
    }
}
