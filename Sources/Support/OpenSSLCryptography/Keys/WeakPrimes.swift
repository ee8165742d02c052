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

    /// Returns whether a modulus has the fingerprint.
    static func made(_ modulus: [UInt8]) -> Bool {
        powers.allSatisfy { prime, remainders in
            remainders.contains(modulus.reduce(0) { ($0 << 8 | Int($1)) % prime })
        }
    }
}
