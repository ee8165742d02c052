import FoundationEssentials
public import OpenID
import RequestPipeline
public import Streams

extension CredentialsManager {
    /// Returns the stored credentials by a callback; renews them first if that is necessary.
    ///
    /// See the `async` function, whose parameters are the same. A cancelled call fails with
    /// ``CredentialsManagerError/renewFailed``.
    @preconcurrency @discardableResult
    public func credentials(
        withScope scope: String? = nil, minTTL: Int = ClientDefaults.current.minTTL,
        parameters: [String: any Sendable] = [:], headers: [String: String] = [:],
        callback: @escaping @Sendable (CredentialsManagerResult<Credentials>) -> Void
    ) -> any Cancellable {
        credentialsOperation(.credentials(scope: scope, minTTL: minTTL), parameters, headers).start(callback)
    }

    /// Returns the stored credentials; renews them first if that is necessary.
    ///
    /// They are renewed when the access token expires within `minTTL`, and when scopes are requested that were not
    /// granted. Without a renewal nothing is sent; the manager only checks that its copy in memory is the stored one.
    /// <doc:StoredCredentials> says where credentials are kept, and what ends a login.
    ///
    /// <!-- swift: let credentials = try await loggedIn()
    /// import SecretStorage -->
    ///
    /// ```swift
    /// let manager = CredentialsManager(authentication: Auth0.authentication(), store: MemoryStore())
    /// try await manager.save(credentials)
    ///
    /// let valid = try await manager.credentials()  // renewed if the access token has expired
    /// print(valid.accessToken == credentials.accessToken)
    /// // prints true
    /// ```
    ///
    /// - Parameters:
    ///   - scope: The scopes, separated by spaces; `nil`, the default, for those that are stored.
    ///   - minTTL: The seconds for which the access token is needed; by default ``ClientDefaults/minTTL``, which is 0.
    ///   - parameters: Additional parameters of the token request; none by default.
    ///   - headers: Additional header fields of the token request; none by default.
    /// - Returns: The credentials.
    /// - Throws: ``CredentialsManagerError``: ``CredentialsManagerError/noCredentials`` and
    ///   ``CredentialsManagerError/noRefreshToken`` when the user has to log in,
    ///   ``CredentialsManagerError/renewFailed`` when a later call may succeed, and others.
    public func credentials(
        withScope scope: String? = nil, minTTL: Int = ClientDefaults.current.minTTL,
        parameters: [String: any Sendable] = [:], headers: [String: String] = [:]
    ) async throws -> Credentials {
        if let ready = login.readyCredentials(.credentials(scope: scope, minTTL: minTTL)) { return ready }
        return try await credentialsOperation(.credentials(scope: scope, minTTL: minTTL), parameters, headers).value()
    }

    /// Publishes the stored credentials; renews them first if that is necessary.
    ///
    /// <!-- swift: let (manager, credentials) = try await storedLogin()
    /// import Streams -->
    ///
    /// ```swift
    /// for try await valid in manager.credentials().values {
    ///     print(valid.accessToken == credentials.accessToken)
    /// }
    /// // prints true
    /// ```
    ///
    /// See the `async` function, whose parameters are the same.
    public func credentials(
        withScope scope: String? = nil, minTTL: Int = ClientDefaults.current.minTTL,
        parameters: [String: any Sendable] = [:], headers: [String: String] = [:]
    ) -> AnyPublisher<Credentials, CredentialsManagerError> {
        credentialsOperation(.credentials(scope: scope, minTTL: minTTL), parameters, headers).publisher()
    }

    /// Renews the credentials although they may be valid, and calls back.
    ///
    /// See the `async` function, whose parameters are the same.
    @preconcurrency @discardableResult
    public func renew(
        parameters: [String: any Sendable] = [:], headers: [String: String] = [:],
        callback: @escaping @Sendable (CredentialsManagerResult<Credentials>) -> Void
    ) -> any Cancellable {
        credentialsOperation(.renewal, parameters, headers).start(callback)
    }

    /// Renews the credentials although they may be valid.
    ///
    /// Concurrent calls, also of other processes, share one renewal, unless they have parameters or header fields of
    /// their own. The user's presence is not checked.
    ///
    /// <!-- swift: let (manager, credentials) = try await storedLogin() -->
    ///
    /// ```swift
    /// let renewed = try await manager.renew()
    /// print(renewed.accessToken == credentials.accessToken)
    /// // prints false
    /// ```
    ///
    /// - Parameters:
    ///   - parameters: Additional parameters of the token request; none by default.
    ///   - headers: Additional header fields of the token request; none by default.
    /// - Returns: The new credentials, which are stored.
    /// - Throws: ``CredentialsManagerError``.
    public func renew(
        parameters: [String: any Sendable] = [:], headers: [String: String] = [:]
    ) async throws -> Credentials {
        try await credentialsOperation(.renewal, parameters, headers).value()
    }

    /// Publishes renewed credentials, although the stored ones may be valid.
    ///
    /// See the `async` function, whose parameters are the same.
    public func renew(
        parameters: [String: any Sendable] = [:], headers: [String: String] = [:]
    ) -> AnyPublisher<Credentials, CredentialsManagerError> {
        credentialsOperation(.renewal, parameters, headers).publisher()
    }
}

extension CredentialsManager {
    private func credentialsOperation(
        _ need: RenewalCall.Need, _ parameters: [String: any Sendable], _ headers: [String: String]
    ) -> Operation<Credentials, CredentialsManagerError> {
        operation(need, parameters, headers, failing: .renewFailed) { outcome in
            guard case .credentials(let credentials) = outcome else { return nil }
            return credentials
        }
    }

    /// Describes a call in the form that all three styles start: `value` extracts the expected type of value from the
    /// outcome, and `failure` is the error of a token request that fails.
    func operation<Value: Sendable>(
        _ need: RenewalCall.Need, _ parameters: [String: any Sendable], _ headers: [String: String],
        failing failure: CredentialsManagerError, _ value: @escaping @Sendable (RenewalCall.Outcome) -> Value?
    ) -> Operation<Value, CredentialsManagerError> {
        login.operation(
            need, parameters, headers, failing: { CredentialsManagerError($0, failing: failure) }, value)
    }
}

extension CredentialsManager {
    /// Revokes the refresh token, removes the credentials, and calls back.
    ///
    /// See the `async` function, whose parameters are the same.
    @preconcurrency @discardableResult
    public func revoke(
        headers: [String: String] = [:], _ callback: @escaping @Sendable (CredentialsManagerResult<Void>) -> Void
    ) -> any Cancellable {
        revocation(headers).start(callback)
    }

    /// Revokes the refresh token, and removes the credentials.
    ///
    /// Without credentials, or without a refresh token, nothing is sent, and any stored credentials are removed. If the
    /// tenant cannot be reached, nothing is removed. With ``ClientDefaults/v3`` the call fails without credentials.
    ///
    /// <!-- swift: let credentials = try await loggedIn()
    /// import SecretStorage -->
    ///
    /// ```swift
    /// let manager = CredentialsManager(authentication: Auth0.authentication(), store: MemoryStore())
    /// try await manager.save(credentials)
    ///
    /// try await manager.revoke()  // ends the login at the tenant, too
    /// print(manager.canRenew())
    /// // prints false
    /// ```
    ///
    /// - Parameter headers: Additional header fields of the request; none by default.
    /// - Throws: ``CredentialsManagerError/revokeFailed`` with an ``AuthenticationError`` as its cause;
    ///   ``CredentialsManagerError/readFailed`` when the credentials could not be read;
    ///   ``CredentialsManagerError/clearFailed`` when the token is revoked and they could not be removed.
    /// - SeeAlso: [RFC 7009](https://www.rfc-editor.org/rfc/rfc7009)
    public func revoke(headers: [String: String] = [:]) async throws { try await revocation(headers).value() }

    /// Publishes the revocation of the refresh token and the removal of the credentials.
    ///
    /// See the `async` function, whose parameters are the same.
    public func revoke(headers: [String: String] = [:]) -> AnyPublisher<Void, CredentialsManagerError> {
        revocation(headers).publisher()
    }

    private func revocation(_ headers: [String: String]) -> Operation<Void, CredentialsManagerError> {
        login.revocation(headers, needsCredentials: ClientDefaults.current.revocationNeedsCredentials) {
            CredentialsManagerError($0, failing: .revokeFailed)
        }
    }
}
