import OpenSSLCryptography
import Synchronization

/// The recently accepted proofs, which are refused a second time.
///
/// - SeeAlso: [RFC 9449 §11.1](https://www.rfc-editor.org/rfc/rfc9449#section-11.1)
final class ProofMemory: Sendable {
    private struct State {
        /// The second since 1970 until which each proof is remembered.
        var seen: [[UInt8]: Int] = [:]
        var nextSweep = Int.min
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) { self.capacity = capacity }

    /// Remembers a proof.
    ///
    /// - Throws: ``DPoPProofError/Code/replayed`` if it is already known, ``DPoPProofError/Code/tooMany`` at capacity.
    func note(_ proof: DPoPProof, until end: Int, now: Int) throws(DPoPProofError) {
        // A hash, so that long identifiers from a client cannot fill the memory; the thumbprint has a fixed length.
        let id = HashAlgorithm.sha256.digest(of: Array(proof.thumbprint.utf8) + Array(proof.identifier.utf8))
        let problem = state.withLock { state -> DPoPProofError.Code? in
            if now >= state.nextSweep || state.nextSweep > end {
                state.seen = state.seen.filter { $0.value >= now }
                state.nextSweep = now + (end - now) / 2
            }
            guard state.seen[id] == nil else { return .replayed }
            guard state.seen.count < capacity else { return .tooMany }
            state.seen[id] = end
            return nil
        }
        if let problem { throw DPoPProofError(problem, claim: problem == .replayed ? "jti" : nil) }
    }
}
