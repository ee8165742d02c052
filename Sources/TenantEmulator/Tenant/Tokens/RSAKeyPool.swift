import OpenSSLCryptography
import Synchronization

/// A pool of RSA keys for all tenants of the process, because generating a key takes longer than most tests.
///
/// Tenants that start one after the other have different keys; the eighth has the key of the first one with another
/// `kid`. The keys protect nothing.
final class RSAKeyPool: Sendable {
    static let ofProcess = RSAKeyPool()

    private struct State {
        var keys: [PrivateKey] = []
        var taken = 0
    }

    private static let size = 7
    private let state = Mutex(State())

    /// Whether the next key is already generated.
    var isFull: Bool { state.withLock { $0.taken >= Self.size && !$0.keys.isEmpty } }

    /// Returns the next key; generates it if the pool is not full.
    func next() throws(CryptographyError) -> PrivateKey {
        let index = state.withLock { state in
            state.taken += 1
            return state.taken - 1
        }
        if index >= Self.size, let key = state.withLock({ $0.keys.isEmpty ? nil : $0.keys[index % $0.keys.count] }) {
            return key
        }
        let key = try PrivateKey(generating: .rsa(bits: 2048))
        state.withLock { $0.keys.append(key) }
        return key
    }
}
