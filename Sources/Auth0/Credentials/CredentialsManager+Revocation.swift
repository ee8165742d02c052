import OpenID
import RequestPipeline
public import Streams

extension CredentialsManager {
    /// Revokes the refresh token, removes the credentials, and calls back.
    ///
    /// See the `async` function, whose parameters are the same. `callback` is called exactly once, on a background
    /// thread of the SDK, with no lock held.
    ///
    /// - Returns: A handle that cancels the call; releasing it has no effect.
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
    ///
    /// - Returns: A publisher that begins for each subscriber, publishes one value and finishes, or fails.
    public func revoke(headers: [String: String] = [:]) -> AnyPublisher<Void, CredentialsManagerError> {
        revocation(headers).publisher()
    }

    private func revocation(_ headers: [String: String]) -> Operation<Void, CredentialsManagerError> {
        login.revocation(headers, needsCredentials: ClientDefaults.current.revocationNeedsCredentials) {
            CredentialsManagerError($0, failing: .revokeFailed)
        }
    }
}
