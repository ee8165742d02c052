import FoundationEssentials
import OpenID
import RequestPipeline
public import Streams

extension CredentialsManager {
    /// Returns the credentials of an API by a callback; obtains them with the refresh token of the login if necessary.
    ///
    /// See the `async` function, whose parameters are the same.
    @preconcurrency @discardableResult
    public func apiCredentials(
        forAudience audience: String, scope: String? = nil, minTTL: Int = ClientDefaults.current.minTTL,
        parameters: [String: any Sendable] = [:], headers: [String: String] = [:],
        callback: @escaping @Sendable (CredentialsManagerResult<APICredentials>) -> Void
    ) -> any Cancellable {
        api(audience, scope, minTTL, parameters, headers).start(callback)
    }

    /// Returns the credentials of an API; obtains them with the refresh token of the login if necessary.
    ///
    /// <!-- swift: let (manager, credentials) = try await storedLogin() -->
    ///
    /// ```swift
    /// let todos = try await manager.apiCredentials(
    ///     forAudience: "https://api.example.com/", scope: "read:todos")
    /// print(todos.scope)
    /// // prints openid read:todos
    /// ```
    ///
    /// - Parameters:
    ///   - audience: The identifier of the API.
    ///   - scope: The scopes, separated by spaces; `openid` is added. `nil`, the default, leaves them to the tenant.
    ///   - minTTL: The seconds for which the access token is needed; by default ``ClientDefaults/minTTL``, which is 0.
    ///   - parameters: Additional parameters of the token request; none by default.
    ///   - headers: Additional header fields of the token request; none by default.
    /// - Returns: The credentials, which are stored until they expire.
    /// - Throws: ``CredentialsManagerError``, such as ``CredentialsManagerError/apiExchangeFailed``.
    public func apiCredentials(
        forAudience audience: String, scope: String? = nil, minTTL: Int = ClientDefaults.current.minTTL,
        parameters: [String: any Sendable] = [:], headers: [String: String] = [:]
    ) async throws -> APICredentials {
        if case .resource(let ready)? = login.ready(.resource(audience: audience, scope: scope, minTTL: minTTL)) {
            return APICredentials(ready)
        }
        return try await api(audience, scope, minTTL, parameters, headers).value()
    }

    /// Publishes the credentials of an API; obtains them with the refresh token of the login if necessary.
    ///
    /// See the `async` function, whose parameters are the same.
    public func apiCredentials(
        forAudience audience: String, scope: String? = nil, minTTL: Int = ClientDefaults.current.minTTL,
        parameters: [String: any Sendable] = [:], headers: [String: String] = [:]
    ) -> AnyPublisher<APICredentials, CredentialsManagerError> {
        api(audience, scope, minTTL, parameters, headers).publisher()
    }

    /// Exchanges the refresh token for a session transfer token, which continues the session on a website, and calls
    /// back.
    ///
    /// See the `async` function, whose parameters are the same.
    @preconcurrency @discardableResult
    public func ssoCredentials(
        parameters: [String: any Sendable] = [:], headers: [String: String] = [:],
        callback: @escaping @Sendable (CredentialsManagerResult<SSOCredentials>) -> Void
    ) -> any Cancellable {
        session(parameters, headers).start(callback)
    }

    /// Exchanges the refresh token for a session transfer token, which continues the session on a website.
    ///
    /// The token is not stored: each call sends a request.
    ///
    /// <!-- swift: let (manager, credentials) = try await storedLogin() -->
    ///
    /// ```swift
    /// let session = try await manager.ssoCredentials()
    /// print(session.sessionTransferToken.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Parameters:
    ///   - parameters: Additional parameters of the token request; none by default.
    ///   - headers: Additional header fields of the token request; none by default.
    /// - Returns: The session transfer token.
    /// - Throws: ``CredentialsManagerError``, such as ``CredentialsManagerError/ssoExchangeFailed``.
    public func ssoCredentials(
        parameters: [String: any Sendable] = [:], headers: [String: String] = [:]
    ) async throws -> SSOCredentials {
        try await session(parameters, headers).value()
    }

    /// Publishes a session transfer token, which continues the session on a website.
    ///
    /// See the `async` function, whose parameters are the same.
    public func ssoCredentials(
        parameters: [String: any Sendable] = [:], headers: [String: String] = [:]
    ) -> AnyPublisher<SSOCredentials, CredentialsManagerError> {
        session(parameters, headers).publisher()
    }

    private func api(
        _ audience: String, _ scope: String?, _ minTTL: Int, _ parameters: [String: any Sendable],
        _ headers: [String: String]
    ) -> Operation<APICredentials, CredentialsManagerError> {
        operation(
            .resource(audience: audience, scope: scope, minTTL: minTTL), parameters, headers,
            failing: .apiExchangeFailed
        ) { outcome in
            guard case .resource(let tokens) = outcome else { return nil }
            return APICredentials(tokens)
        }
    }

    private func session(
        _ parameters: [String: any Sendable], _ headers: [String: String]
    ) -> Operation<SSOCredentials, CredentialsManagerError> {
        operation(.exchange, parameters, headers, failing: .ssoExchangeFailed) { outcome in
            guard case .exchanged(let credentials) = outcome else { return nil }
            return credentials as? SSOCredentials
        }
    }
}
