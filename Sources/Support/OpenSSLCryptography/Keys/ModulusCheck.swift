import CAuth0OpenSSL
import Synchronization

/// The check that an RSA modulus is not prime: such a key has no secret, and any person can sign with it.
///
/// The check is a Fermat test to base 2, one modular exponentiation: 1.5 ms for 2048 bits, 12 ms for 4096 and 90 ms for 8192.
/// It is made once, when its result is asked for the first time, so that keys that verify nothing cost nothing.
package final class ModulusCheck: Sendable {
    private enum State: UInt8, AtomicRepresentable { case unknown, composite, refused }

    private let modulus: [UInt8]
    private let state = Atomic(State.unknown)

    /// Creates the check of a key; `nil` for a key without a modulus.
    ///
    /// - Parameter key: The public key.
    package init?(_ key: PublicKey) {
        guard case .rsa(let modulus, _) = key.components else { return nil }
        self.modulus = modulus
    }

    /// Whether the modulus is composite; `false`, too, if the library has no memory for the test.
    package var isComposite: Bool {
        switch state.load(ordering: .relaxed) {
        case .composite: return true
        case .refused: return false
        case .unknown:
            // Threads that ask at the same time find the same.
            guard let passes = isFermatProbablePrime() else { return false }
            state.store(passes ? .refused : .composite, ordering: .relaxed)
            return !passes
        }
    }

    /// Whether 2ⁿ⁻¹ is 1 modulo n, as it is for each odd prime; `nil` if the library cannot tell.
    private func isFermatProbablePrime() -> Bool? {
        guard let context = BN_CTX_new() else { return nil }
        defer { BN_CTX_free(context) }
        BN_CTX_start(context)
        defer { BN_CTX_end(context) }
        guard let number = BN_CTX_get(context), let exponent = BN_CTX_get(context), let base = BN_CTX_get(context),
            let power = BN_CTX_get(context),
            BN_bin2bn(modulus, Int32(clamping: modulus.count), number) != nil,
            BN_copy(exponent, number) != nil, BN_sub_word(exponent, 1) == 1, BN_set_word(base, 2) == 1,
            BN_mod_exp(power, base, exponent, number, context) == 1
        else {
            ERR_clear_error()
            return nil
        }
        return BN_is_one(power) == 1
    }
}
