import ByteEncodings
import FoundationEssentials
import OpenSSLCryptography
import SecretStorage

/// The passkeys of an authenticator, each a separate secret, so that two processes never write the same one.
struct PasskeyStore: Sendable {
    let store: any SecretStore
    let service: String

    /// Returns the passkeys of one relying party, or all for `nil`, newest first. A record that is no passkey of this
    /// version is an error only if there is no other record.
    func passkeys(of relyingPartyID: String? = nil) async throws(PasskeyError) -> [StoredPasskey] {
        let (store, service) = (store, service)
        let records = try await waiting {
            var records: [SecretBytes] = []
            for account in try store.accounts(ofService: service) {
                guard relyingPartyID.map({ account.utf8.starts(with: "\($0)/".utf8) }) ?? true else { continue }
                let name = SecretName(service: service, account: account)
                // Another process may have removed it in the meantime.
                guard let record = try store.secret(named: name) else { continue }
                records.append(record)
            }
            return records
        }
        var (passkeys, problem): ([StoredPasskey], PasskeyError?) = ([], nil)
        for record in records {
            do throws(PasskeyError) {
                passkeys.append(try StoredPasskey(record))
            } catch { problem = error }
        }
        if passkeys.isEmpty, let problem { throw problem }
        return passkeys.sorted { $0.createdAt > $1.createdAt }
    }

    /// Returns whether the store contains one of these passkeys.
    func holds(anyOf credentialIDs: [Data], of relyingPartyID: String) async throws(PasskeyError) -> Bool {
        guard !credentialIDs.isEmpty else { return false }
        let ids = Set(credentialIDs.map(Array.init))
        return try await passkeys(of: relyingPartyID).contains { ids.contains($0.credentialID) }
    }

    func keep(_ passkey: StoredPasskey) async throws(PasskeyError) {
        let (store, record) = (store, try passkey.record())
        let account = "\(passkey.relyingPartyID)/\(Base64URL.encode(passkey.credentialID))"
        let name = SecretName(service: service, account: account)
        try await waiting { try store.setSecret(record, named: name) }
    }

    /// Removes a passkey; returns whether it existed.
    func remove(_ credentialID: [UInt8]) async throws(PasskeyError) -> Bool {
        let (store, service, suffix) = (store, service, "/" + Base64URL.encode(credentialID))
        return try await waiting {
            let accounts = try store.accounts(ofService: service).filter { $0.hasSuffix(suffix) }
            var wasThere = false
            for account in accounts {
                wasThere = try store.removeSecret(named: SecretName(service: service, account: account)) || wasThere
            }
            return wasThere
        }
    }

    private func waiting<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws(PasskeyError) -> Value {
        do {
            return try await store.offPool(work)
        } catch { throw PasskeyError(.storeFailed, cause: error) }
    }
}
