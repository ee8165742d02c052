import FoundationEssentials
public import OpenID
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
/// All functions may be called from any thread and task, on any number of managers, and from any number of processes
/// that share a store. One token request renews for all of them. Its result is stored before it is delivered, and a
/// sign-out is not undone by a renewal that ends after it.
///
/// Functions with a result wait for the store; those with a callback, `async` functions and publishers never block the
/// thread that calls them. A callback is called exactly once, on a background thread of the SDK, with no lock held; the
/// returned handle cancels the call, and releasing it has no effect. A publisher begins for each subscriber, publishes
/// one value and finishes, or fails. Cancelling ends the wait of that caller only: a token request that was sent is
/// completed and stored, because the tenant may accept its refresh token only once.
///
/// The credentials belong to one application of one tenant: domain and client ID of `authentication` are part of their
/// name in the store, and of the stored record. A manager for another tenant or application fails with
/// ``CredentialsManagerError/noCredentials``, and neither reads nor changes them. Credentials of APIs are part of the
/// same record. The DPoP key is not: it belongs to its `keychainIdentifier`, and its thumbprint is compared before it
/// is used.
public final class CredentialsManager: Sendable {
    let authentication: any Authentication
    let login: StoredLogin

    /// Creates a manager of the credentials in a store.
    ///
    /// For a server that holds the credentials of many users, create a manager for each user or session, with its ID as
    /// `storeKey`; a manager is small.
    ///
    /// - Parameters:
    ///   - authentication: The client that renews the credentials.
    ///   - storeKey: The name of the credentials in the store, `credentials` by default.
    ///   - store: The store. Its ``SecretStorage/SecretStore/sharing`` states who else may renew the credentials.
    ///   - service: The service to which the name belongs, ``SecretStorage/FileStore/defaultApplication`` by default.
    ///   - configuration: The further settings.
    public init(
        authentication: any Authentication, storeKey: String = "credentials", store: any SecretStore,
        service: String = FileStore.defaultApplication, configuration: Configuration = Configuration()
    ) {
        self.authentication = authentication
        login = StoredLogin(
            AuthenticationTokens(authentication: authentication, clock: configuration.clock), name: storeKey,
            store: store.sharing.shared(store), service: service, configuration)
    }

    /// Creates a manager of the credentials in the sealed files of this program, or in another keychain or storage.
    ///
    /// All managers of all processes that use the same keychain and key share the credentials.
    ///
    /// - Parameters:
    ///   - authentication: The client that renews the credentials.
    ///   - storeKey: The key of the credentials in the storage, `credentials` by default.
    ///   - storage: The storage: a ``SimpleKeychain/SimpleKeychain``, by default that of this program, or a custom
    ///     storage, with which two processes may renew at the same time.
    ///   - maxRetries: The number of times that a renewal is repeated, see
    ///     ``OpenID/StoredLogin/Configuration/maxRetries``; 0 by default.
    public convenience init(
        authentication: any Authentication, storeKey: String = "credentials",
        storage: any CredentialsStorage = SimpleKeychain(), maxRetries: Int = 0
    ) {
        var configuration = Configuration()
        configuration.maxRetries = maxRetries
        self.init(authentication: authentication, storeKey: storeKey, storage: storage, configuration: configuration)
    }

    /// Creates a manager of the credentials in a keychain or in another storage, with settings.
    ///
    /// `configuration` has the further settings, such as the check of the user's presence, and whether ID tokens are
    /// validated. See ``init(authentication:storeKey:storage:maxRetries:)`` for the others,
    /// whose parameters are the same.
    public convenience init(
        authentication: any Authentication, storeKey: String = "credentials", storage: any CredentialsStorage,
        configuration: Configuration
    ) {
        let keychain = storage as? SimpleKeychain
        self.init(
            authentication: authentication, storeKey: storeKey,
            store: keychain?.store
                ?? LockedStore(
                    StorageAdapter(storage: storage), lockedAs: storage, kind: "\(type(of: storage))"),
            service: keychain?.service ?? FileStore.defaultApplication, configuration: configuration)
    }

    /// Creates a manager with the arguments of Auth0.swift 3.x.
    ///
    /// The keys of the DPoP thumbprint and of the session's expiry have no effect: both are part of the credentials'
    /// entry. See ``init(authentication:storeKey:storage:maxRetries:)`` for the others, whose parameters are the same.
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
    /// A change by another manager or process is detected and published at the next call of this manager or, if the
    /// store reports changes as `PostgresStore` does, while the publisher has a subscriber. Values are published in the
    /// order of the changes, on the thread that causes or detects one of them, with no lock held.
    public var changes: AnyPublisher<Change, Never> { login.changes }

    /// The reasons why the login has ended, one for each end: the moments to ask the user to log in again.
    public var ends: AnyPublisher<LoginEnd, Never> { login.ends }

    /// A change of the stored credentials.
    public typealias Change = LoginChange

    /// The settings of a manager, which are those of a ``OpenID/StoredLogin``.
    public typealias Configuration = StoredLogin.Configuration
}

extension CredentialsManager: CustomStringConvertible, CustomReflectable {
    /// The name of the type and of the credentials.
    public var description: String { "CredentialsManager(\(login.engine.storage.name))" }

    /// A mirror of the name.
    public var customMirror: Mirror { Mirror(self, children: ["name": "\(login.engine.storage.name)"]) }
}
