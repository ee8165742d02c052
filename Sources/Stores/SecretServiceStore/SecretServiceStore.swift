import OpenSSLCryptography
public import SecretStorage

/// A store of secrets in the keyring of the desktop: GNOME Keyring, KWallet, KeePassXC, or another Secret Service.
///
/// ```swift
/// let manager = CredentialsManager(authentication: Auth0.authentication(), store: SecretServiceStore())
/// ```
///
/// The keyring encrypts the secrets with the password of the user's login, and shows them to every program of the same
/// session. It is reached over the session bus with libsecret (`libsecret-1-0`), which is looked up at the first use.
/// There is no fallback: if the keyring is locked, absent or unresponsive, each call throws.
///
/// Secrets are items of the default collection, and items of other collections are ignored. If several items have the
/// same attributes, which other programs can cause, the most recently changed item counts, and the next write removes
/// the others.
///
/// Any number of processes may use the keyring at the same time; renewals exclude each other with file locks next to
/// the socket of the session bus, regardless of the home folder of a process. Every call blocks until the keyring has
/// answered, usually 20 milliseconds; the functions of the same names that are called with `await` run on a separate
/// thread.
///
/// A `CredentialsManager` uses credentials from memory for at most 5 seconds before it reads the keyring again. It
/// immediately detects a renewal or sign-out by another process of the same user with such a store. It detects changes
/// by other programs, such as locking the keyring or removing the item, when it reads again.
///
/// - SeeAlso: [Secret Service](https://specifications.freedesktop.org/secret-service-spec/latest/)
public struct SecretServiceStore: SecretStore {
    let application: String
    private(set) var limits: Keyring.Limits
    private let lockFolder: LockFolder?
    /// The time after which a secret that is used from memory is read again: another program may have changed the item.
    let rereading: Duration

    /// Creates a store; it connects at each call.
    ///
    /// - Parameters:
    ///   - application: The ID of the application, an attribute of its items,
    ///     ``SecretStorage/FileStore/defaultApplication`` by default.
    ///   - timeout: The longest wait for the keyring in a call, and for each item of a list, 10 seconds by default; a
    ///     longer one throws ``SecretStorage/SecretStoreError/Code/unavailable``. A keyring that asks the user to
    ///     confirm a change, such as KeePassXC, has this time for the answer, and the same time to end the question.
    ///   - promptTimeout: The longest wait for the user to unlock a locked keyring, on top of `timeout`; `nil`, the
    ///     default, throws ``SecretStorage/SecretStoreError/Code/locked`` without asking.
    public init(
        application: String = FileStore.defaultApplication, timeout: Duration = .seconds(10),
        promptTimeout: Duration? = nil
    ) {
        self.init(application: application, timeout: timeout, promptTimeout: promptTimeout, locks: nil)
    }

    /// Creates a store with locks in a folder other than that of the bus, for tests.
    package init(
        application: String, timeout: Duration = .seconds(10), promptTimeout: Duration? = nil, locks: LockFolder?,
        rereading: Duration = .seconds(5)
    ) {
        self.application = application
        limits = Keyring.Limits(response: timeout, prompt: promptTimeout)
        (lockFolder, self.rereading) = (locks, rereading)
    }

    /// All processes of the session.
    public var sharing: SecretSharing { SecretSharing(of: self) }

    /// Returns a secret; blocks. See ``SecretStorage/SecretStore``, whose parameters are the same.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError``: ``SecretStorage/SecretStoreError/Code/locked``,
    ///   ``SecretStorage/SecretStoreError/Code/unavailable``, or ``SecretStorage/SecretStoreError/Code/corrupt`` for an
    ///   item that another program changed.
    public func secret(named name: SecretName) throws -> SecretBytes? {
        try wrappedSecret(name) { try record(name)?.secret }
    }

    /// Stores a secret in the default keyring, and replaces one of the same name; blocks. The name is not encrypted.
    /// See ``SecretStorage/SecretStore``, whose parameters are the same.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError``; after ``SecretStorage/SecretStoreError/Code/unavailable`` the
    ///   secret may have been stored.
    public func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
        try setWrapped(secret, name) { try writing(name) { try $0.write(secret, name) } }
    }

    /// Returns the secret of a name, and stores one first if there is none; blocks. See
    /// ``SecretStorage/SecretStore``, whose parameters are the same.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError``.
    public func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        try writing(name) {
            if let existing = try $0.record(name) { return existing.secret }
            try $0.write(secret, name)
            return secret
        }
    }

    /// Removes a secret; blocks. See ``SecretStorage/SecretStore``, whose parameters are the same.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError``.
    @discardableResult
    public func removeSecret(named name: SecretName) throws -> Bool {
        try removeWrapped(name) { try writing(name) { try $0.erase(name) } }
    }

    /// Returns the accounts of a service that have a secret; blocks. See
    /// ``SecretStorage/SecretStore``, whose parameters are the same.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError``.
    public func accounts(ofService service: String) throws -> [String] {
        let keyring = try Keyring(limits)
        return try keyring.accounts(ItemAttributes(application: application, service: service)).sortedByBytes
    }
}

extension SecretServiceStore {
    /// Returns the folder of the locks and marks, which all processes with this keyring share.
    func locks() throws(SecretStoreError) -> LockFolder {
        if let lockFolder { return lockFolder }
        return LockFolder(path: try BusFolder.path(limits))
    }

    /// Reads an item.
    func record(_ name: SecretName) throws(SecretStoreError) -> KeyringRecord? {
        let keyring = try Keyring(limits)
        return try keyring.record(ItemAttributes(application: application, name), name)
    }

    /// Writes an item; the caller has the lock of the name.
    func write(_ secret: SecretBytes, _ name: SecretName) throws(SecretStoreError) {
        try SealedRecord.checkSize(secret, name)
        let (keyring, locks) = (try Keyring(limits), try locks())
        defer { locks.removeChangeMark(of: name) }
        try keyring.store(try KeyringRecord(secret), ItemAttributes(application: application, name), name)
    }

    /// Removes an item; the caller has the lock of the name.
    func erase(_ name: SecretName) throws(SecretStoreError) -> Bool {
        let (keyring, locks) = (try Keyring(limits), try locks())
        defer { locks.removeChangeMark(of: name) }
        return try keyring.remove(ItemAttributes(application: application, name), name)
    }

    /// Runs a closure while no other process of this user writes the secret through a store of this type.
    ///
    /// The user is asked before the lock is taken, so other processes do not wait for the answer. The store that the
    /// closure receives does not ask.
    func writing<Value>(_ name: SecretName, _ body: (SecretServiceStore) throws -> Value) throws -> Value {
        var unasking = self
        unasking.limits = limits.withoutPrompt
        if limits.prompt != nil { try Keyring(limits).unlock(ItemAttributes(application: application, name), name) }
        let lock = try locks().lock(name, for: .writing, until: .now + limits.response * 3)
        defer { withExtendedLifetime(lock) {} }
        return try body(unasking)
    }
}
