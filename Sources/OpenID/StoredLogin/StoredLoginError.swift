public import FoundationEssentials
import HTTPMessages
import RequestPipeline
import SecretStorage

/// A failure of a ``StoredLogin``.
///
/// ```swift
/// catch let error as StoredLoginError where error.code == .noCredentials { … }
/// ```
public struct StoredLoginError: LocalizedError, Equatable, Sendable {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let sentence: String

        private init(_ sentence: String) { self.sentence = sentence }

        /// No credentials of this client are stored: the user has to log in. The description names the kind of store
        /// and the service that were searched: a renamed program has another service by default.
        public static let noCredentials = Code("No credentials of this client are stored: log in")
        /// The access token has expired, and there is no refresh token, or the provider refused it before. The user has
        /// to log in, with a scope such as `offline_access` that requests one.
        public static let noRefreshToken = Code("There is no refresh token: log in with the scope offline_access")
        /// The token request failed; the cause is the error of the client.
        public static let renewalFailed = Code("The credentials could not be renewed")
        /// The stored credentials, or the DPoP key that they are bound to, could not be read; the cause is the error of
        /// the store. Nothing was sent.
        public static let readFailed = Code("The stored credentials could not be read")
        /// The lock that excludes other processes from a renewal could not be taken; the cause is the error of the
        /// store. Nothing was sent.
        public static let lockFailed = Code("The lock for a renewal could not be taken")
        /// The credentials could not be stored; the cause is the error of the store. When it refused renewed
        /// credentials, ``StoredLoginError/notPersisted`` has them; otherwise nothing was sent.
        public static let storeFailed = Code("The credentials could not be stored")
        /// The credentials could not be removed; the cause is the error of the store.
        public static let removalFailed = Code("The credentials could not be removed")
        /// The refresh token could not be revoked; the cause has the reason. Nothing was removed.
        public static let revocationFailed = Code("The refresh token could not be revoked")
        /// The check of the user's presence failed, or the user is absent; the cause has the reason.
        public static let presenceUnconfirmed = Code("The presence of the user was not confirmed")
        /// The provider issues access tokens with a shorter lifetime than the requested minimum. The new tokens are
        /// stored.
        public static let lifetimeTooShort = Code("The provider's access tokens expire before the minimum lifetime")
        /// The credentials are bound to a DPoP key that no longer exists: the user has to log in.
        public static let keyMissing = Code("The DPoP key of the credentials no longer exists: log in again")
        /// The credentials are bound to a DPoP key that is not the client's: the user has to log in.
        public static let keyMismatch = Code("The credentials are bound to another DPoP key: log in again")
        /// The credentials are bound to a DPoP key, and the client was created without `useDPoP()`.
        public static let keyNotConfigured = Code(
            "The credentials are bound to a DPoP key: create the client with useDPoP()")
        /// The session has reached the end that its ID token states, by the clock of this machine: the user has to log
        /// in.
        public static let sessionExpired = Code("The session has ended: log in again")
        /// A process ended during a renewal after it had sent the refresh token, and the provider refuses this token
        /// now: the user has to log in. The stored access token stays usable until it expires.
        public static let renewalInterrupted = Code(
            "An earlier renewal was interrupted, and its refresh token is spent: log in again")
        /// Another process renews the credentials and did not finish in time. The same call may succeed later.
        public static let lockTimeout = Code("Another process renews the credentials and did not finish in time")
    }

    /// The kind of failure.
    public let code: Code
    /// The underlying error of the client or the store, if there is one.
    public let cause: (any Error)?
    /// The credentials that the store refused; `nil` unless the code is ``Code/storeFailed``.
    ///
    /// They are valid. After a renewal their refresh token replaces the stored one, which is spent; they are kept in
    /// memory, and stored as soon as the store accepts them, even if nothing else uses the ``StoredLogin``.
    public let notPersisted: Credentials?
    /// A detail that is safe to show.
    package let detail: String?

    package init(
        _ code: Code, because cause: (any Error)? = nil, notPersisted: Credentials? = nil, detail: String? = nil
    ) {
        (self.code, self.cause, self.notPersisted, self.detail) = (code, cause, notPersisted, detail)
    }

    /// Whether the same call may succeed later without the user: after a network error, an overload of the provider, or
    /// while the store is busy.
    public var isRetryable: Bool {
        if code == .lockTimeout { return true }
        return (cause as? OpenIDError)?.isRetryable ?? (cause as? SecretStoreError)?.isRetryable ?? false
    }

    /// Whether the program cancelled the call.
    public var isCancelled: Bool { (cause as? TransportError)?.code == .cancelled }

    /// Compares the kinds of failure; causes are not compared.
    ///
    /// - Parameters:
    ///   - lhs: An error.
    ///   - rhs: Another error.
    /// - Returns: Whether both are of the same kind.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}

extension StoredLoginError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A sentence about the failure, with its detail, for developers; never a secret.
    package var message: String { code.sentence + (detail.map { ": \($0)" } ?? "") }

    /// The failure and its cause; never a secret.
    public var description: String { "\(message)." + (cause.map { " CAUSE: \($0)." } ?? "") }
    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// The same text as ``description``.
    public var errorDescription: String? { description }
    /// The message only: a cause shows itself, and credentials are secret.
    public var customMirror: Mirror { Mirror(self, children: ["message": message]) }
}
