// What servers share between their processes.
import Foundation
import OpenID

/// A memory of tokens that are valid once, in a database.
actor SharedReplays: ReplayStore {
    private var entries: [String: Date] = [:]

    func insert(_ entry: ReplayEntry) async throws -> Bool {
        entries = entries.filter { $0.value > Date() }
        guard entries[entry.id] == nil else { return false }
        entries[entry.id] = entry.expiry
        return true
    }
}

let proofs = DPoPProofVerifier(replays: SharedReplays())
