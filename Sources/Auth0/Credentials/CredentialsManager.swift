import FoundationEssentials
public import OpenID
public import PasskeyAuthenticator
import RequestPipeline
public import SecretStorage
public import SimpleKeychain
public import Streams

/// The credentials of one login: stored securely, renewed in time, removed at the sign-out.
///
/// ```swift
/// let credentialsManager = CredentialsManager(authentication: Auth0.authentication())
/// _ = credentialsManager.store(credentials: credentials)
/// let accessToken = try await credentialsManager.credentials().accessToken
/// ```
///
/// All functions may be called from any thread and task, on any number of managers, and from any number of processes that
/// share a store. One token request renews for all of them. Its result is stored before it is delivered, and a sign-out
/// is not undone by a renewal that ends after it.
///
/// Functions with a result wait for the store; those with a callback, `async` functions and publishers never block the
/// thread that calls them. Cancelling one of them ends the wait of that caller only: a token request that was sent is
/// completed and stored, because the tenant may accept its refresh token only once.
public final class CredentialsManager: Sendable {
    let grant: Grant
    let presence: PresenceGate

    var configuration: Configuration { grant.configuration }

    /// Creates a manager of the credentials in a store.
    ///
    /// For a server that holds the credentials of many users, create a manager for each user or session, with its ID as
    /// `storeKey`; a manager is small.
    ///
    /// - Parameters:
    ///   - authentication: The client that renews the credentials.
    ///   - storeKey: The name of the credentials in the store, `credentials` by default.
    ///   - store: The store. Stores of this SDK exclude other processes during a renewal; with others two processes may
    ///     renew at the same time.
    ///   - service: The service to which the name belongs, ``SecretStorage/FileStore/defaultApplication`` by default.
    ///   - configuration: The further settings.
    public init(
        authentication: any Authentication, storeKey: String = "credentials", store: any SecretStore,
        service: String = FileStore.defaultApplication, configuration: Configuration = Configuration()
    ) {
        let storage = GrantStorage(
            store: LockedStore.sharing(store), name: SecretName(service: service, account: storeKey))
        grant = Grant(authentication, storage, configuration)
        presence = PresenceGate(configuration)
    }

    /// Creates a manager of the credentials in the sealed files of this program, or in another keychain or storage.
    ///
    /// All managers of all processes that use the same keychain and key share the credentials.
    ///
    /// - Parameters:
    ///   - authentication: The client that renews the credentials.
    ///   - storeKey: The key of the credentials in the storage, `credentials` by default.
    ///   - storage: The storage: a ``SimpleKeychain/SimpleKeychain``, by default that of this program, or a storage of the
    ///     program's own, with which two processes may renew at the same time.
    ///   - maxRetries: The number of times that a renewal is repeated, see ``Configuration/maxRetries``; 0 by default.
    public convenience init(
        authentication: any Authentication, storeKey: String = "credentials",
        storage: any CredentialsStorage = SimpleKeychain(), maxRetries: Int = 0
    ) {
        var configuration = Configuration()
        configuration.maxRetries = maxRetries
        let keychain = storage as? SimpleKeychain
        self.init(
            authentication: authentication, storeKey: storeKey,
            store: keychain?.store ?? LockedStore(StorageAdapter(storage: storage), locks: ProcessLocks(of: storage)),
            service: keychain?.service ?? FileStore.defaultApplication, configuration: configuration)
    }

    /// Creates a manager with the arguments of Auth0.swift 3.x.
    ///
    /// - Parameters:
    ///   - authentication: The client that renews the credentials.
    ///   - storeKey: The key of the credentials in the storage, `credentials` by default.
    ///   - dpopThumbprintKey: Has no effect: the thumbprint is part of the credentials' entry.
    ///   - sessionExpiryKey: Has no effect: the end of the session is part of the credentials' entry. `nil` by default.
    ///   - storage: The storage, that of this program by default.
    ///   - maxRetries: The number of times that a renewal is repeated, see ``Configuration/maxRetries``; 0 by default.
    @_disfavoredOverload
    public convenience init(
        authentication: any Authentication, storeKey: String = "credentials",
        dpopThumbprintKey: String = "dpop_thumbprint", sessionExpiryKey: String? = nil,
        storage: any CredentialsStorage = SimpleKeychain(), maxRetries: Int = 0
    ) {
        self.init(authentication: authentication, storeKey: storeKey, storage: storage, maxRetries: maxRetries)
    }

    /// The changes of the credentials, by this manager or by others.
    ///
    /// A change by another manager or process is noticed, and published, at the next call of this manager; if the store
    /// tells of changes, such as `PostgresStore`, while the publisher has a subscriber. Values are published on the thread
    /// that makes or notices the change, with no lock held.
    public var changes: AnyPublisher<Change, Never> { grant.observedChanges }
}

extension CredentialsManager {
    /// The settings of a ``CredentialsManager``.
    public struct Configuration: Sendable {
        /// The longest pause before an automatic retry.
        static let maximumRetryDelay = Duration.seconds(60)

        /// The number of times that a renewal is repeated after a network error and the statuses 429 and 500 to 599; 0 by
        /// default, and for a negative number.
        public var maxRetries = 0 {
            didSet { maxRetries = max(0, maxRetries) }
        }
        /// The pause before the first repetition, 0.5 seconds by default; each further pause is twice as long, at most 60
        /// seconds. A `Retry-After` of the tenant is followed up to 60 seconds; a longer one ends the repetitions.
        public var retryDelay = Duration.milliseconds(500) {
            didSet { retryDelay = max(.zero, retryDelay) }
        }
        /// The time for which a call waits for another process that renews the same credentials, 60 seconds by default.
        public var lockTimeout = Duration.seconds(60)
        /// Whether the ID token of a renewal is validated like that of a login, which is the default. It must be signed by
        /// the tenant, and be of the same user as the one before.
        ///
        /// Switch it off for an application whose ID tokens are signed with HS256, which this client cannot verify.
        public var validatesIDTokens = true
        /// The check of the user's presence that ``CredentialsManager/enableBiometrics(withTitle:cancelTitle:fallbackTitle:evaluationPolicy:policy:)``
        /// switches on; `nil`, the default, if the program has none.
        public var presenceCheck: (any PresenceCheck)?
        /// The source of the current time.
        public var clock = TimeSource.system
        /// The timer of the repetitions, and of the pauses in the wait for another process.
        package var alarm = Alarm.system

        /// Creates settings with the defaults.
        public init() {}
    }
}

extension CredentialsManager: CustomStringConvertible, CustomReflectable {
    /// The name of the type and of the credentials.
    public var description: String { "CredentialsManager(\(grant.storage.name))" }

    /// A mirror of the name.
    public var customMirror: Mirror { Mirror(self, children: ["name": "\(grant.storage.name)"]) }
}
