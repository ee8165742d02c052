import Dispatch
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
        Operation(on: nil, toleratesBlocking: false) { completion in
            do throws(WebAuthError) {
                return try beginLogout(federated, completion)
            } catch {
                DispatchQueue.global().async { completion(.failure(error)) }
                return Work {}
            }
        }
    }

    private func beginLogout(
        _ federated: Bool, _ completion: @escaping @Sendable (WebAuthResult<Void>) -> Void
    ) throws(WebAuthError) -> any Cancellable {
        var shown = options
        // The session to end is the one of the person's own browser.
        if case .ephemeral = shown.window { shown.window = .browser }
        shown.onClose = nil
        let (endpoint, redirect): (HTTPURL, RedirectURI)
        do {
            let base = try authentication.address.base.get()
            endpoint = try base.appending("v2/logout" + (federated ? "?federated" : ""))
            redirect = try options.redirectURI(base)
        } catch let error as WebAuthError {
            throw error
        } catch { throw WebAuthError.other.because(of: error) }
        var plan = AuthorizationSession.Plan(
            redirect: redirect, expectation: nil, timeout: options.timeout, allowsOthers: options.allowsOthers,
            prepare: { redirectURI, prepared in
                var request = AuthorizationRequest(to: endpoint)
                request.set("returnTo", redirectURI)
                request.set("client_id", clientId)
                prepared(Result { try request.url() })
                return Work {}
            }, agent: shown.agent)
        if let logger { plan.trace = { logger.log(url: $0, source: $1) } }
        return AuthorizationSession.begin(plan) { result in
            completion(result.map { _ in () }.mapError { WebAuthError($0) })
        }
    }
}
