// A store of secrets of a program's own.
import SecretStorage
import Synchronization

/// A store in memory.
final class OwnStore: SecretStore {
    var sharing: SecretSharing { .withinProcess }

    private let secrets = Mutex<[SecretName: SecretBytes]>([:])

    func secret(named name: SecretName) throws -> SecretBytes? { secrets.withLock { $0[name] } }

    func setSecret(_ secret: SecretBytes, named name: SecretName) throws { secrets.withLock { $0[name] = secret } }

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
        secrets.withLock { secrets in
            secrets.keys.filter { $0.service == service }.map(\.account).sorted {
                $0.utf8.lexicographicallyPrecedes($1.utf8)
            }
        }
    }
}
