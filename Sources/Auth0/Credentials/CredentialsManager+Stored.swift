public import OpenID

/// The functions that need no network. They block while the store reads or writes; reading does not block while the
/// copy in memory is current.
extension CredentialsManager {
    /// Stores the credentials of a login, and replaces earlier ones; blocks.
    ///
    /// A renewal of earlier credentials that ends later does not replace the new ones. Credentials of APIs are kept if
    /// the ID token names the same user.
    ///
    /// <!-- swift: let (manager, credentials) = try await storedLogin() -->
    ///
    /// ```swift
    /// print(manager.store(credentials: credentials))
    /// // prints true
    /// ```
    ///
    /// - Parameter credentials: The credentials.
    /// - Returns: Whether they were stored; otherwise the earlier credentials are unchanged. ``save(_:)`` throws the
    ///   reason.
    public func store(credentials: Credentials) -> Bool { (try? save(credentials)) != nil }

    /// Stores the credentials of a login, and replaces earlier ones; blocks.
    ///
    /// - Parameter credentials: The credentials, which this manager's client has obtained: their next renewal sends the
    ///   refresh token to its tenant.
    /// - Throws: ``CredentialsManagerError/storeFailed``, with the error of the store as its cause; the earlier
    ///   credentials stay unchanged.
    public func save(_ credentials: Credentials) throws {
        try converting { try login.save(credentials) }
    }

    /// Stores the credentials of a login, and replaces earlier ones, without blocking a thread of the task.
    ///
    /// <!-- swift: let credentials = try await loggedIn()
    /// import SecretStorage -->
    ///
    /// ```swift
    /// let manager = CredentialsManager(authentication: Auth0.authentication(), store: MemoryStore())
    /// try await manager.save(credentials)
    /// print(manager.hasValid(), manager.canRenew())
    /// // prints true true
    /// ```
    ///
    /// - Parameter credentials: The credentials.
    /// - Throws: ``CredentialsManagerError/storeFailed``, with the error of the store as its cause; the earlier
    ///   credentials stay unchanged.
    public func save(_ credentials: Credentials) async throws {
        try await login.offPool { [self] in try save(credentials) }
    }

    /// Stores the credentials of an API; blocks.
    ///
    /// ``apiCredentials(forAudience:scope:minTTL:parameters:headers:callback:)`` stores its result itself.
    ///
    /// - Parameters:
    ///   - apiCredentials: The credentials.
    ///   - audience: The identifier of the API.
    ///   - scope: The requested scopes, separated by spaces; `nil`, the default, for those that the tenant chooses.
    /// - Returns: Whether they were stored.
    public func store(
        apiCredentials: APICredentials, forAudience audience: String, forScope scope: String? = nil
    ) -> Bool {
        (try? login.engine.store(apiCredentials.tokens, audience: audience, scope: scope)) != nil
    }

    /// Removes the credentials, and those of all APIs; blocks.
    ///
    /// A renewal in progress does not restore them; the tokens that it obtains are revoked.
    ///
    /// <!-- swift: let (manager, credentials) = try await storedLogin() -->
    ///
    /// ```swift
    /// print(manager.clear(), manager.hasValid())
    /// // prints true false
    /// ```
    ///
    /// - Returns: Whether there were credentials, and they were removed. ``remove()`` throws the reason of a failure.
    public func clear() -> Bool { (try? remove()) ?? false }

    /// Removes the credentials, and those of all APIs; blocks.
    ///
    /// - Returns: Whether any were stored.
    /// - Throws: ``CredentialsManagerError/clearFailed``, with the error of the store as its cause.
    @discardableResult
    public func remove() throws -> Bool {
        try converting { try login.clear() }
    }

    /// Removes the credentials, and those of all APIs, without blocking a thread of the task.
    ///
    /// <!-- swift: let credentials = try await loggedIn()
    /// import SecretStorage -->
    ///
    /// ```swift
    /// let manager = CredentialsManager(authentication: Auth0.authentication(), store: MemoryStore())
    /// try await manager.save(credentials)
    /// print(try await manager.remove(), manager.canRenew())
    /// // prints true false
    /// ```
    ///
    /// - Returns: Whether any were stored.
    /// - Throws: ``CredentialsManagerError/clearFailed``, with the error of the store as its cause.
    @discardableResult
    public func remove() async throws -> Bool {
        try await login.offPool { [self] in try remove() }
    }

    /// Removes the credentials of an API; blocks.
    ///
    /// <!-- swift: let (manager, credentials) = try await storedLogin()
    /// _ = try await manager.apiCredentials(forAudience: "https://api.example.com/", scope: "read:todos") -->
    ///
    /// ```swift
    /// print(manager.clear(forAudience: "https://api.example.com/", scope: "read:todos"))
    /// // prints true
    /// ```
    ///
    /// - Parameters:
    ///   - audience: The identifier of the API.
    ///   - scope: The scopes with which they were requested or stored; `nil`, the default, for none.
    /// - Returns: Whether there were credentials, and they were removed.
    public func clear(forAudience audience: String, scope: String? = nil) -> Bool {
        (try? login.engine.clear(audience: audience, scope: scope)) ?? false
    }

    /// Removes the credentials, those of all APIs, and the DPoP key of the client; blocks.
    ///
    /// Other entries of the same store stay, such as the credentials of other users.
    ///
    /// <!-- swift: let (manager, credentials) = try await storedLogin() -->
    ///
    /// ```swift
    /// try manager.clearAll()
    /// print(manager.canRenew())
    /// // prints false
    /// ```
    ///
    /// - Throws: ``CredentialsManagerError/clearFailed``, with the error of the store as its cause; some of them may
    ///   have been removed.
    public func clearAll() throws {
        try remove()
        do {
            try authentication.dpop?.clearKeypair()
        } catch { throw CredentialsManagerError.clearFailed.because(of: error) }
    }

    /// Returns whether a stored access token is valid for a given time; blocks.
    ///
    /// <!-- swift: let (manager, credentials) = try await storedLogin() -->
    ///
    /// ```swift
    /// print(manager.hasValid(minTTL: 60))
    /// // prints true
    /// ```
    ///
    /// - Parameter minTTL: The seconds for which the token is needed, 0 by default.
    /// - Returns: `false` also when the credentials cannot be read.
    public func hasValid(minTTL: Int = 0) -> Bool {
        login.hasValid(lasting: .seconds(minTTL))
    }

    /// Returns whether a refresh token is stored that the tenant has not refused; blocks.
    ///
    /// <!-- swift: let (manager, credentials) = try await storedLogin() -->
    ///
    /// ```swift
    /// print(manager.canRenew())
    /// // prints true
    /// ```
    ///
    /// - Returns: `false` also when the credentials cannot be read.
    public func canRenew() -> Bool { login.canRenew() }

    /// The profile in the stored ID token, whether or not the token has expired; `nil` when there is none. Blocks.
    public var user: UserInfo? { (try? userProfile()) ?? nil }

    /// Returns the profile in the stored ID token, whether or not the token has expired; blocks.
    ///
    /// The ID token was validated when it was received, not now.
    ///
    /// <!-- swift: let credentials = try await loggedIn()
    /// import SecretStorage -->
    ///
    /// ```swift
    /// let manager = CredentialsManager(authentication: Auth0.authentication(), store: MemoryStore())
    /// try await manager.save(credentials)
    /// print(try manager.userProfile()?.name ?? "no login")
    /// // prints John Appleseed
    /// ```
    ///
    /// - Returns: The profile; `nil` when the ID token names no user.
    /// - Throws: ``CredentialsManagerError/noCredentials``, or ``CredentialsManagerError/readFailed``: its cause is the
    ///   error of the store, or of the ID token; without an ID token there is no cause.
    public func userProfile() throws -> UserProfile? { try converting { try login.userProfile() } }

    private func converting<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as StoredLoginError { throw CredentialsManagerError(error, failing: .unknown) }
    }
}
