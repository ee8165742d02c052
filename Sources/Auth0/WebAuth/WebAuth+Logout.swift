import HTTPMessages
import OpenID
import RequestPipeline
public import Streams

extension WebAuth {
    /// Ends the session that the tenant keeps in the person's browser, and calls back; see
    /// ``clearSession(federated:callback:)``.
    @discardableResult
    public func clearSession(callback: @escaping @Sendable (WebAuthResult<Void>) -> Void) -> any Cancellable {
        clearSession(federated: false, callback: callback)
    }

    /// Ends the session that the tenant keeps in the person's browser, and waits until the browser has come back.
    ///
    /// - Throws: ``WebAuthError``.
    public func clearSession() async throws(WebAuthError) { try await clearSession(federated: false) }

    /// Publishes the end of the session that the tenant keeps in the person's browser.
    public func clearSession() -> AnyPublisher<Void, WebAuthError> { clearSession(federated: false) }

    /// Ends the session that the tenant keeps in the person's browser; another name of ``clearSession(federated:callback:)``.
    @discardableResult
    public func logout(
        federated: Bool = false, callback: @escaping @Sendable (WebAuthResult<Void>) -> Void
    ) -> any Cancellable {
        clearSession(federated: federated, callback: callback)
    }

    /// Ends the session that the tenant keeps in the person's browser; another name of `clearSession(federated:)`.
    ///
    /// - Parameter federated: Whether to end the session at the identity provider behind the connection, too.
    /// - Throws: ``WebAuthError``.
    public func logout(federated: Bool = false) async throws(WebAuthError) {
        try await clearSession(federated: federated)
    }

    /// Publishes the end of the session; another name of `clearSession(federated:)`.
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
        Operation(inBrowser: { completion in
            if let problem = options.problem { throw problem }
            let endpoint = try authentication.address.base.get().appending(
                "v2/logout" + (federated ? "?federated" : ""))
            let plan = try inKeptSession.plan(expecting: nil) { redirectURI, prepared in
                var request = AuthorizationRequest(to: endpoint)
                request.set("returnTo", redirectURI)
                request.set("client_id", clientId)
                prepared(Result { try request.url() })
                return Work()
            }
            return AuthorizationSession.begin(plan) { result in
                completion(result.map { _ in () }.mapError { WebAuthError($0) })
            }
        })
    }

    /// The session to end is the one that is kept, and nobody waits for a page to close.
    private var inKeptSession: Auth0WebAuth {
        changed { options in
            options.isEphemeral = false
            options.onClose = nil
        }
    }
}
