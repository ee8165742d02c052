import OpenSSLCryptography

extension SealedFolder {
    /// Seals every secret with a new key; the holder of the lock calls this.
    ///
    /// The end of the process at any point leaves every secret readable: the new key is stored beside the earlier ones
    /// before it is used, and those are removed after their last use.
    ///
    /// - Returns: The number of sealed secrets, and of unreadable ones, for which the earlier keys remain.
    /// - Throws: ``SecretStoreError``; every secret is readable, and another call completes the rotation.
    consuming func rotateKey() throws(SecretStoreError) -> (sealed: Int, unreadable: Int) {
        let generations = try completeGenerations()
        let added = try replaceKey { () throws(CryptographyError) in try key.addingKey() }
        let rotated = SealedFolder(folder: folder, key: added, source: source, lock: lock)
        var (sealed, unreadable) = (0, 0)
        for file in try rotated.folder.files(withSuffix: Self.recordSuffix) {
            guard let id = Self.id(of: file),
                let bytes = try rotated.folder.contents(of: file, most: SealedRecord.mostFileBytes),
                let opened = try rotated.opened(bytes, id), generations.isCurrent(opened.generation, of: id)
            else {
                unreadable += 1
                continue
            }
            // The number stays: it is the same secret.
            let renewed = try rotated.sealed(opened.secret, opened.name, id, opened.generation)
            try rotated.folder.replace([(file, renewed)])
            sealed += 1
        }
        if unreadable == 0 { try rotated.replaceKey { () throws(CryptographyError) in try added.keepingCurrent() } }
        return (sealed, unreadable)
    }

    /// Seals the keys of the folder for another source; the holder of the lock calls this.
    ///
    /// - Parameter source: The new source.
    /// - Throws: ``SecretStoreError``; the earlier source is valid then.
    func changeSource(to source: FileStore.KeySource) throws(SecretStoreError) {
        var file = try source.seal(key)
        defer { file.wipe() }
        try folder.replace([(Self.keyFile, file)])
    }

    @discardableResult
    private func replaceKey(_ make: () throws(CryptographyError) -> FolderKey) throws(SecretStoreError) -> FolderKey {
        let key = try SecretStoreError.cryptographic(make)
        var file = try source.seal(key)
        defer { file.wipe() }
        try folder.replace([(Self.keyFile, file)])
        return key
    }
}
