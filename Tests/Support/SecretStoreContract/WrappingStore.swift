package import SecretStorage

/// A store around another one, which answers the calls that a double does not implement.
package protocol WrappingStore: SecretStore {
    /// The wrapped store.
    var base: any SecretStore { get }
}

extension WrappingStore {
    package var sharing: SecretSharing { base.sharing }

    package func secret(named name: SecretName) throws -> SecretBytes? { try base.secret(named: name) }

    package func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
        try base.setSecret(secret, named: name)
    }

    package func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        try base.secret(named: name, orStore: secret)
    }

    package func removeSecret(named name: SecretName) throws -> Bool { try base.removeSecret(named: name) }

    package func accounts(ofService service: String) throws -> [String] { try base.accounts(ofService: service) }
}
