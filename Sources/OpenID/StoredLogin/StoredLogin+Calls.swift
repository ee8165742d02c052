package import RequestPipeline
public import Streams

extension StoredLogin {
    /// Returns the stored credentials, as the `async` function does, whose parameters are the same, and calls back
    /// exactly once, on a background thread of the SDK, with no lock held.
    ///
    /// - Returns: A handle that cancels the call; releasing it has no effect.
    @preconcurrency @discardableResult
    public func credentials(
        scope: String? = nil, lasting lifetime: Duration = .zero,
        callback: @escaping @Sendable (Result<Credentials, StoredLoginError>) -> Void
    ) -> any Cancellable {
        credentialsOperation(.credentials(scope: scope, lasting: lifetime)).start(callback)
    }

    /// Returns the stored credentials; renews them first if that is necessary.
    ///
    /// They are renewed when the access token expires within `lifetime`, and when scopes are requested that were not
    /// granted. Without a renewal nothing is sent.
    ///
    /// <!-- swift: let (login, credentials) = try await storedOpenIDLogin() -->
    ///
    /// ```swift
    /// let valid = try await login.credentials(lasting: .seconds(60))  // renewed if it expires before
    /// print(valid.accessToken == credentials.accessToken)
    /// // prints true
    /// ```
    ///
    /// - Parameters:
    ///   - scope: The scopes, separated by spaces; `nil`, the default, for those that are stored.
    ///   - lifetime: The time for which the access token is needed, in whole seconds; zero by default.
    /// - Returns: The credentials.
    /// - Throws: ``StoredLoginError``: ``StoredLoginError/Code/noCredentials`` and
    ///   ``StoredLoginError/Code/noRefreshToken`` when the user has to log in, ``StoredLoginError/Code/renewalFailed``
    ///   when a later call may succeed, and others.
    public func credentials(scope: String? = nil, lasting lifetime: Duration = .zero) async throws -> Credentials {
        let need = RenewalCall.Need.credentials(scope: scope, lasting: lifetime)
        if let ready = readyCredentials(need) { return ready }
        return try await credentialsOperation(need).value()
    }

    /// Publishes the stored credentials, as the `async` function returns them, whose parameters are the same.
    ///
    /// - Returns: A publisher that begins for each subscriber, publishes one value and finishes, or fails.
    public func credentials(
        scope: String? = nil, lasting lifetime: Duration = .zero
    ) -> AnyPublisher<Credentials, StoredLoginError> {
        credentialsOperation(.credentials(scope: scope, lasting: lifetime)).publisher()
    }

    /// Renews the credentials although they may be valid, as the `async` function does, and calls back.
    ///
    /// - Parameter callback: Called exactly once, on a background thread of the SDK, with no lock held.
    /// - Returns: A handle that cancels the call; releasing it has no effect.
    @preconcurrency @discardableResult
    public func renew(callback: @escaping @Sendable (Result<Credentials, StoredLoginError>) -> Void) -> any Cancellable
    {
        credentialsOperation(.renewal).start(callback)
    }

    /// Renews the credentials although they may be valid.
    ///
    /// Concurrent calls, also of other processes, share one renewal. The user's presence is not checked.
    ///
    /// <!-- swift: let (login, credentials) = try await storedOpenIDLogin() -->
    ///
    /// ```swift
    /// let renewed = try await login.renew()
    /// print(renewed.accessToken == credentials.accessToken)
    /// // prints false
    /// ```
    ///
    /// - Returns: The new credentials, which are stored.
    /// - Throws: ``StoredLoginError``.
    @discardableResult
    public func renew() async throws -> Credentials { try await credentialsOperation(.renewal).value() }

    /// Publishes renewed credentials, although the stored ones may be valid; see the `async` function.
    ///
    /// - Returns: A publisher that begins for each subscriber, publishes one value and finishes, or fails.
    public func renew() -> AnyPublisher<Credentials, StoredLoginError> { credentialsOperation(.renewal).publisher() }

    /// Revokes the refresh token, removes the credentials, and calls back; see the `async` function.
    ///
    /// - Parameter callback: Called exactly once, on a background thread of the SDK, with no lock held.
    /// - Returns: A handle that cancels the call; releasing it has no effect.
    @preconcurrency @discardableResult
    public func revoke(callback: @escaping @Sendable (Result<Void, StoredLoginError>) -> Void) -> any Cancellable {
        revocation([:]) { $0 }.start(callback)
    }

    /// Revokes the refresh token, and removes the credentials.
    ///
    /// Without credentials, or without a refresh token, nothing is sent, and any stored credentials are removed. If the
    /// provider cannot be reached, nothing is removed.
    ///
    /// <!-- swift: let (login, credentials) = try await storedOpenIDLogin() -->
    ///
    /// ```swift
    /// try await login.revoke()
    /// print(login.canRenew())
    /// // prints false
    /// ```
    ///
    /// - Throws: ``StoredLoginError`` with ``StoredLoginError/Code/revocationFailed``, with
    ///   ``StoredLoginError/Code/readFailed`` when the credentials could not be read, or with
    ///   ``StoredLoginError/Code/removalFailed`` when the token is revoked and the credentials could not be removed.
    /// - SeeAlso: [RFC 7009](https://www.rfc-editor.org/rfc/rfc7009)
    public func revoke() async throws { try await revocation([:]) { $0 }.value() }

    /// Publishes the revocation of the refresh token and the removal of the credentials; see the `async` function.
    ///
    /// - Returns: A publisher that begins for each subscriber, publishes one value and finishes, or fails.
    public func revoke() -> AnyPublisher<Void, StoredLoginError> { revocation([:]) { $0 }.publisher() }
}

extension StoredLogin {
    /// Returns the tokens that satisfy a need without a request and without a presence check; `nil` when a call has to
    /// wait for them.
    package func ready(_ need: RenewalCall.Need) -> RenewalCall.Outcome? { engine.ready(need) }

    /// Returns the stored credentials, if they satisfy a need without a presence check; `nil` when a call has to wait
    /// for them.
    package func readyCredentials(_ need: RenewalCall.Need) -> Credentials? {
        guard !presence.isOn, case .credentials(let credentials)? = engine.ready(need) else { return nil }
        return credentials
    }

    private func credentialsOperation(_ need: RenewalCall.Need) -> Operation<Credentials, StoredLoginError> {
        operation(need, [:], [:], failing: { $0 }) { outcome in
            guard case .credentials(let credentials) = outcome else { return nil }
            return credentials
        }
    }

    /// Describes a call in the form that all three styles start. `value` returns `nil` for an outcome of another type.
    package func operation<Value: Sendable, Failure: Error>(
        _ need: RenewalCall.Need, _ parameters: [String: any Sendable], _ headers: [String: String],
        failing failure: @escaping @Sendable (StoredLoginError) -> Failure,
        _ value: @escaping @Sendable (RenewalCall.Outcome) -> Value?
    ) -> Operation<Value, Failure> {
        Operation(on: nil, toleratesBlocking: false) { [engine, presence] completion in
            // A function instead of a closure: without a presence check it allocates no memory.
            @Sendable func begin() -> any Cancellable {
                engine.begin(need, parameters, headers) { result in
                    completion(
                        result.mapError(failure).flatMap { outcome in
                            value(outcome).map { .success($0) } ?? .failure(failure(StoredLoginError(.renewalFailed)))
                        })
                }
            }
            guard case .credentials = need, presence.isOn else { return begin() }
            return presence.begin(begin) { completion(.failure(failure($0))) }
        }
    }

    /// Describes the revocation of the refresh token and the removal of the credentials.
    package func revocation<Failure: Error>(
        _ headers: [String: String], needsCredentials: Bool = false,
        failing failure: @escaping @Sendable (StoredLoginError) -> Failure
    ) -> Operation<Void, Failure> {
        Operation(on: nil, toleratesBlocking: false) { [engine, presence] completion in
            engine.revoke(headers: headers, needsCredentials: needsCredentials) { result in
                if case .success = result { presence.reset() }
                completion(result.mapError(failure))
            }
        }
    }
}

extension RenewalCall.Need {
    fileprivate static func credentials(scope: String?, lasting lifetime: Duration) -> Self {
        .credentials(scope: scope, minTTL: lifetime.secondsRoundedUp)
    }
}

extension Duration {
    /// The duration in seconds; a part of a second counts as a whole one.
    var secondsRoundedUp: Int {
        let (seconds, rest) = components
        return Int(clamping: rest > 0 && seconds < .max ? seconds + 1 : seconds)
    }
}
