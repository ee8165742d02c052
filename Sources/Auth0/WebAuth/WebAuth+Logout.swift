import HTTPMessages
import OpenID
import RequestPipeline
public import Streams

extension WebAuth {
    /// Ends the session that the tenant keeps in the user's browser, and calls back; the session at the identity
    /// provider behind the connection stays.
    ///
    /// See ``clearSession(federated:callback:)``, whose parameters are the same.
    @preconcurrency @discardableResult
    public func clearSession(callback: @escaping @Sendable (WebAuthResult<Void>) -> Void) -> any Cancellable {
        clearSession(federated: false, callback: callback)
    }

    /// Ends the session that the tenant keeps in the user's browser, and waits for the redirect to the callback URL;
    /// the session at the identity provider behind the connection stays.
    ///
    /// ```swift
    /// try await Auth0.webAuth().clearSession()
    /// print("Logged out")
    /// // prints Logged out
    /// ```
    ///
    /// - Throws: ``WebAuthError``.
    public func clearSession() async throws { try await clearSession(federated: false) }

    /// Publishes the end of the session that the tenant keeps in the user's browser, as `clearSession(federated:)`; the
    /// session at the identity provider behind the connection stays.
    public func clearSession() -> AnyPublisher<Void, WebAuthError> { clearSession(federated: false) }

    /// Ends the session that the tenant keeps in the user's browser; another name of
    /// ``clearSession(federated:callback:)``, whose parameters are the same.
    @preconcurrency @discardableResult
    public func logout(
        federated: Bool = false, callback: @escaping @Sendable (WebAuthResult<Void>) -> Void
    ) -> any Cancellable {
        clearSession(federated: federated, callback: callback)
    }

    /// Ends the session that the tenant keeps in the user's browser; another name of `clearSession(federated:)`.
    ///
    /// ```swift
    /// try await Auth0.webAuth().logout()
    /// print("Logged out")
    /// // prints Logged out
    /// ```
    ///
    /// - Parameter federated: Whether to end the session at the identity provider behind the connection, too.
    /// - Throws: ``WebAuthError``.
    public func logout(federated: Bool = false) async throws {
        try await clearSession(federated: federated)
    }

    /// Publishes the end of the session; another name of `clearSession(federated:)`, whose parameters are the same.
    public func logout(federated: Bool = false) -> AnyPublisher<Void, WebAuthError> {
        clearSession(federated: federated)
    }
}

extension Auth0WebAuth {
    func clearSession(
        federated: Bool, callback: @escaping @Sendable (WebAuthResult<Void>) -> Void
    ) -> any Cancellable {
        logoutOperation(federated).start(callback)
    }

    func clearSession(federated: Bool) async throws(WebAuthError) { try await logoutOperation(federated).value() }

    func clearSession(federated: Bool) -> AnyPublisher<Void, WebAuthError> { logoutOperation(federated).publisher() }

    private func logoutOperation(_ federated: Bool) -> Operation<Void, WebAuthError> {
        let problem = options.problem ?? noteStart()
        return Operation(inBrowser: { done in
            let completion = after(done) { manager, _ in _ = try manager.remove() }
            if let problem { throw problem }
            let endpoint = try authentication.address.base.get().appending(
                "v2/logout" + (federated ? "?federated" : ""))
            // Auth0 does not compare the query of `returnTo` with the Allowed Logout URLs, and keeps it.
            let state = try RandomText.make()
            let expectation = AuthorizationResponse.Expectation(state: state, issuer: nil, wantsCode: false)
            let plan = try inKeptSession.plan(expecting: expectation) { redirectURI, prepared in
                var request = AuthorizationRequest(to: endpoint)
                let mark = redirectURI.contains("?") ? "&" : "?"
                request.set("returnTo", "\(redirectURI)\(mark)state=\(state)")
                request.set("client_id", clientId)
                prepared(Result { try request.url() })
                return ClosureCancellable()
            }
            return AuthorizationSession.begin(plan) { result in
                completion(result.map { _ in () }.mapError { WebAuthError($0) })
            }
        })
    }

    /// The logout of the session that the browser keeps: not in a private window, and without the `onClose` closure.
    private var inKeptSession: Auth0WebAuth {
        var copy = self
        (copy.options.isEphemeral, copy.options.onClose) = (false, nil)
        return copy
    }
}
