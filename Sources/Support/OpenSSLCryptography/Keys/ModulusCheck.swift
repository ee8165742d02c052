import CAuth0OpenSSL
import Synchronization

/// The check that an attacker cannot easily factor an RSA modulus, and so sign with the key.
///
/// It refuses a prime or its power, a factor below 65,536, a factor that divides 2ⁿ⁻¹ − 1, and two close primes. It
/// takes 3 ms for 2048 bits, once, at the first access to its result, so that keys that verify nothing cost nothing.
///
/// - SeeAlso: [SP 800-89 §5.3.3](https://doi.org/10.6028/NIST.SP.800-89), CVE-2022-26320
package final class ModulusCheck: Sendable {
    private enum State: UInt8, AtomicRepresentable { case unknown, sound, refused }

    private let modulus: [UInt8]
    private let state = Atomic(State.unknown)

    /// Creates the check of a key; `nil` for a key without a modulus.
    package init?(_ key: PublicKey) {
        guard case .rsa(let modulus, _) = key.components else { return nil }
        self.modulus = modulus
    }

    /// Whether the modulus passes the check; also `false` if the library has no memory for the check.
    package var isSound: Bool {
        switch state.load(ordering: .relaxed) {
        case .sound: return true
        case .refused: return false
        case .unknown:
            // Concurrent threads compute the same result.
            guard let isSound = ModulusArithmetic.isSound(modulus) else { return false }
            state.store(isSound ? .sound : .refused, ordering: .relaxed)
            return isSound
        }
    }
}

/// The arithmetic of one check, with numbers that live as long as it.
private struct ModulusArithmetic {
    /// The number of steps of Fermat's factorization, as the CA/Browser Forum requires them.
    private static let fermatSteps = 100

    private let context: OpaquePointer
    private let modulus: OpaquePointer

    /// Returns whether a modulus passes all checks; `nil` if the library fails.
    static func isSound(_ bytes: [UInt8]) -> Bool? {
        guard let context = BN_CTX_new() else { return nil }
        BN_CTX_start(context)
        defer {
            BN_CTX_end(context)
            BN_CTX_free(context)
            ERR_clear_error()
        }
        guard let modulus = BN_CTX_get(context), BN_bin2bn(bytes, Int32(clamping: bytes.count), modulus) != nil else {
            return nil
        }
        let check = ModulusArithmetic(context: context, modulus: modulus)
        guard !check.hasSmallFactor else { return false }
        guard let hasKnownFactor = check.hasKnownFactor else { return nil }
        return hasKnownFactor ? false : check.isProductOfClosePrimes.map { !$0 }
    }

    /// Whether an odd number below 65,536 divides the modulus.
    private var hasSmallFactor: Bool { SmallPrimes.all.contains { BN_mod_word(modulus, $0) == 0 } }

    /// Whether 2ⁿ⁻¹ − 1 and the modulus have a common factor: true for a prime, for a power of a prime, and for each
    /// factor that is found with this one division; `nil` if the library fails.
    private var hasKnownFactor: Bool? {
        guard let exponent = BN_CTX_get(context), let base = BN_CTX_get(context), let power = BN_CTX_get(context),
            let inverse = BN_CTX_get(context),
            BN_copy(exponent, modulus) != nil, BN_sub_word(exponent, 1) == 1, BN_set_word(base, 2) == 1,
            BN_mod_exp(power, base, exponent, modulus, context) == 1
        else { return nil }
        guard BN_is_one(power) != 1 else { return true }
        guard BN_sub_word(power, 1) == 1 else { return nil }
        if BN_mod_inverse(inverse, power, modulus, context) != nil { return false }
        return shim_error_is_no_inverse(ERR_peek_last_error()) == 1 ? true : nil
    }

    /// Whether Fermat's factorization succeeds in few steps; `nil` if the library fails.
    private var isProductOfClosePrimes: Bool? {
        guard let middle = BN_CTX_get(context), let square = BN_CTX_get(context), let root = BN_CTX_get(context),
            let again = BN_CTX_get(context), let work = BN_CTX_get(context),
            takeSquareRoot(of: modulus, into: middle, work), BN_add_word(middle, 1) == 1
        else { return nil }
        for _ in 0..<Self.fermatSteps {
            // n = (a + b)(a − b) exactly if a² − n is a square.
            guard BN_sqr(square, middle, context) == 1, BN_sub(square, square, modulus) == 1 else { return nil }
            if [0, 1, 4, 9].contains(BN_mod_word(square, 16)) {
                guard takeSquareRoot(of: square, into: root, work), BN_sqr(again, root, context) == 1 else {
                    return nil
                }
                if BN_cmp(again, square) == 0 { return true }
            }
            guard BN_add_word(middle, 1) == 1 else { return nil }
        }
        return false
    }

    /// Computes the integral part of a square root, by Newton's method.
    private func takeSquareRoot(of number: OpaquePointer, into root: OpaquePointer, _ next: OpaquePointer) -> Bool {
        guard BN_set_word(root, 1) == 1, BN_lshift(root, root, (BN_num_bits(number) + 1) / 2) == 1 else { return false }
        while true {
            guard BN_div(next, nil, number, root, context) == 1, BN_add(next, next, root) == 1,
                BN_rshift1(next, next) == 1
            else { return false }
            if BN_cmp(next, root) >= 0 { return true }
            guard BN_copy(root, next) != nil else { return false }
        }
    }
}

private enum SmallPrimes {
    static let all: [UInt] = {
        var isComposite = [Bool](repeating: false, count: 65_536)
        var primes: [UInt] = []
        for number in stride(from: 3, to: 65_536, by: 2) where !isComposite[number] {
            primes.append(UInt(number))
            for multiple in stride(from: number * number, to: 65_536, by: 2 * number) { isComposite[multiple] = true }
        }
        return primes
    }()
}

/// The fingerprint of RSA keys from chips with a faulty prime generator (ROCA, CVE-2017-15361).
///
/// Modulo every small prime, such a modulus is a power of 65537. The probability that a sound modulus has this property
/// for all of these 38 primes is negligible.
///
/// - SeeAlso: [The Return of Coppersmith's Attack](https://doi.org/10.1145/3133956.3133969), §2.3
enum WeakPrimes {
    private static let primes = [
        3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109,
        113, 127, 131, 137, 139, 149, 151, 157, 163, 167,
    ]

    /// For each prime, the remainders that are powers of 65537.
    private static let powers: [(prime: Int, remainders: Set<Int>)] = primes.map { prime in
        var (remainders, power): (Set<Int>, Int) = ([], 1)
        while remainders.insert(power).inserted { power = power * 65537 % prime }
        return (prime, remainders)
    }

    static func made(_ modulus: [UInt8]) -> Bool {
        powers.allSatisfy { prime, remainders in
            remainders.contains(modulus.reduce(0) { ($0 << 8 | Int($1)) % prime })
        }
    }
}
