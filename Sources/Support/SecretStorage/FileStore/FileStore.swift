public import OpenSSLCryptography

/// Keeps secrets in files of this user, sealed with AES-256-GCM.
///
/// The folder (0700) holds one sealed file (0600) a secret, named by a hash, and the key that seals them. Whoever can read
/// this user's files can read the secrets: the store keeps them from other users, from backups of single files, and from
/// being changed or exchanged unnoticed.
///
/// Any number of processes may use one folder at once.
public struct FileStore: SecretStore {
    private let place: Result<String, SecretStoreError>
    private let patience: Duration

    /// Keeps secrets in a folder of your choice.
    ///
    /// - Parameters:
    ///   - directory: An absolute path without symbolic links; what is missing of it is made, with mode 0700.
    ///   - patience: How long to wait for others who change the store before it is
    ///     ``SecretStoreError/Code/lockTimeout``.
    public init(directory: String, patience: Duration = .seconds(10)) {
        self.place = .success(directory)
        self.patience = patience
    }

    /// Keeps secrets in the state folder of an application: `$XDG_STATE_HOME/<application>/secrets`, or
    /// `~/.local/state/<application>/secrets`.
    ///
    /// Where the environment names no such folder, or must not be believed because the program runs with the rights of
    /// somebody else, each call fails with ``SecretStoreError/Code/noPlace``.
    ///
    /// - Parameters:
    ///   - application: The ID of the application; another than this one's to share secrets with it.
    ///   - patience: As in ``init(directory:patience:)``.
    /// - SeeAlso: [XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)
    public init(application: String = ApplicationID.default, patience: Duration = .seconds(10)) {
        self.place = Result { () throws(SecretStoreError) in try StateFolder.path(of: application) }
        self.patience = patience
    }

    /// Reads a secret.
    ///
    /// - Throws: ``SecretStoreError/Code/corrupt`` when its file is damaged; other secrets stay readable.
    public func read(_ name: SecretName) throws -> SecretBytes? {
        guard let vault = try SealedFolder.open(place.get()) else { return nil }
        return try vault.read(name)
    }

    /// Writes a secret, in place of one of the same name; a damaged file is put aside with the suffix `.damaged`.
    ///
    /// - Throws: ``SecretStoreError``.
    public func write(_ secret: SecretBytes, as name: SecretName) throws {
        try check(secret, name)
        let vault = try SealedFolder.lock(place.get(), until: .now + patience)
        try vault.write(secret, as: name)
    }

    /// Writes a secret unless there is one of that name.
    ///
    /// - Returns: The secret that is there now.
    /// - Throws: ``SecretStoreError``.
    public func create(_ secret: SecretBytes, as name: SecretName) throws -> SecretBytes {
        try check(secret, name)
        if let existing = try read(name) { return existing }
        let vault = try SealedFolder.lock(place.get(), until: .now + patience)
        if let existing = try vault.read(name) { return existing }
        try vault.write(secret, as: name)
        return secret
    }

    /// Removes a secret.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``SecretStoreError``.
    @discardableResult
    public func remove(_ name: SecretName) throws -> Bool {
        guard try SealedFolder.open(place.get()) != nil else { return false }
        let vault = try SealedFolder.lock(place.get(), until: .now + patience)
        return try vault.remove(name)
    }

    /// The accounts of a service that have a secret, sorted by their UTF-8 bytes.
    ///
    /// - Throws: ``SecretStoreError``.
    /// - Complexity: Opens every secret of the folder.
    public func accounts(ofService service: String) throws -> [String] {
        guard let vault = try SealedFolder.open(place.get()) else { return [] }
        return try vault.names().accounts(of: service)
    }

    private func check(_ secret: SecretBytes, _ name: SecretName) throws(SecretStoreError) {
        guard secret.count + name.bytes.count <= SealedRecord.maximumBytes else {
            throw SecretStoreError(.tooLarge, detail: "a secret and its name have at most 1 MiB together")
        }
    }
}
