import FoundationEssentials
import HTTPMessages
public import OpenID
import SecretStorage

/// A failure of a ``CredentialsManager``.
///
/// Errors are compared and matched by their kind only, not by their ``cause``:
///
/// ```swift
/// catch CredentialsManagerError.noCredentials { … }
/// case .failure(let error) where error == .noRefreshToken: …
/// ```
public struct CredentialsManagerError: Auth0Error, Equatable {
    /// The description of the kind of failure, which identifies it.
    private let text: String
    /// The underlying error, when there is one: an ``AuthenticationError``, or a `SecretStoreError`.
    public let cause: (any Error)?
    /// The credentials that the store refused; `nil` unless the error is ``storeFailed``.
    ///
    /// They are valid. After a renewal their refresh token replaces the stored one, which is spent; the manager keeps
    /// them in memory, and stores them as soon as the store accepts them, even if nothing else uses the manager.
    public let notPersisted: Credentials?
    /// A detail that is safe to show.
    private let detail: String?

    private init(_ text: String, cause: (any Error)? = nil, notPersisted: Credentials? = nil, detail: String? = nil) {
        (self.text, self.cause, self.notPersisted, self.detail) = (text, cause, notPersisted, detail)
    }

    /// Returns the same kind of error with a cause.
    func because(of cause: any Error) -> Self { Self(text, cause: cause) }

    /// Creates the error of a manager from that of the stored login; `failure` is the error of a failed token request.
    init(_ error: StoredLoginError, failing failure: CredentialsManagerError) {
        let kind = error.code == .renewalFailed ? failure : Self.kinds[error.code] ?? .unknown
        self.init(kind.text, cause: error.cause, notPersisted: error.notPersisted, detail: error.detail)
    }

    private static let kinds: [StoredLoginError.Code: Self] = [
        .noCredentials: .noCredentials, .noRefreshToken: .noRefreshToken, .readFailed: .readFailed,
        .lockFailed: .lockFailed, .storeFailed: .storeFailed, .removalFailed: .clearFailed,
        .revocationFailed: .revokeFailed, .presenceUnconfirmed: .biometricsFailed, .lifetimeTooShort: .largeMinTTL,
        .keyMissing: .dpopKeyMissing, .keyMismatch: .dpopKeyMismatch, .keyNotConfigured: .dpopNotConfigured,
        .sessionExpired: .sessionExpired, .renewalInterrupted: .renewalInterrupted, .lockTimeout: .lockTimeout,
    ]

    /// No credentials are stored: the user has to log in. The description names the kind of store and the service that
    /// were searched: a renamed program has another service by default.
    public static let noCredentials = Self("No credentials of this application are stored: log in")
    /// The access token has expired, and there is no refresh token, or the tenant refused it before: the user has to
    /// log in, with the scope `offline_access`.
    public static let noRefreshToken = Self("There is no refresh token: log in with the scope offline_access")
    /// The token request failed; the cause is an ``AuthenticationError``.
    public static let renewFailed = Self("The credentials could not be renewed")
    /// The credentials of an API could not be obtained; the cause is an ``AuthenticationError``.
    public static let apiExchangeFailed = Self("The credentials of the API could not be obtained")
    /// The session transfer token could not be obtained; the cause is an ``AuthenticationError``.
    public static let ssoExchangeFailed = Self("The session transfer token could not be obtained")
    /// The store failed; the cause has the reason. When it refused renewed credentials, ``notPersisted`` has them;
    /// otherwise nothing was sent.
    public static let storeFailed = Self("The credentials could not be stored")
    /// The credentials could not be removed; the cause has the reason.
    public static let clearFailed = Self("The credentials could not be removed")
    /// The check of the user's presence failed, or the user is absent; the cause has the reason.
    public static let biometricsFailed = Self("The presence of the user was not confirmed")
    /// The refresh token could not be revoked; the cause is an ``AuthenticationError``. Nothing was removed.
    public static let revokeFailed = Self("The refresh token could not be revoked")
    /// The tenant issues access tokens with a shorter lifetime than the requested `minTTL`. The new tokens are stored.
    public static let largeMinTTL = Self("The tenant's access tokens expire before the minimum lifetime")
    /// The credentials are bound to a DPoP key that no longer exists: the user has to log in.
    public static let dpopKeyMissing = Self("The DPoP key of the credentials does not exist any more: log in again")
    /// The credentials are bound to a DPoP key that is not the client's: the user has to log in.
    public static let dpopKeyMismatch = Self("The credentials are bound to another DPoP key: log in again")
    /// The credentials are bound to a DPoP key, and the client was created without `useDPoP()`.
    public static let dpopNotConfigured = Self(
        "The credentials are bound to a DPoP key: create the client with useDPoP()")
    /// The session has reached the end that its ID token states, by the clock of this machine: the user
    /// has to log in. The credentials stay stored, because the clock may be wrong.
    public static let sessionExpired = Self("The session has ended: log in again")
    /// A process ended during a renewal after it had sent the refresh token, and the tenant refuses this token now: the
    /// user has to log in. The stored access token stays usable until it expires.
    public static let renewalInterrupted = Self(
        "An earlier renewal was interrupted, and its refresh token is spent: log in again")
    /// Another process renews the credentials and did not finish in time. The same call may succeed later.
    public static let lockTimeout = Self("Another process renews the credentials and did not finish in time")
    /// The stored credentials, or the DPoP key that they are bound to, could not be read; the cause is the error of the
    /// store. Nothing was sent.
    public static let readFailed = Self("The stored credentials could not be read")
    /// The lock that excludes other processes from a renewal could not be taken; the cause is the error of the store.
    /// Nothing was sent.
    public static let lockFailed = Self("The lock for a renewal could not be taken")
    /// Another failure; the cause has the reason.
    public static let unknown = Self("An unknown error occurred")

    /// A description of the failure for developers.
    public var message: String { text + (detail.map { ": \($0)" } ?? "") }

    /// Whether the same call may succeed later without the user: after a network error, an overload of the tenant, or a
    /// busy store.
    public var isRetryable: Bool {
        if self == .lockTimeout { return true }
        return (cause as? AuthenticationError)?.isRetryable ?? (cause as? SecretStoreError)?.isRetryable ?? false
    }

    /// Whether the program cancelled the call.
    public var isCancelled: Bool { (cause as? TransportError)?.code == .cancelled }

    /// Compares the kinds of failure; causes are not compared.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.text == rhs.text }

    /// Matches the kind of failure in a `catch` or a `case`.
    @_disfavoredOverload
    public static func ~= (pattern: Self, error: any Error) -> Bool { error as? Self == pattern }

    /// Matches the kind of failure when the type is known; a `case .unknown` could mean another type otherwise.
    public static func ~= (pattern: Self, error: Self) -> Bool { error == pattern }
}

extension CredentialsManagerError: CustomReflectable {
    /// The message only: a cause shows itself, and credentials are secret.
    public var customMirror: Mirror { Mirror(self, children: ["message": message]) }
}
