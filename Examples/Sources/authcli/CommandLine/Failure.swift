import Auth0
import OpenID
import PasskeyAuthenticator
import SecretStorage

/// The reason a command failed: one line of advice, and a status for scripts.
struct Failure: Error {
    let status: ExitStatus
    /// The message, safe to show once it is escaped: never a token, a code or a password.
    let message: String

    static func usage(_ message: String) -> Failure { Failure(status: .usage, message: message) }

    static let notLoggedIn = Failure(status: .notLoggedIn, message: "not logged in: run authcli login")

    /// The failure of a command that the user has interrupted.
    ///
    /// - Parameter error: The error with which the command ended.
    /// - Returns: A failure; after a login or logout without a response it names the URL that the tenant has to allow.
    static func cancelled(with error: any Error) -> Failure {
        Failure(status: .cancelled, message: "cancelled" + ((error as? WebAuthError)?.advice ?? ""))
    }

    static let sessionEnded = Failure(status: .notLoggedIn, message: "the session has ended: run authcli login")
}

extension Failure {
    /// Creates the failure for an error of the SDK.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as CredentialsManagerError: self.init(error)
        case let error as WebAuthError: self.init(error)
        case let error as AuthenticationError: self.init(request: error)
        case let error as MyAccountError: self.init(request: error)
        case let error as ConfigurationError: self.init(status: .configuration, message: error.advice)
        case let error as SecretStoreError: self.init(error)
        case let error as PasskeyError: self.init(status: .unavailable, message: "no passkey: \(error)")
        case is CancellationError: self = .cancelled(with: error)
        default: self.init(status: .unavailable, message: "failed: \(error)")
        }
    }

    private init(_ error: CredentialsManagerError) {
        switch error {
        case .noCredentials: self = .notLoggedIn
        case .noRefreshToken, .renewalInterrupted, .sessionExpired: self = .sessionEnded
        case .renewFailed where (error.cause as? AuthenticationError)?.code == "invalid_grant": self = .sessionEnded
        case .lockTimeout:
            self.init(status: .temporary, message: "another process did not finish renewing the session: try again")
        default:
            // The error of the tenant or of the store says more.
            if let cause = error.cause {
                self.init(cause)
            } else {
                self.init(status: .unavailable, message: error.message)
            }
        }
    }

    private init(_ error: SecretStoreError) {
        let detail = error.detail ?? "\(error)"
        switch error.code {
        case .corrupt where error.name != nil:
            self.init(status: .store, message: "the stored session is damaged: run authcli login")
        case .corrupt:
            self.init(status: .store, message: "\(detail): remove its folder, and run authcli login")
        case .lockTimeout:
            self.init(status: .temporary, message: "another process is using the session store: try again")
        case .noSpace:
            self.init(status: .store, message: "the session cannot be stored because the disk is full: \(detail)")
        default: self.init(status: .store, message: "the session could not be read or stored: \(detail)")
        }
    }

    private init(_ error: WebAuthError) {
        let isTold =
            error.cause is any Auth0APIError || error.cause is ConfigurationError
            || error.cause is CredentialsManagerError
        let cause = isTold ? error.cause.map { Failure($0) } : nil
        switch error {
        case .userCancelled: self.init(status: .cancelled, message: "the login was cancelled" + error.advice)
        case .timedOut: self.init(status: .temporary, message: "the login timed out" + error.advice)
        case .browserUnavailable:
            let advice = (error.cause as? AuthorizationError)?.advice ?? "try --device, or set BROWSER"
            self.init(status: .unavailable, message: "the login page cannot be opened: \(advice)")
        case .authenticationFailed where cause?.status == .unavailable:
            self.init(status: .notLoggedIn, message: cause?.message ?? error.message)
        case .idTokenValidationFailed:
            self.init(status: .invalidToken, message: "the ID token is invalid: check the clock of this machine")
        default: self.init(status: cause?.status ?? .unavailable, message: cause?.message ?? error.message)
        }
    }

    private init(request error: some Auth0APIError) {
        if let cause = error.cause as? ConfigurationError {
            self.init(cause)
        } else if error.isNetworkError {
            self.init(status: .temporary, message: "the tenant cannot be reached: check the network and --domain")
        } else if error.isRetryable {
            self.init(status: .temporary, message: "the tenant failed with status \(error.statusCode): try again later")
        } else if [401, 403].contains(error.statusCode) {
            self.init(status: .notLoggedIn, message: error.message)
        } else {
            self.init(status: .unavailable, message: error.message)
        }
    }
}

extension WebAuthError {
    /// The advice about a login or logout without a response, after a colon: the URL that the tenant has to allow, if
    /// the browser shows an error page. Empty for other errors.
    fileprivate var advice: String {
        guard let cause = cause as? AuthorizationError, [.cancelled, .timedOut].contains(cause.code) else { return "" }
        return ": \(cause.advice)"
    }
}
