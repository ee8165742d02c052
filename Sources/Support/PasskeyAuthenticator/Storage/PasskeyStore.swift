import OpenSSLCryptography
import ByteEncodings
import FoundationEssentials
import SecretStorage
import LinuxSystemCalls

/// The passkeys of an authenticator, each a secret of its own in a store.
///
/// An account is named after the relying party and the credential, so that two processes that make passkeys at once never
/// write the same secret.
struct PasskeyStore: Sendable {
    let store: any SecretStore
    let service: String

    /// The passkeys of one relying party, or of all, the newest first.
    func passkeys(of relyingPartyID: String? = nil) async throws(PasskeyError) -> [StoredPasskey] {
        let (store, service) = (store, service)
        let records = try await waiting {
            var records: [SecretBytes] = []
            for account in try store.accounts(ofService: service) {
                guard relyingPartyID.map({ account.utf8.starts(with: "\($0)/".utf8) }) ?? true else { continue }
                // Another process may have removed it since.
                guard let record = try store.read(SecretName(service: service, account: account)) else { continue }
                records.append(record)
            }
            return records
        }
        var passkeys: [StoredPasskey] = []
        for record in records { passkeys.append(try StoredPasskey(record)) }
        return passkeys.sorted { $0.createdAt > $1.createdAt }
    }

    /// Whether there is one of these passkeys.
    func holds(anyOf credentialIDs: [Data], of relyingPartyID: String) async throws(PasskeyError) -> Bool {
        guard !credentialIDs.isEmpty else { return false }
        let ids = Set(credentialIDs.map(Array.init))
        return try await passkeys(of: relyingPartyID).contains { ids.contains($0.credentialID) }
    }

    /// Keeps a passkey that was just made.
    func keep(_ passkey: StoredPasskey) async throws(PasskeyError) {
        let (store, record) = (store, try passkey.record())
        let account = "\(passkey.relyingPartyID)/\(Base64URL.encode(passkey.credentialID))"
        let name = SecretName(service: service, account: account)
        try await waiting { try store.write(record, as: name) }
    }

    /// Removes a passkey.
    ///
    /// - Returns: Whether there was one.
    func remove(_ credentialID: [UInt8]) async throws(PasskeyError) -> Bool {
        let (store, service, suffix) = (store, service, "/" + Base64URL.encode(credentialID))
        return try await waiting {
            let accounts = try store.accounts(ofService: service).filter { $0.hasSuffix(suffix) }
            var wasThere = false
            for account in accounts {
                wasThere = try store.remove(SecretName(service: service, account: account)) || wasThere
            }
            return wasThere
        }
    }

    /// Runs what waits for disks and locks on a thread that may wait.
    private func waiting<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws(PasskeyError) -> Value {
        let result = await withCheckedContinuation { continuation in
            let isRunning = BackgroundThread.start(named: "passkeys") {
                continuation.resume(returning: Result(catching: work))
            }
            if !isRunning { continuation.resume(returning: .failure(SecretStoreError(.unavailable))) }
        }
        do {
            return try result.get()
        } catch { throw PasskeyError(.storeFailed, cause: error) }
    }
}
