import OpenSSLCryptography
import Synchronization

/// A few RSA keys for all tenants of the process, since making one takes longer than most tests.
///
/// Tenants that start one after the other get different keys; the eighth gets the first one's again, by another name.
/// None of them protects anything.
final class KeyReserve: Sendable {
    /// The reserve of the process.
    static let ofProcess = KeyReserve(size: 7)

    private struct State {
        var keys: [PrivateKey] = []
        var taken = 0
    }

    private let size: Int
    private let state = Mutex(State())

    init(size: Int) { self.size = size }

    /// The next key, made if need be.
    func next() throws(CryptographyError) -> PrivateKey {
        let turn = state.withLock { state in
            state.taken += 1
            return state.taken - 1
        }
        if turn >= size, let key = state.withLock({ $0.keys.isEmpty ? nil : $0.keys[turn % $0.keys.count] }) {
            return key
        }
        let key = try PrivateKey(generated: .rsa(bits: 2048))
        state.withLock { $0.keys.append(key) }
        return key
    }
}
