import LinuxCLibrary
import OpenSSLCryptography
import PostgresStore
import SecretServiceStore
import SecretStorage

/// A store that a command line names.
enum OpenedStore {
    case files(FileStore)
    case keyring(SecretServiceStore)
    case postgres(PostgresStore)

    /// The store in the form that every command uses.
    var examined: any ExaminedStore {
        switch self {
        case .files(let store): store
        case .keyring(let store): store
        case .postgres(let store): store
        }
    }

    /// The place of the store as a text, without a password.
    func place(_ name: String) -> String {
        switch self {
        case .files(let store): (try? store.path) ?? name
        case .keyring: "the keyring items of \(name)"
        case .postgres: name
        }
    }

    /// Lists the secrets; blocks. A store that does not exist is ``SecretStorage/SecretStoreError/Code/noPlace``.
    func inspect(_ name: String) throws -> [InspectedSecret] {
        if case .files(let store) = self { try store.checkExistence() }
        guard let secrets = try examined.inspect() else { throw SecretStoreError.noStore(place(name)) }
        return secrets
    }

    /// Removes files or rows that are no longer used, with `isComplete` also the damaged files that were kept, and
    /// returns their number; blocks.
    func clean(includingDamaged isComplete: Bool) throws -> Int {
        switch self {
        case .files(let store): return try store.removeStaleFiles(includingDamaged: isComplete)
        case .keyring: return 0
        case .postgres(let store):
            var (removed, latest) = (0, 1)
            while latest > 0 {
                latest = try store.removeExpired()
                removed += latest
            }
            return removed
        }
    }

    /// Seals all secrets with a new key; blocks.
    func rotate() throws -> (sealed: Int, unreadable: Int) {
        switch self {
        case .files(let store):
            let result = try store.rotateKey()
            return (result.sealed, result.unreadable)
        case .keyring: return (0, 0)
        case .postgres(let store): return try store.resealAll(batchSize: 500)
        }
    }
}

/// Opens the stores of a command line.
struct StoreOpening {
    /// Reads a passphrase or a password, whose name it gets.
    let passphrase: (PassphraseInput, String) throws -> SecretBytes

    /// The longest wait for a lock: longer than a renewal, whose end a move awaits.
    static let lockTimeout = Duration.seconds(60)
    /// The longest wait for a keyring, which lists thousands of items in one answer.
    static let keyringTimeout = Duration.seconds(60)

    /// Opens a store; blocks only for its passphrase, password and keys. The suffix ends their names, such as ` of the
    /// destination`.
    func store(_ place: DoctorArguments.Place, _ suffix: String) throws -> OpenedStore {
        guard let (kind, name) = place.stores.first else {
            throw DoctorArguments.UsageError(description: "name a store")
        }
        switch kind {
        case .keyring: return .keyring(SecretServiceStore(application: name, timeout: Self.keyringTimeout))
        case .postgres: return .postgres(try database(name, place, suffix))
        case .directory:
            let key = try keySource(place, "passphrase\(suffix)")
            return .files(FileStore(directory: name, key: key, lockTimeout: Self.lockTimeout))
        case .application:
            let key = try keySource(place, "passphrase\(suffix)")
            return .files(FileStore(application: name, key: key, lockTimeout: Self.lockTimeout))
        }
    }

    func keySource(_ place: DoctorArguments.Place, _ name: String) throws -> FileStore.KeySource {
        if let file = place.keyFile { return .file(file) }
        guard let input = place.passphrase else { return .ownFile }
        return .passphrase(try entered(input, name))
    }

    /// Returns a passphrase or password of the user; without one, the command line is wrong, not a store.
    private func entered(_ input: PassphraseInput, _ name: String) throws -> SecretBytes {
        do {
            return try passphrase(input, name)
        } catch let error as SecretStoreError {
            let advice: String
            switch input {
            case .terminal: advice = "enter it on a terminal, or use --passphrase-fd or --password-fd"
            case .descriptor(let number):
                try Self.check(number, error)
                advice = "give it as the first line of descriptor \(number), as with \(number)<FILE"
            }
            throw DoctorArguments.UsageError(description: "\(error.reason ?? error.sentence): \(advice)")
        }
    }

    private static func keys(_ input: KeyInput) throws -> SecretBytes {
        do {
            return try input.read()
        } catch {
            if case .descriptor(let number) = input { try check(number, error) }
            throw error
        }
    }

    /// Throws the mistake in the command line if a descriptor could not be read because it is not open for reading.
    private static func check(_ descriptor: Int32, _ error: SecretStoreError) throws(DoctorArguments.UsageError) {
        guard error.systemError == EBADF else { return }
        throw DoctorArguments.UsageError(
            description: "descriptor \(descriptor) is not open for reading: name one that is, such as 3 with 3<FILE")
    }

    private func database(_ url: String, _ place: DoctorArguments.Place, _ suffix: String) throws -> PostgresStore {
        let url = try ServerURL(url)
        let input = place.keyFile.map { KeyInput.file($0) } ?? place.keys.map { KeyInput.descriptor($0) }
        guard let input else { throw DoctorArguments.UsageError(description: "a database needs its sealing keys") }
        let text = try Self.keys(input)
        let keys: SealingKeyRing
        do {
            keys = try SealingKeyText.ring(text)
        } catch let error as SecretStoreError {
            let source = place.keyFile ?? "--key-fd"
            throw SecretStoreError(error.code, detail: "\(source): \(error.reason ?? "")")
        }
        let password = try place.password.map { try entered($0, "password\(suffix)") }
        return PostgresStore(server: url.server(password: password), keys: keys, maximumConnections: 2)
    }
}
