public import PasskeyAuthenticator
import RequestPipeline
public import SecretStorage
public import Streams

/// The credentials of one login at any OpenID provider: stored securely, renewed in time, removed at the sign-out.
///
/// ```swift
/// let login = StoredLogin(client: client)
/// try await login.save(try await client.login().scope("openid offline_access").start())
/// let accessToken = try await login.credentials().accessToken  // renewed if it has expired
/// ```
///
/// All functions may be called from any thread and task, on any number of objects, and from any number of processes
/// that share a store. One token request renews for all of them. Its result is stored before it is delivered, and a
/// sign-out is not undone by a renewal that ends after it.
///
/// A login belongs to one client of one issuer: the issuer and the client ID are part of its name in the store, and of
/// the stored record. Another client with the same ``init(client:name:store:service:configuration:)`` arguments fails
/// with ``StoredLoginError/Code/noCredentials``, and neither reads nor changes it.
///
/// Cancelling a call ends only the wait of that caller: a token request that was sent is completed and stored, because
/// the provider may accept its refresh token only once.
///
/// - SeeAlso: [RFC 9700 §4.14](https://www.rfc-editor.org/rfc/rfc9700#section-4.14), refresh token protection
public final class StoredLogin: Sendable {
    package let engine: RenewalEngine
    package let presence: PresenceGate

    /// Creates the login of a client in a store.
    ///
    /// For a server that holds the credentials of many users, create one for each user or session, with its ID as
    /// `name`; the object is small.
    ///
    /// - Parameters:
    ///   - client: The client that renews the credentials.
    ///   - name: The name of the login in the store, `credentials` by default; the client is added to it.
    ///   - store: The store, the sealed files of this program by default.
    ///   - service: The service to which the name belongs, ``SecretStorage/FileStore/defaultApplication`` by default.
    ///   - configuration: The further settings.
    public convenience init(
        client: OpenIDClient, name: String = "credentials", store: any SecretStore = FileStore(),
        service: String = FileStore.defaultApplication, configuration: Configuration = Configuration()
    ) {
        self.init(
            OpenIDTokenService(client: client, clock: configuration.clock), name: name,
            store: store.sharing.shared(store), service: service,
            configuration)
    }

    /// Creates the login of a client that has its own protocol.
    package init(
        _ tokens: any TokenService, name: String, store: any SharedSecretStore, service: String,
        _ configuration: Configuration
    ) {
        let storage = RecordStorage(
            store: store, service: service, key: name, binding: tokens.binding, clock: configuration.clock)
        engine = RenewalEngine(
            tokens, storage, configuration.rules, clock: configuration.clock, alarm: configuration.alarm)
        presence = PresenceGate(configuration.presenceCheck, clock: configuration.clock)
    }

    /// The changes of the credentials, by this object or by others.
    ///
    /// A change by another object or process is detected and published at the next call or, if the store announces
    /// changes as `PostgresStore` does, while the publisher has a subscriber. Values are published in the order of the
    /// changes, on the thread that causes or detects one of them, with no lock held.
    public var changes: AnyPublisher<LoginChange, Never> { engine.changes }

    /// The reasons why the login has ended, one for each end: the moments to ask the user to log in again.
    public var ends: AnyPublisher<LoginEnd, Never> { changes.compactMap(\.end).eraseToAnyPublisher() }
}

extension StoredLogin {
    /// The settings of a ``StoredLogin``.
    public struct Configuration: Sendable {
        var rules = RenewalState.Rules()

        /// The number of times that a renewal is repeated after a network error and the statuses 429 and 500 to 599; 0
        /// by default, and for a negative number.
        public var maxRetries: Int {
            get { rules.maxRetries }
            set { rules.maxRetries = max(0, newValue) }
        }
        /// The pause before the first repetition, 0.5 seconds by default; each further pause is twice as long, at most
        /// 60 seconds. A `Retry-After` of the provider is followed up to 60 seconds; a longer delay ends the
        /// repetitions.
        public var retryDelay: Duration {
            get { rules.retryDelay }
            set { rules.retryDelay = max(.zero, newValue) }
        }
        /// The time for which a call waits for another process that renews the same credentials, 60 seconds by default.
        public var lockTimeout: Duration {
            get { rules.lockTimeout }
            set { rules.lockTimeout = newValue }
        }
        /// The time for which other hosts wait for a host that has lost its database during a renewal; 4 seconds by
        /// default. Then they send the refresh token once more.
        ///
        /// A database cannot distinguish a host that has lost its connection from a host that has ended. A living host
        /// reconnects and takes its lock again, usually within a second, and the other hosts wait for it. After an end
        /// the provider accepts the old refresh token only within its overlap period, so this time must be shorter than
        /// that period; a renewal of a host that stays disconnected for longer, and whose answer arrives later, is a
        /// reuse of the refresh token. The locks of files and keyrings do not need this time: the kernel detects
        /// whether their holder lives.
        public var interruptionWait: Duration {
            get { rules.interruptionWait }
            set { rules.interruptionWait = max(.zero, newValue) }
        }
        /// Whether the ID token of a renewal is validated like the ID token of a login; `true` by default. It must be
        /// signed by the provider, and be of the same user as the previous one.
        ///
        /// Switch it off for an application whose ID tokens are signed with HS256, if the client has no secret to
        /// verify them.
        public var validatesIDTokens: Bool {
            get { rules.validatesIDTokens }
            set { rules.validatesIDTokens = newValue }
        }
        /// The time for which the ID token is needed, in whole seconds: credentials are also renewed when it expires
        /// earlier although the access token is valid. `nil`, the default, if its expiry does not matter.
        ///
        /// Credentials are not renewed for it where that would not help: without an ID token or a refresh token, for a
        /// provider whose renewals return no new ID token, and for new ID tokens with a shorter lifetime than this.
        public var minimumIDTokenLifetime: Duration? {
            get { rules.idTokenMinTTL.map { .seconds($0) } }
            set { rules.idTokenMinTTL = newValue?.secondsRoundedUp }
        }
        /// The check of the user's presence that ``StoredLogin/requirePresence(title:for:)`` switches on; `nil`, the
        /// default, if the program has none.
        public var presenceCheck: (any PresenceCheck)?
        /// The source of the current time.
        public var clock = TimeSource.system
        /// The timer of the repetitions, and of the pauses in the wait for another process.
        package var alarm = Alarm.system

        /// Creates settings with the defaults.
        public init() {}
    }
}

extension StoredLogin: CustomStringConvertible, CustomReflectable {
    /// The name of the type and of the login.
    public var description: String { "StoredLogin(\(engine.storage.name))" }

    /// A mirror of the name.
    public var customMirror: Mirror { Mirror(self, children: ["name": "\(engine.storage.name)"]) }
}
