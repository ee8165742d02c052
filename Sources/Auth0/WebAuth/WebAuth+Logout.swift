import HTTP
import OpenID
import Pipeline
public import Streams

extension WebAuth {
    /// Ends the session that the tenant keeps in the person's browser, and calls back.
    ///
    /// The callback URL has to be one of the application's allowed logout URLs.
    ///
    /// - Parameters:
    ///   - federated: Whether to end the session at the identity provider behind the connection, too.
    ///   - callback: Called exactly once, with success when the browser came back.
    /// - Returns: Gives the logout up when it is cancelled. Letting go of it changes nothing.
    @discardableResult
    public func clearSession(
        federated: Bool = false, callback: @escaping @Sendable (WebAuthResult<Void>) -> Void
    ) -> any Cancellable {
        logoutOperation(federated).start(callback)
    }

    /// Ends the session that the tenant keeps in the person's browser, and waits until the browser has come back.
    ///
    /// - Parameter federated: Whether to end the session at the identity provider behind the connection, too.
    /// - Throws: ``WebAuthError``.
    public func clearSession(federated: Bool = false) async throws(WebAuthError) {
        try await logoutOperation(federated).value()
    }

    /// Publishes the end of the session that the tenant keeps in the person's browser.
    ///
    /// - Parameter federated: Whether to end the session at the identity provider behind the connection, too.
    /// - Returns: A publisher that opens the browser for each subscriber.
    public func clearSession(federated: Bool = false) -> AnyPublisher<Void, WebAuthError> {
        logoutOperation(federated).publisher()
    }

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

    private func logoutOperation(_ federated: Bool) -> Operation<Void, WebAuthError> {
        Operation(inBrowser: { completion in
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
    private var inKeptSession: WebAuth {
        changed { options in
            options.isEphemeral = false
            options.onClose = nil
        }
    }
}
