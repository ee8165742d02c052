import OpenSSLCryptography

extension SealedFolder {
    /// Writes the numbers of the latest writes anew from the secrets, if they are missing or damaged; the holder of the
    /// lock calls this.
    ///
    /// Older states that were put back before cannot be told from the latest ones then.
    ///
    /// - Returns: Whether the numbers were missing or damaged.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/unsupportedVersion``.
    func repairGenerations() throws(SecretStoreError) -> Bool {
        let present = try folder.contents(of: Self.generationsFile, most: Generations.mostFileBytes) ?? []
        guard !Generations.isOfLaterVersion(present) else {
            throw SecretStoreError(.unsupportedVersion, detail: "\(folder.path)/\(Self.generationsFile)")
        }
        guard Generations(present, master: key.master) == nil else { return false }
        var generations = Generations()
        for file in try folder.files(withSuffix: Self.recordSuffix) {
            guard let id = Self.id(of: file),
                let bytes = try? folder.contents(of: file, most: SealedRecord.mostFileBytes),
                let number = try opened(bytes, id)?.generation
            else { continue }
            generations.note(number, of: id)
        }
        generations.leapAhead()
        try folder.replace([(Self.generationsFile, Self.file(of: generations, master: key.master))])
        return true
    }
}
