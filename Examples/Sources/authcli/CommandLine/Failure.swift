import Auth0
import Glibc
import HTTPMessages
import OpenID
import PasskeyAuthenticator
import SecretStorage

/// The reason a command failed: one line of advice, and a status for scripts.
struct Failure: Error {
    let status: ExitStatus
    /// The message, safe to show once it is escaped: never a token, a code or a password.
    let message: String

    /// The failure as a JSON object in one line.
    var json: String {
        struct Object: Encodable {
            let error: String
            let message: String
            let status: Int32
        }
        return (try? ResultWriter.json(Object(error: status.name, message: message, status: status.rawValue)))
            ?? message
    }

    static func usage(_ message: String) -> Failure { Failure(status: .usage, message: message) }

    static let notLoggedIn = Failure(status: .notLoggedIn, message: "not logged in: run authcli login")

    /// The failure of a command that the user has interrupted.
    ///
    /// - Parameter error: The error with which the command ended.
    /// - Returns: A failure, which says what was done already; after a login or logout without a response it names the
    ///   URL that the tenant has to allow.
    static func cancelled(with error: any Error) -> Failure {
        let told = (error as? Failure)?.message ?? (error as? WebAuthError)?.advice
        return Failure(status: .cancelled, message: "cancelled" + (told.map { ": \($0)" } ?? ""))
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
        case let error as ConfigurationError where error.code == .missing:
            let places = "set AUTH0_DOMAIN and AUTH0_CLIENT_ID, or put Auth0.plist beside authcli"
            self.init(status: .configuration, message: "no tenant: pass --domain and --client-id, \(places)")
        case let error as ConfigurationError: self.init(status: .configuration, message: error.advice)
        case let error as SecretStoreError: self.init(error)
        case let error as PasskeyError: self.init(error)
        case let error as IDTokenError:
            let (status, result): (ExitStatus, String) =
                error.isRetryable ? (.temporary, "cannot be checked") : (.invalidToken, "is invalid")
            self.init(status: status, message: "the ID token \(result): \(error.advice)")
        case is CancellationError: self = .cancelled(with: error)
        default: self.init(status: .unavailable, message: "the command failed: \(error.words)")
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

    private init(_ error: PasskeyError) {
        if let cause = error.cause as? SecretStoreError {
            self.init(cause)
        } else {
            self.init(status: .unavailable, message: "no passkey: \(error.words)")
        }
    }

    private init(_ error: SecretStoreError) {
        let reason = error.systemError.map { String(cString: strerror($0)) }
        let parts = [error.detail, reason].compactMap(\.self)
        let detail = parts.isEmpty ? "the store names no reason" : parts.joined(separator: ": ")
        switch error.code {
        case .corrupt where error.name != nil:
            self.init(status: .store, message: "the stored session is damaged: run authcli login")
        case .corrupt:
            self.init(status: .store, message: "\(detail): remove its folder, and run authcli login")
        case .lockTimeout:
            self.init(status: .temporary, message: "another process is using the session store: try again")
        case .noSpace:
            self.init(status: .store, message: "the session cannot be stored because the disk is full: \(detail)")
        case .notPrivate,
            .failed where [EACCES, EPERM, EROFS, ENOENT, ENOTDIR].contains(error.systemError):
            let advice = "set XDG_STATE_HOME to a folder in which authcli may write"
            self.init(status: .store, message: "the session cannot be stored: \(detail): \(advice)")
        case .noPlace: self.init(status: .store, message: "the session has no place: \(detail)")
        case .unsupportedVersion:
            self.init(status: .store, message: "a later version has stored the session: update authcli")
        default:
            let advice = "see credentials-doctor verify --application authcli"
            self.init(status: .store, message: "the session could not be read or stored: \(detail): \(advice)")
        }
    }

    private init(_ error: WebAuthError) {
        let isTold =
            error.cause is any Auth0APIError || error.cause is ConfigurationError
            || error.cause is CredentialsManagerError || error.cause is IDTokenError
        let cause = isTold ? error.cause.map { Failure($0) } : nil
        switch error {
        case .userCancelled: self.init(status: .cancelled, message: error.advice ?? error.message)
        case .timedOut: self.init(status: .temporary, message: error.advice ?? error.message)
        case .browserUnavailable:
            let advice = (error.cause as? AuthorizationError)?.advice ?? error.browserAdvice
            self.init(status: .unavailable, message: "the login page cannot be opened: \(advice)")
        case .authenticationFailed where cause?.status == .unavailable:
            self.init(status: .notLoggedIn, message: cause?.message ?? error.message)
        case .callbackUnavailable:
            let reason = error.cause?.words ?? "its port is in use"
            let advice = "set another one in AUTH0_REDIRECT_URL, or use --device"
            self.init(status: .unavailable, message: "nothing can listen at the redirect URL: \(reason): \(advice)")
        case _ where cause != nil:
            self.init(status: cause?.status ?? .unavailable, message: cause?.message ?? error.message)
        default:
            let reason = error.cause.map { ": \($0.words)" } ?? ""
            self.init(status: .unavailable, message: error.message + reason)
        }
    }

    private init(request error: some Auth0APIError) {
        if let cause = error.cause as? ConfigurationError {
            self.init(cause)
        } else if error.isNetworkError {
            let cause = error.cause as? TransportError
            let isUnknown = cause?.code == .nameResolutionFailed
            let reason = cause?.detail.map { isUnknown ? ": no address of \($0)" : ": \($0)" } ?? ""
            // The reason of a refused connection names what to check.
            let advice = cause?.code == .connectionFailed ? "see --domain" : "check the network and --domain"
            self.init(status: .temporary, message: "the tenant cannot be reached\(reason): \(advice)")
        } else if let cause = error.cause as? TransportError, cause.code == .tlsFailure {
            self.init(status: .unavailable, message: "no secure connection to the tenant: \(cause.tlsProblem)")
        } else if error.isRetryable {
            self.init(status: .temporary, message: "the tenant failed with status \(error.statusCode): try again later")
        } else if error.code == "invalid_token" {
            let reason = "the tenant refused the access token, which is invalid, expired or revoked"
            self.init(status: .notLoggedIn, message: "\(reason): run authcli login")
        } else if [401, 403].contains(error.statusCode) {
            self.init(status: .notLoggedIn, message: error.message)
        } else {
            let reason = error.cause.map { ": \($0.words)" } ?? ""
            self.init(status: .unavailable, message: error.message + reason)
        }
    }
}

extension TransportError {
    /// The reason that TLS failed, with the server.
    fileprivate var tlsProblem: String {
        let server = detail ?? "the server"
        return switch tlsReason {
        case .certificateExpired: "the certificate of \(server) has expired, or the clock of this machine is wrong"
        case .hostMismatch: "the certificate of \(server) is for another host: check --domain"
        case .selfSigned, .unknownAuthority:
            "the certificate of \(server) is from an authority that this machine does not know: see SSL_CERT_FILE"
        case .noCommonProtocol: "\(server) does not speak TLS 1.2 or later: check --domain"
        case .trustStoreUnusable: server  // the setting, the reason and what to do
        default: "the handshake with \(server) failed: check --domain and the proxy"
        }
    }
}

extension Error {
    /// The description without the names of types and codes, with which those of the SDK begin: they are for logs.
    fileprivate var words: String {
        "\(self)".replacing(/\b[A-Z]\w*Error\.\w+(\(\w+\))?(: | at )?/, with: "")
    }
}

extension WebAuthError {
    /// The reason that a login or logout has no response, and the URL that the tenant has to allow if the browser shows
    /// an error page; `nil` for other errors, and where nothing waits for a URL.
    fileprivate var advice: String? {
        guard let cause = cause as? AuthorizationError, [.cancelled, .timedOut].contains(cause.code),
            cause.advice.contains("://")
        else { return nil }
        return cause.advice
    }

    /// The reason that no browser shows the page, and what to do, in the place of the SDK's advice to programmers.
    fileprivate var browserAdvice: String {
        let reason = cause.map { $0.words.replacing(/; set BROWSER .*/, with: "") + ": " } ?? ""
        return reason + "try --device, or set BROWSER"
    }
}
