public import OpenSSLCryptography

/// A store of secrets in files of this user, sealed with AES-256-GCM.
///
/// The folder (mode 0700) holds one sealed file (mode 0600) per secret, named by a hash, and the key that seals them. A
/// program that can read this user's files can read the secrets. The store protects them from other users and from backups
/// of single files, and detects secrets that were changed or exchanged.
///
/// Any number of processes may use one folder at the same time.
public struct FileStore: SecretStore {
    private let place: Result<String, SecretStoreError>
    private let patience: Duration

    /// Creates a store in a folder of your choice.
    ///
    /// - Parameters:
    ///   - directory: An absolute path without symbolic links; missing folders are created with mode 0700.
    ///   - patience: The time limit for the lock of other threads and processes, 10 seconds by default; a call that waits
    ///     longer throws ``SecretStoreError/Code/lockTimeout``.
    public init(directory: String, patience: Duration = .seconds(10)) {
        self.place = .success(directory)
        self.patience = patience
    }

    /// Creates a store in the state folder of an application: `$XDG_STATE_HOME/<application>/secrets`, or
    /// `~/.local/state/<application>/secrets`.
    ///
    /// Each call throws ``SecretStoreError/Code/noPlace`` when the environment names no such folder, or is not trusted
    /// because this is a set-user-ID program.
    ///
    /// - Parameters:
    ///   - application: The ID of the application, by default that of this program; pass another ID to share its secrets.
    ///   - patience: The time limit for the lock of other threads and processes, 10 seconds by default; a call that waits
    ///     longer throws ``SecretStoreError/Code/lockTimeout``.
    /// - SeeAlso: [XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)
    public init(application: String = ApplicationID.default, patience: Duration = .seconds(10)) {
        self.place = Result { () throws(SecretStoreError) in try StateFolder.path(of: application) }
        self.patience = patience
    }

    /// Reads a secret.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: The secret; `nil` when there is none of that name.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt`` for a damaged file; other secrets remain
    ///   readable.
    public func read(_ name: SecretName) throws -> SecretBytes? {
        guard let sealed = try SealedFolder.open(place.get()) else { return nil }
        return try sealed.read(name)
    }

    /// Writes a secret, and replaces one of the same name; a damaged file is kept with the suffix `.damaged`.
    ///
    /// - Parameters:
    ///   - secret: The secret; together with its name at most 1 MiB.
    ///   - name: The name of the secret.
    /// - Throws: ``SecretStoreError``.
    public func write(_ secret: SecretBytes, as name: SecretName) throws {
        try check(secret, name)
        let sealed = try SealedFolder.lock(place.get(), until: .now + patience)
        try sealed.write(secret, as: name)
    }

    /// Writes a secret unless there is one of that name.
    ///
    /// - Parameters:
    ///   - secret: The secret; together with its name at most 1 MiB.
    ///   - name: The name of the secret.
    /// - Returns: The stored secret: `secret`, or the existing one.
    /// - Throws: ``SecretStoreError``.
    public func create(_ secret: SecretBytes, as name: SecretName) throws -> SecretBytes {
        try check(secret, name)
        if let existing = try read(name) { return existing }
        let sealed = try SealedFolder.lock(place.get(), until: .now + patience)
        if let existing = try sealed.read(name) { return existing }
        try sealed.write(secret, as: name)
        return secret
    }

    /// Removes a secret.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: Whether there was one.
    /// - Throws: ``SecretStoreError``.
    @discardableResult
    public func remove(_ name: SecretName) throws -> Bool {
        guard try SealedFolder.open(place.get()) != nil else { return false }
        let sealed = try SealedFolder.lock(place.get(), until: .now + patience)
        return try sealed.remove(name)
    }

    /// Returns the accounts of a service that have a secret.
    ///
    /// - Parameter service: The service.
    /// - Returns: The accounts, sorted by their UTF-8 bytes, without those of damaged files.
    /// - Throws: ``SecretStoreError``.
    /// - Complexity: Opens every secret of the folder.
    public func accounts(ofService service: String) throws -> [String] {
        guard let sealed = try SealedFolder.open(place.get()) else { return [] }
        return try sealed.names().accounts(of: service)
    }

    private func check(_ secret: SecretBytes, _ name: SecretName) throws(SecretStoreError) {
        guard secret.count + name.bytes.count <= SealedRecord.maximumBytes else {
            throw SecretStoreError(.tooLarge, detail: "a secret and its name have at most 1 MiB together")
        }
    }
}
