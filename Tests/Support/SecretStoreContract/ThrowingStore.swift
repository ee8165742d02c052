package import SecretStorage

/// A store whose calls all throw the same error.
package struct ThrowingStore: SecretStore {
    private let error: any Error

    /// Creates a store.
    ///
    /// - Parameter error: The error of each call.
    package init(_ error: any Error) { self.error = error }

    package var sharing: SecretSharing { .withinProcess }

    package func secret(named name: SecretName) throws -> SecretBytes? { throw error }
    package func setSecret(_ secret: SecretBytes, named name: SecretName) throws { throw error }
    package func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes { throw error }
    package func removeSecret(named name: SecretName) throws -> Bool { throw error }
    package func accounts(ofService service: String) throws -> [String] { throw error }
}
