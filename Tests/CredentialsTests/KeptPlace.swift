import Auth0
import PostgresDatabases
import SecretStorage
import Synchronization
import TenantEmulator
import TestEvents

/// The kinds of store for which README's table "What happens when …" holds.
enum StoreKind: String, CaseIterable, Sendable {
    case files
    case postgres
}

/// A user who has logged in, and a store of one of the kinds, which several processes use.
struct KeptPlace: Sendable {
    let kind: StoreKind
    let login: KeptLogin
    private let database: TestDatabase?
    /// The files, whose disk a test fills for this process.
    private let files: FailingStore

    /// Starts a tenant, logs a user in, and creates the store; nothing is stored yet.
    ///
    /// - Parameters:
    ///   - kind: The kind of store.
    ///   - configure: Changes the configuration of the tenant.
    /// - Throws: An error of the emulator, the login or the database.
    init(_ kind: StoreKind, _ configure: (inout TenantConfiguration) -> Void = { _ in }) async throws {
        self.kind = kind
        login = try await KeptLogin(configure)
        files = FailingStore(around: login.files)
        database = kind == .postgres ? try await PostgresProgram.shared.value.database() : nil
    }

    /// A store value of its own in the same place, as each process has one.
    var store: any SecretStore {
        get throws {
            guard let database else { return login.files }
            return try database.store()
        }
    }

    /// A store value whose writes ``fillDisk()`` refuses.
    var refusingStore: any SecretStore { get throws { database == nil ? files : try store } }

    /// A manager of its own, with a store value of its own.
    func manager(
        _ authentication: (any Authentication)? = nil,
        _ configure: (inout CredentialsManager.Configuration) -> Void = { _ in }
    ) throws -> CredentialsManager {
        login.manager(authentication, store: try store, configure)
    }

    /// Runs a process of `RenewalProgram` on the store.
    ///
    /// - Returns: Its exit status; a signal's number plus 128.
    func run(_ task: String, _ first: Int = 0, _ second: Int = 0) async throws -> Int32 {
        try await login.run(task, first, second, in: database)
    }

    /// Evaluates a condition at the next call; with a database again after each change that a manager publishes,
    /// because the server's announcement may arrive after the end of the process that has made the change.
    ///
    /// - Parameters:
    ///   - changes: Counts the changes that the manager publishes.
    ///   - condition: The condition.
    /// - Returns: Whether the condition holds.
    /// - Throws: The error of the condition; `CancellationError` at the time limit of the test.
    func notices(_ changes: EventCounter, _ condition: () async throws -> Bool) async throws -> Bool {
        var published = 0
        while try await !condition() {
            guard kind == .postgres else { return false }
            published += 1
            try await changes.reaches(published)
        }
        return true
    }

    /// Fills the disk of the store: the server refuses each write with the error of a full disk, or the files do.
    func fillDisk() async throws {
        guard let database else { return files.writesUntilFailure.withLock { $0 = 0 } }
        try await PostgresProgram.shared.value.sql(
            """
            CREATE OR REPLACE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE disk_full; END $$;
            CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON auth0_streams.secrets
                FOR EACH ROW EXECUTE FUNCTION public.refuse()
            """, in: database.name)
    }

    /// Frees space on the disk of the store.
    func freeDisk() async throws {
        guard let database else { return files.writesUntilFailure.withLock { $0 = nil } }
        try await PostgresProgram.shared.value.sql(
            "DROP TRIGGER full_disk ON auth0_streams.secrets", in: database.name)
    }
}
