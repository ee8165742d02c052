import Auth0
import SecretStorage
import Synchronization

/// A store of a program's own: the module of `SecretStore` has the name of the type that it stores.
nonisolated final class OwnStore: SecretStore {
    var sharing: SecretSharing { .withinProcess }

    private let secrets = Mutex<[SecretName: SecretBytes]>([:])

    func secret(named name: SecretName) throws -> SecretBytes? { secrets.withLock { $0[name] } }

    func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
        guard secret.count <= 1_024 else { throw SecretStoreError(.tooLarge, name: name) }
        secrets.withLock { $0[name] = secret }
    }

    func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        secrets.withLock { secrets in
            let stored = secrets[name] ?? secret
            secrets[name] = stored
            return stored
        }
    }

    func removeSecret(named name: SecretName) throws -> Bool {
        secrets.withLock { $0.removeValue(forKey: name) } != nil
    }

    func accounts(ofService service: String) throws -> [String] {
        secrets.withLock { $0.keys.filter { $0.service == service }.map(\.account).sorted() }
    }
}

func ownStore() async throws -> [UInt8] {
    let store = OwnStore()
    let name = SecretName(service: "app", account: "john")
    try await store.setSecret(SecretBytes([1, 2, 3]), named: name)
    try await store.setText("a text", named: name)
    _ = DPoP(store: store)
    _ = SoftwareAuthenticator(store: store)
    return try await store.secret(named: name)?.withUnsafeBytes { Array($0) } ?? []
}

nonisolated func besideTasks(_ name: SecretName) throws -> String? {
    try FileStore(application: FileStore.defaultApplication, lockTimeout: .seconds(1)).text(named: name)
}
