import JOSE
import Synchronization

/// The prepared keys of clients whose proofs were verified, by the header of their proofs, which contains the key.
///
/// Preparing a key costs almost as much as verifying a signature. A client writes the same header into all its proofs.
/// The header of a proof whose signature is invalid is not kept.
final class ProofKeyCache: Sendable {
    /// A prepared key.
    struct Entry: Sendable {
        let key: VerificationKey
        /// The thumbprint of the key, in the form of the claim `jkt`.
        let thumbprint: String
    }

    /// The recently used keys, and the keys used before them: after every 512 new keys the older ones are dropped.
    private struct Generations {
        var young: [String: Entry] = [:]
        var old: [String: Entry] = [:]

        mutating func keep(_ entry: Entry, _ header: String) {
            if young.count >= ProofKeyCache.maximumYoung { (old, young) = (young, [:]) }
            young[header] = entry
        }
    }

    private static let maximumYoung = 512
    private static let maximumBytes = 2_048

    private let generations = Mutex(Generations())

    /// Returns the key of a proof; `nil` if it must be prepared.
    func entry(for header: String) -> Entry? {
        generations.withLock { generations in
            if let entry = generations.young[header] { return entry }
            guard let entry = generations.old[header] else { return nil }
            generations.keep(entry, header)
            return entry
        }
    }

    /// Stores the key of a proof whose signature is valid.
    func keep(_ entry: Entry, for header: String) {
        guard header.utf8.count <= Self.maximumBytes else { return }
        generations.withLock { $0.keep(entry, header) }
    }
}
