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
    /// The first key; calls that the pool has no key for wait for it.
    private let first = Mutex<PrivateKey?>(nil)

    /// Whether the next key is already generated.
    var isFull: Bool { state.withLock { $0.taken >= Self.size && !$0.keys.isEmpty } }

    /// Returns the next key; generates it if it is one of the first seven, however many are asked for at once.
    func next() throws(CryptographyError) -> PrivateKey {
        let (index, keys) = state.withLock { state in
            state.taken += 1
            return (state.taken - 1, state.keys)
        }
        if index >= Self.size, !keys.isEmpty { return keys[index % keys.count] }
        if (1..<Self.size).contains(index) { return try generated() }
        return try first.withLock { first throws(CryptographyError) in
            if let first { return first }
            let key = try generated()
            first = key
            return key
        }
    }

    private func generated() throws(CryptographyError) -> PrivateKey {
        let key = try PrivateKey(generating: .rsa(bits: 2048))
        state.withLock { $0.keys.append(key) }
        return key
    }
}
