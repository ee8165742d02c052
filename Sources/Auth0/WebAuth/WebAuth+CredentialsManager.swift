import LinuxSystemCalls
import OpenID
import SecretStorage

extension WebAuth {
    /// `nil`: a double that does not implement this stores nothing. Setting it has no effect.
    public var credentialsManager: CredentialsManager? {
        get { nil }
        set {}  // A double without a manager ignores it.
    }

    /// Stores the credentials of a login, and removes them after a logout, before either is reported.
    ///
    /// If the store fails, the login fails with ``WebAuthError/credentialsManagerError``; its cause, a
    /// ``CredentialsManagerError``, has the credentials as ``CredentialsManagerError/notPersisted``. After a logout
    /// whose credentials cannot be removed, the logout fails in the same way.
    ///
    /// <!-- swift: import SecretStorage -->
    ///
    /// ```swift
    /// let manager = CredentialsManager(authentication: Auth0.authentication(), store: MemoryStore())
    /// _ = try await Auth0.webAuth()
    ///     .scope("openid profile offline_access")
    ///     .useCredentialsManager(manager)
    ///     .start()
    /// print(manager.canRenew())
    /// // prints true
    /// ```
    ///
    /// - Parameter credentialsManager: The manager.
    /// - Returns: A changed copy.
    public func useCredentialsManager(_ credentialsManager: CredentialsManager) -> Self {
        var copy = self
        copy.credentialsManager = credentialsManager
        return copy
    }
}

extension Auth0WebAuth {
    var credentialsManager: CredentialsManager? {
        get { options.credentialsManager }
        set {
            options.credentialsManager = newValue
            copied(by: "useCredentialsManager(_:)")
        }
    }

    /// Returns a completion that runs blocking work of the manager first, on a thread for stores, after a success.
    func after<Value: Sendable>(
        _ completion: @escaping @Sendable (WebAuthResult<Value>) -> Void,
        _ work: @escaping @Sendable (CredentialsManager, Value) throws -> Void
    ) -> @Sendable (WebAuthResult<Value>) -> Void {
        guard let manager = options.credentialsManager else { return completion }
        return { result in
            guard case .success(let value) = result else { return completion(result) }
            WorkerThreads.secrets.run({
                do {
                    try work(manager, value)
                    completion(result)
                } catch {
                    completion(.failure(.credentialsManagerError.because(of: error)))
                }
            }) {
                completion(.failure(.credentialsManagerError.because(of: SecretStoreError.noThread)))
            }
        }
    }
}
