extension FileStore {
    /// The result of ``FileStore/rotateKey()``.
    public struct Rotation: Sendable, Equatable {
        /// The number of secrets that the new key seals.
        public let sealed: Int
        /// The number of damaged files, or files that were put back. They are unchanged, and as long as they exist, the
        /// store keeps the earlier keys.
        public let unreadable: Int
    }

    /// Seals every secret with a new key, and removes the earlier keys; blocks.
    ///
    /// Other threads and processes read and write secrets during the rotation. If this process ends during the
    /// rotation, every secret is readable, and another call completes the rotation. The source of the key and the key
    /// that names the files stay the same.
    ///
    /// - Returns: The number of sealed secrets.
    /// - Throws: ``SecretStoreError``.
    /// - Complexity: Writes every secret of the folder.
    @discardableResult
    public func rotateKey() throws -> Rotation {
        let result = try SealedFolder.rotateKey(place.get(), keySource, timeout: lockTimeout)
        return Rotation(sealed: result?.sealed ?? 0, unreadable: result?.unreadable ?? 0)
    }

    /// Moves the key of the store to another source, for example from the folder into a keyring, or to another
    /// passphrase; blocks.
    ///
    /// The change is atomic: after a crash one of the sources opens the store, never both. An earlier copy of the
    /// folder is still opened by the earlier source; ``rotateKey()`` makes that copy useless for later secrets.
    ///
    /// - Parameter source: The new source.
    /// - Returns: The store with the new source; calls of this store throw ``SecretStoreError/Code/wrongKey``.
    /// - Throws: ``SecretStoreError``; the store remains unchanged.
    public func changeKeySource(to source: KeySource) throws -> FileStore {
        let sealed = try SealedFolder.openOrCreate(place.get(), keySource, until: .now + lockTimeout)
        try sealed.replaceKeys(sealedFor: source, timeout: lockTimeout) { $0 }
        return FileStore(place: place, keySource: source, lockTimeout: lockTimeout)
    }

    init(place: Result<String, SecretStoreError>, keySource: KeySource, lockTimeout: Duration) {
        (self.place, self.keySource, self.lockTimeout) = (place, keySource, lockTimeout)
    }
}
