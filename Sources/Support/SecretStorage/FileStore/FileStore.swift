public import OpenSSLCryptography

/// A store of secrets in files of this user, sealed with AES-256-GCM.
///
/// The folder (mode 0700) holds one sealed file (mode 0600) per secret, named by a hash, and by default the key that
/// seals them, so a program that can read this user's files can read the secrets. The store protects them from other
/// users and from backups of single files, and detects secrets that were changed or exchanged. A ``KeySource`` such as
/// a passphrase also protects them from programs that read the files.
///
/// Any number of processes may use one folder at the same time, and writes of different secrets do not wait for each
/// other. The functions without `async` block for the disk, and functions that change a secret also for its other
/// writers. The cost of a call does not depend on the number of secrets, except for ``accounts(ofService:)``.
public struct FileStore: SecretStore {
    /// The ID under which this program stores its secrets by default: the name of the executable, or `auth0` when it is
    /// unknown.
    ///
    /// It is the same for every store of the process. Pass an ID such as `com.example.notes` where programs with the
    /// same name must not share data.
    public static var defaultApplication: String { ApplicationID.default }

    let place: Result<String, SecretStoreError>
    let keySource: KeySource
    let lockTimeout: Duration

    /// Creates a store in a folder of your choice.
    ///
    /// - Parameters:
    ///   - directory: An absolute path without symbolic links; missing folders are created with mode 0700.
    ///   - key: The source of the key that opens the store, ``KeySource/ownFile`` by default.
    ///   - lockTimeout: The longest wait for other threads and processes that write the same secret or replace the key,
    ///     10 seconds by default; a call that waits longer throws ``SecretStoreError/Code/lockTimeout``.
    public init(directory: String, key: KeySource = .ownFile, lockTimeout: Duration = .seconds(10)) {
        self.init(place: .success(directory), keySource: key, lockTimeout: lockTimeout)
    }

    /// Creates a store in the state folder of an application: `$XDG_STATE_HOME/<application>/secrets`, or
    /// `~/.local/state/<application>/secrets`. See ``init(directory:key:lockTimeout:)``, whose parameters are the same
    /// otherwise.
    ///
    /// The application is ``defaultApplication`` by default; pass another ID to share its secrets.
    /// Each call throws ``SecretStoreError/Code/noPlace`` when the environment names no such folder, or is not trusted
    /// because this is a set-user-ID program.
    ///
    /// - SeeAlso: [XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)
    public init(
        application: String = FileStore.defaultApplication, key: KeySource = .ownFile,
        lockTimeout: Duration = .seconds(10)
    ) {
        let place = Result { () throws(SecretStoreError) in try StateFolder.path(of: application) }
        self.init(place: place, keySource: key, lockTimeout: lockTimeout)
    }

    /// All processes that use the same folder.
    public var sharing: SecretSharing { SecretSharing(of: self) }

    /// Returns a secret; blocks. See ``SecretStore``, whose parameters are the same.
    ///
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt`` for a damaged file; other secrets
    ///   remain readable.
    public func secret(named name: SecretName) throws -> SecretBytes? {
        try wrappedSecret(name) { try open()?.read(name) }
    }

    /// Stores a secret, and replaces one of the same name; blocks. See ``SecretStore``,
    /// whose parameters are the same.
    ///
    /// A damaged file in its place, a file with access for others, a link or a folder is renamed with the suffix
    /// `.damaged`, which a line on standard error reports. If the key of the store is lost or damaged, the key and
    /// every secret that it sealed are renamed likewise, and a new key is made.
    ///
    /// - Throws: ``SecretStoreError``. The previous secret remains unchanged, but after an input/output error of the
    ///   folder (``SecretStoreError/Code/failed``) the new secret may be stored, though not safely against a crash of
    ///   the machine.
    public func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
        try SealedRecord.checkSize(secret, name)
        try setWrapped(secret, name) { try lock(name).write(secret) }
    }

    /// Returns the secret of a name, and stores one first if there is none; blocks. See ``SecretStore``,
    /// whose parameters are the same.
    ///
    /// - Throws: ``SecretStoreError``.
    public func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        try SealedRecord.checkSize(secret, name)
        // The read under the lock throws the error again, except for a lost key, for which no secret of this name
        // exists.
        if let existing = try? self.secret(named: name) { return existing }
        let record = try lock(name)
        if let existing = try record.read() { return existing.secret }
        try record.write(secret)
        return secret
    }

    /// Removes a secret; blocks. See ``SecretStore``, whose parameters are the same.
    ///
    /// - Throws: ``SecretStoreError``.
    @discardableResult
    public func removeSecret(named name: SecretName) throws -> Bool {
        try removeWrapped(name) { try open() != nil && lock(name).remove() }
    }

    /// Returns the accounts of a service that have a secret; blocks. See ``SecretStore``,
    /// whose parameters are the same.
    ///
    /// - Throws: ``SecretStoreError``.
    /// - Complexity: Opens every secret of the folder.
    public func accounts(ofService service: String) throws -> [String] {
        try (open()?.names() ?? []).accounts(of: service).sortedByBytes
    }

    func open() throws -> SealedFolder? { try SealedFolder.open(place.get(), keySource) }

    func lock(_ name: SecretName) throws -> LockedRecord {
        try LockedRecord.lock(name, in: place.get(), keySource, until: .now + lockTimeout)
    }
}
