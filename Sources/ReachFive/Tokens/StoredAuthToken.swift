import FoundationEssentials
public import OpenID
import RequestPipeline
public import SecretStorage
import Streams

/// The tokens of one login at ReachFive: stored securely, renewed in time, removed at the sign-out.
///
/// ```swift
/// let stored = reachfive.storedAuthToken()
/// reachfive.webviewLogin(request).onSuccess { try? stored.save($0) }
/// stored.authToken().onSuccess { token in print(token.accessToken) }  // renewed if it has expired
/// ```
///
/// The object has the guarantees of ``OpenID/StoredLogin``: one renewal for all tasks and processes, whose result is
/// stored before it is delivered, and an entry that belongs to one account and client.
public final class StoredAuthToken: Sendable {
    private let login: StoredLogin

    init(_ login: StoredLogin) { self.login = login }

    /// Stores the tokens of a login, and replaces others; blocks.
    ///
    /// - Parameter authToken: The tokens.
    /// - Throws: ``OpenID/StoredLoginError`` with the code `storeFailed`; the earlier tokens stay unchanged.
    public func save(_ authToken: AuthToken) throws {
        try login.save(authToken.credentials(from: login.engine.clock.now))
    }

    /// Returns the stored tokens; renews them first if the access token has expired.
    ///
    /// - Returns: The tokens, with the lifetime that remains, and the user.
    ///   ``ReachFiveError/AuthFailure(reason:)`` if the user has to log in; ``ReachFiveError/TechnicalError(reason:)``
    ///   if a later call may succeed.
    public func authToken() -> LoginFuture<AuthToken, ReachFiveError> {
        LoginFuture { [login] in
            do {
                let credentials = try await login.credentials()
                let remaining = credentials.expiresIn.timeIntervalSince(login.engine.clock.now).rounded()
                return AuthToken(credentials, expiresIn: Int(exactly: remaining))
            } catch let error as StoredLoginError { throw ReachFiveError(error) }
        }
    }

    /// Removes the tokens; blocks. A renewal in progress does not restore them.
    ///
    /// - Returns: Whether tokens were stored.
    /// - Throws: ``OpenID/StoredLoginError`` with the code `removalFailed`.
    @discardableResult
    public func clear() throws -> Bool { try login.clear() }

    /// Returns whether a refresh token is stored that the account has not refused; blocks.
    ///
    /// - Returns: `false` also when they cannot be read.
    public func canRenew() -> Bool { login.canRenew() }
}

extension ReachFive {
    /// Returns the stored tokens of this account and client.
    ///
    /// - Parameters:
    ///   - name: The name of the login in the store, `credentials` by default; account and client are added to it.
    ///   - store: The store, the sealed files of this program by default.
    ///   - configuration: The further settings.
    /// - Returns: An object; all objects with the same arguments, also in other processes, share the tokens.
    public func storedAuthToken(
        name: String = "credentials", store: any SecretStore = FileStore(),
        configuration: StoredLogin.Configuration = StoredLogin.Configuration()
    ) -> StoredAuthToken {
        let service = AccountTokenService(
            account: account, binding: ClientBinding(issuer: sdkConfig.origin, clientID: sdkConfig.clientId),
            clock: configuration.clock)
        return StoredAuthToken(
            StoredLogin(
                service, name: name, store: store.sharing.shared(store), service: FileStore.defaultApplication,
                configuration))
    }
}

/// The token requests of an account, whose client is known after its discovery.
struct AccountTokenService: TokenService {
    let account: Account
    let binding: ClientBinding
    let clock: TimeSource
    var dpop: DPoP? { nil }

    func begin(_ request: TokenRequest, completion: @escaping @Sendable (TokenAnswer) -> Void) {
        _ = withService({ completion(.failure(TokenFailure($0, wasSent: false))) }) { service in
            service.begin(request, completion: completion)
            return ClosureCancellable()
        }
    }

    func revoke(
        _ refreshToken: String, headers: [String: String],
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> any Cancellable {
        withService({ completion(.failure($0)) }) { $0.revoke(refreshToken, headers: headers, completion: completion) }
    }

    private func withService(
        _ fail: @escaping @Sendable (OpenIDError) -> Void,
        _ body: @escaping @Sendable (OpenIDTokenService) -> any Cancellable
    ) -> any Cancellable {
        let slot = CancellationSlot()
        let task = Task {
            do {
                slot.fill(body(OpenIDTokenService(client: try await account.client.value(), clock: clock)))
            } catch { fail(error as? OpenIDError ?? OpenIDError(cause: error)) }
        }
        return ClosureCancellable {
            task.cancel()
            slot.cancel()
        }
    }
}

extension ReachFiveError {
    /// Creates the error of stored tokens.
    init(_ error: StoredLoginError) {
        let ends: Set<StoredLoginError.Code> = [
            .noCredentials, .noRefreshToken, .renewalInterrupted, .sessionExpired, .keyMismatch, .keyMissing,
        ]
        let cause = error.cause as? OpenIDError
        // A refused refresh token is spent.
        if ends.contains(error.code) || cause?.providerCode == "invalid_grant" {
            self = .AuthFailure(reason: error.description)
        } else if let cause {
            self.init(cause)
        } else {
            self = .TechnicalError(reason: error.description)
        }
    }
}
