package import LinuxSystemCalls
public import OpenSSLCryptography

/// Asynchronous functions of a store: they run on threads for all stores of the process, at most 64, so that no shared
/// thread of the tasks waits for a store. More calls wait in the order of their arrival. Parameters, results and errors
/// are those of the blocking functions of the same names.
///
/// Cancelling the task does not interrupt a call. A call for which the system cannot create a thread throws
/// ``SecretStoreError/Code/unavailable``.
extension SecretStore {
    /// Returns a secret, as the blocking function does, whose parameters are the same.
    ///
    /// - Throws: ``SecretStoreError``.
    public func secret(named name: SecretName) async throws -> SecretBytes? {
        try await offPool { try secret(named: name) }
    }

    /// Stores a secret, and replaces one of the same name, as the blocking function does,
    /// whose parameters are the same.
    ///
    /// - Throws: ``SecretStoreError``; the previous secret remains unchanged.
    public func setSecret(_ secret: SecretBytes, named name: SecretName) async throws {
        try await offPool { try setSecret(secret, named: name) }
    }

    /// Returns the secret of a name, and stores one first if there is none, as the blocking function does,
    /// whose parameters are the same.
    ///
    /// - Throws: ``SecretStoreError``.
    public func secret(named name: SecretName, orStore secret: SecretBytes) async throws -> SecretBytes {
        try await offPool { try self.secret(named: name, orStore: secret) }
    }

    /// Removes a secret, as the blocking function does, whose parameters are the same.
    ///
    /// - Throws: ``SecretStoreError``.
    @discardableResult
    public func removeSecret(named name: SecretName) async throws -> Bool {
        try await offPool { try removeSecret(named: name) }
    }

    /// Returns the accounts of a service that have a secret, as the blocking function does,
    /// whose parameters are the same.
    ///
    /// - Throws: ``SecretStoreError``.
    public func accounts(ofService service: String) async throws -> [String] {
        try await offPool { try accounts(ofService: service) }
    }

    /// Returns a secret that is a text, as the blocking function does, whose parameters are the same.
    ///
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt`` when the secret is not UTF-8.
    public func text(named name: SecretName) async throws -> String? {
        try await offPool { try text(named: name) }
    }

    /// Stores a text as a secret, as the blocking function does, whose parameters are the same.
    ///
    /// - Throws: ``SecretStoreError``; the previous secret remains unchanged.
    public func setText(_ text: String, named name: SecretName) async throws {
        try await offPool { try setText(text, named: name) }
    }

    /// Runs blocking calls of the store on one of the threads for stores; throws ``SecretStoreError/Code/unavailable``
    /// without one.
    package func offPool<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard let result = await WorkerThreads.secrets.result(of: work) else { throw SecretStoreError.noThread }
        return try result.get()
    }
}

extension SecretStoreError {
    /// The error of a call for which there is no thread.
    package static let noThread = SecretStoreError(.unavailable, detail: "the system cannot create a thread")
}

extension WorkerThreads {
    /// The maximum number of threads of each of the three kinds that use stores, so that 5,000 concurrent users do not
    /// need 5,000 threads, and the files that the threads have open, up to four each, fit in half of the descriptors of
    /// the process.
    package static let maximumForStores = min(64, max(2, Int(clamping: OpenFile.limit / 24)))

    /// The threads of asynchronous calls of stores.
    package static let secrets = WorkerThreads(named: "auth0-secrets", limit: maximumForStores)
}
