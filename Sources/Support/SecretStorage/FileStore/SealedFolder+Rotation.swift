import OpenSSLCryptography

extension SealedFolder {
    /// Seals every secret with a new key, and returns the number of sealed secrets and of unreadable ones, for which
    /// the earlier keys remain; `nil` when there is no store.
    ///
    /// The end of the process at any point leaves every secret readable, and another call completes the rotation: the
    /// new key is stored with the earlier keys before it is used, and the earlier keys are removed after their last
    /// use. The folder is locked only while the key file is replaced. Each write takes its key under a lock that waits
    /// for the replacement, so that no later write uses an earlier key.
    static func rotateKey(
        _ path: String, _ source: FileStore.KeySource, timeout: Duration
    ) throws(SecretStoreError) -> (sealed: Int, unreadable: Int)? {
        guard let present = try open(path, source) else { return nil }
        let added = try present.replaceKeys(sealedFor: source, timeout: timeout) { key throws(CryptographyError) in
            try key.addingKey()
        }
        var (sealed, unreadable) = (0, 0)
        for file in try present.folder.records() {
            switch try present.sealAnew(file, timeout) {
            case true?: sealed += 1
            case false?: unreadable += 1
            case nil: break
            }
        }
        if unreadable == 0 {
            // Another rotation that began meanwhile removes the keys itself.
            try present.replaceKeys(sealedFor: source, timeout: timeout) { key throws(CryptographyError) in
                key.current == added.current ? try key.keepingCurrent() : nil
            }
        }
        return (sealed, unreadable)
    }

    /// Seals the secret of a file with the current key; `false` when it is unreadable, `nil` when it no longer exists.
    private func sealAnew(_ file: String, _ timeout: Duration) throws(SecretStoreError) -> Bool? {
        guard let id = Self.id(of: file) else { return false }
        let lock = try folder.lock(.write(of: id), until: .now + timeout)
        guard case .open(let key) = try Self.keyState(in: folder, source) else {
            throw SecretStoreError(.corrupt, detail: "the key of the store was removed: \(folder.path)/\(Self.keyFile)")
        }
        let seen = SeenWrites.of(id)
        let contents: [UInt8]?
        do throws(SecretStoreError) {
            contents = try folder.contents(of: file, most: SealedRecord.maximumFileBytes)
        } catch {
            guard error.isOfUnreadableFile else { throw error }
            return false
        }
        guard let contents else { return nil }
        guard let opened = try opened(contents, id), seen.accepts(opened.number) else { return false }
        guard SealedRecord.keyID(of: contents) != key.current else { return true }
        // The number stays, because the secret is the same.
        try folder.replace(file, with: Self.sealed(opened, id, with: key), under: lock)
        return true
    }
}
