import FoundationEssentials
import HTTPMessages
public import OpenID
import SecretStorage

/// A failure of a ``CredentialsManager``.
///
/// Errors are compared and matched by their kind, whatever their ``cause``:
///
/// ```swift
/// catch CredentialsManagerError.noCredentials { … }
/// case .failure(let error) where error == .noRefreshToken: …
/// ```
public struct CredentialsManagerError: Auth0Error, Equatable {
    enum Kind: Sendable {
        case noCredentials, noRefreshToken, renewFailed, apiExchangeFailed, ssoExchangeFailed, storeFailed, clearFailed
        case biometricsFailed, revokeFailed, largeMinTTL, dpopKeyMissing, dpopKeyMismatch, dpopNotConfigured
        case sessionExpired, renewalInterrupted, lockTimeout, unknown
    }

    let kind: Kind
    /// The underlying error, when there is one: an ``AuthenticationError``, or a `SecretStoreError`.
    public let cause: (any Error)?
    /// The credentials that the store refused; `nil` unless the error is ``storeFailed``.
    ///
    /// They are valid. After a renewal their refresh token replaces the stored one, which is spent; the manager keeps them in
    /// memory, and stores them as soon as the store accepts them, also when nothing else uses the manager any more.
    public let notPersisted: Credentials?
    /// A detail for ``largeMinTTL``.
    private let detail: String?

    private init(_ kind: Kind, cause: (any Error)? = nil, notPersisted: Credentials? = nil, detail: String? = nil) {
        (self.kind, self.cause, self.notPersisted, self.detail) = (kind, cause, notPersisted, detail)
    }

    /// Returns the same kind of error with a cause.
    func because(of cause: (any Error)?, notPersisted: Credentials? = nil) -> Self {
        Self(kind, cause: cause, notPersisted: notPersisted)
    }

    /// No credentials are stored: the user has to log in.
    public static let noCredentials = Self(.noCredentials)
    /// The access token has expired, and there is no refresh token, or the tenant refused it before: the user has to log
    /// in, with the scope `offline_access`.
    public static let noRefreshToken = Self(.noRefreshToken)
    /// The credentials could not be renewed; the cause is an ``AuthenticationError``, or the error of the store.
    public static let renewFailed = Self(.renewFailed)
    /// The credentials of an API could not be obtained; the cause is an ``AuthenticationError``, or the error of the
    /// store.
    public static let apiExchangeFailed = Self(.apiExchangeFailed)
    /// The session transfer token could not be obtained; the cause is an ``AuthenticationError``, or the error of the
    /// store.
    public static let ssoExchangeFailed = Self(.ssoExchangeFailed)
    /// The store failed; the cause has the reason. When it refused renewed credentials, ``notPersisted`` has them;
    /// otherwise nothing was sent.
    public static let storeFailed = Self(.storeFailed)
    /// The credentials could not be removed; the cause has the reason.
    public static let clearFailed = Self(.clearFailed)
    /// The check of the user's presence failed, or the user is absent; the cause has the reason.
    public static let biometricsFailed = Self(.biometricsFailed)
    /// The refresh token could not be revoked; the cause is an ``AuthenticationError``. Nothing was removed.
    public static let revokeFailed = Self(.revokeFailed)
    /// The tenant issues access tokens that live shorter than the `minTTL` that was asked for. The new ones are stored.
    public static let largeMinTTL = Self(.largeMinTTL)
    /// The credentials are bound to a DPoP key that does not exist any more: the user has to log in.
    public static let dpopKeyMissing = Self(.dpopKeyMissing)
    /// The credentials are bound to another DPoP key than the client's: the user has to log in.
    public static let dpopKeyMismatch = Self(.dpopKeyMismatch)
    /// The credentials are bound to a DPoP key, and the client was created without `useDPoP()`.
    public static let dpopNotConfigured = Self(.dpopNotConfigured)
    /// The session has reached the end that its ID token states. Its credentials were removed: the user has to log in.
    public static let sessionExpired = Self(.sessionExpired)
    /// A process ended during a renewal after it had sent the refresh token, and the tenant refuses this token now: the
    /// user has to log in. The stored access token stays usable until it expires.
    public static let renewalInterrupted = Self(.renewalInterrupted)
    /// Another process renews the credentials and did not finish in time. The same call may succeed later.
    public static let lockTimeout = Self(.lockTimeout)
    /// Another failure; the cause has the reason.
    public static let unknown = Self(.unknown)

    /// Creates the error for an access token that expires too early.
    static func largeMinTTL(_ minTTL: Int, lifetime: Int) -> Self {
        Self(.largeMinTTL, detail: "asked for \(minTTL) s, and the access token lives for \(lifetime) s")
    }

    /// A description of the failure for developers.
    public var message: String {
        switch kind {
        case .noCredentials: "No credentials are stored"
        case .noRefreshToken: "There is no refresh token: log in with the scope offline_access"
        case .renewFailed: "The credentials could not be renewed"
        case .apiExchangeFailed: "The credentials of the API could not be obtained"
        case .ssoExchangeFailed: "The session transfer token could not be obtained"
        case .storeFailed: "The credentials could not be stored"
        case .clearFailed: "The credentials could not be removed"
        case .biometricsFailed: "The presence of the user was not confirmed"
        case .revokeFailed: "The refresh token could not be revoked"
        case .largeMinTTL:
            "The tenant's access tokens expire before the minimum lifetime" + (detail.map { ": \($0)" } ?? "")
        case .dpopKeyMissing: "The DPoP key of the credentials does not exist any more: log in again"
        case .dpopKeyMismatch: "The credentials are bound to another DPoP key: log in again"
        case .dpopNotConfigured: "The credentials are bound to a DPoP key: create the client with useDPoP()"
        case .sessionExpired: "The session has ended: log in again"
        case .renewalInterrupted: "An earlier renewal was interrupted, and its refresh token is spent: log in again"
        case .lockTimeout: "Another process renews the credentials and did not finish in time"
        case .unknown: "An unknown error occurred"
        }
    }

    /// Whether the same call may succeed later without the user: after a network error, an overload of the tenant, or a
    /// busy store.
    public var isRetryable: Bool {
        if kind == .lockTimeout { return true }
        return (cause as? AuthenticationError)?.isRetryable ?? (cause as? SecretStoreError)?.isRetryable ?? false
    }

    /// Whether the program cancelled the call.
    public var isCancelled: Bool { (cause as? TransportError)?.code == .cancelled }

    /// Compares the kinds of failure; causes are not compared.
    ///
    /// - Parameters:
    ///   - lhs: An error.
    ///   - rhs: Another error.
    /// - Returns: Whether both are of the same kind.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.kind == rhs.kind }

    /// Matches the kind of failure in a `catch` or a `case`.
    ///
    /// - Parameters:
    ///   - pattern: The expected kind of failure.
    ///   - error: The error to compare.
    /// - Returns: Whether `error` is a `CredentialsManagerError` of the same kind.
    @_disfavoredOverload
    public static func ~= (pattern: Self, error: any Error) -> Bool { error as? Self == pattern }

    /// Matches the kind of failure of a typed error.
    ///
    /// - Parameters:
    ///   - pattern: The expected kind of failure.
    ///   - error: The error to compare.
    /// - Returns: Whether both are of the same kind.
    public static func ~= (pattern: Self, error: Self) -> Bool { error == pattern }
}

extension CredentialsManagerError: CustomReflectable {
    /// The message only: a cause shows itself, and credentials are secret.
    public var customMirror: Mirror { Mirror(self, children: ["message": message]) }
}
