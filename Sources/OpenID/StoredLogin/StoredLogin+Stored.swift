import JOSE
public import PasskeyAuthenticator
import SecretStorage

/// The functions that need no network. Those without `async` block while the store reads or writes; reading does not
/// block while the copy in memory is current.
extension StoredLogin {
    /// Stores the credentials of a login, and replaces earlier ones; blocks.
    ///
    /// A renewal of earlier credentials that ends later does not replace the new ones.
    ///
    /// - Parameter credentials: The credentials, which this login's client has obtained: their next renewal sends the
    ///   refresh token to its provider.
    /// - Throws: ``StoredLoginError`` with ``StoredLoginError/Code/storeFailed``; the earlier credentials stay
    ///   unchanged.
    public func save(_ credentials: Credentials) throws {
        do {
            try engine.store(credentials)
        } catch { throw StoredLoginError(.storeFailed, because: error, notPersisted: credentials) }
    }

    /// Stores the credentials of a login, as the blocking function does, whose parameters are the same.
    ///
    /// <!-- swift: let (login, credentials) = try await storedOpenIDLogin()
    /// try await login.clear() -->
    ///
    /// ```swift
    /// try await login.save(credentials)
    /// print(login.hasValid(), login.canRenew())
    /// // prints true true
    /// ```
    ///
    /// - Throws: ``StoredLoginError``.
    public func save(_ credentials: Credentials) async throws {
        try await offPool { [self] in try save(credentials) }
    }

    /// Removes the credentials of this client; blocks.
    ///
    /// A renewal in progress does not restore them; the tokens that it obtains are revoked.
    ///
    /// - Returns: Whether any were stored.
    /// - Throws: ``StoredLoginError`` with ``StoredLoginError/Code/removalFailed``.
    @discardableResult
    public func clear() throws -> Bool {
        presence.reset()
        do {
            return try engine.clear()
        } catch { throw StoredLoginError(.removalFailed, because: error) }
    }

    /// Removes the credentials of this client, without blocking a thread of the task.
    ///
    /// <!-- swift: let (login, credentials) = try await storedOpenIDLogin() -->
    ///
    /// ```swift
    /// print(try await login.clear(), login.canRenew())
    /// // prints true false
    /// ```
    ///
    /// - Returns: Whether any were stored.
    /// - Throws: ``StoredLoginError`` with ``StoredLoginError/Code/removalFailed``.
    @discardableResult
    public func clear() async throws -> Bool {
        try await offPool { [self] in try clear() }
    }

    /// Runs a function of the store on a thread that may block; on the caller's thread if the store does not block.
    package func offPool<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let store = engine.storage.store
        return store.isBlocking ? try await store.offPool(work) : try work()
    }

    /// Returns whether a stored access token is valid for a given time; blocks.
    ///
    /// <!-- swift: let (login, credentials) = try await storedOpenIDLogin() -->
    ///
    /// ```swift
    /// print(login.hasValid(lasting: .seconds(60)))
    /// // prints true
    /// ```
    ///
    /// - Parameter lifetime: The time for which the token is needed, in whole seconds; zero by default.
    /// - Returns: `false` also when the credentials cannot be read.
    public func hasValid(lasting lifetime: Duration = .zero) -> Bool {
        guard let record = (try? engine.record()) ?? nil else { return false }
        return record.hasValidToken(
            for: lifetime.secondsRoundedUp, at: engine.clock.now, expiring: engine.date(for: record))
    }

    /// Returns whether a refresh token is stored that the provider has not refused, in a session that has not ended;
    /// blocks.
    ///
    /// <!-- swift: let (login, credentials) = try await storedOpenIDLogin() -->
    ///
    /// ```swift
    /// print(login.canRenew())
    /// // prints true
    /// ```
    ///
    /// - Returns: `false` also when the credentials cannot be read.
    public func canRenew() -> Bool {
        guard let record = (try? engine.record()) ?? nil, !record.isSessionOver(at: engine.clock.now) else {
            return false
        }
        return record.refreshToken != nil
    }

    /// Returns the profile in the stored ID token, whether or not the token has expired; blocks.
    ///
    /// The ID token was validated when it was received, not now.
    ///
    /// <!-- swift: let (login, credentials) = try await storedOpenIDLogin() -->
    ///
    /// ```swift
    /// print(try login.userProfile()?.name ?? "no login")
    /// // prints John Appleseed
    /// ```
    ///
    /// - Returns: The profile; `nil` when the ID token names no user.
    /// - Throws: ``StoredLoginError`` with ``StoredLoginError/Code/noCredentials``, or with
    ///   ``StoredLoginError/Code/readFailed``: its cause is the error of the store, or of the ID token; without an ID
    ///   token there is no cause.
    public func userProfile() throws -> UserInfo? {
        do {
            guard let credentials = try engine.record()?.credentials else { throw engine.storage.noCredentials }
            guard !credentials.idToken.isEmpty else {
                throw StoredLoginError(.readFailed, detail: "they have no ID token; log in with the scope openid")
            }
            return UserInfo(json: try decode(jwt: credentials.idToken).body)
        } catch let error as StoredLoginError {
            throw error
        } catch { throw StoredLoginError(.readFailed, because: error) }
    }

    /// The check of the user's presence; ``Configuration/presenceCheck`` by default. Setting it ends a confirmed
    /// presence.
    public var presenceCheck: (any PresenceCheck)? {
        get { presence.check }
        set { presence.check = newValue }
    }

    /// Asks for the user's presence before each call of `credentials()` delivers the stored credentials.
    ///
    /// The check is ``presenceCheck``; without a check, calls fail with ``StoredLoginError/Code/presenceUnconfirmed``.
    /// It protects against a person at the keyboard, not against programs of the same user, which can read the store
    /// themselves.
    ///
    /// - Parameters:
    ///   - title: The text that explains the check to the user.
    ///   - duration: The time for which a confirmation lasts; `nil`, the default, if each call asks.
    public func requirePresence(title: String, for duration: Duration? = nil) {
        presence.enable(title: title, for: duration)
    }
}
