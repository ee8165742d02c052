import FoundationEssentials
import JOSE
import OpenID
import RequestPipeline
import SecretStorage

/// Writes of the program. They take no lock of a renewal: one that ends later finds what they have stored.
extension Grant {
    /// Stores a new login, whatever is stored and whatever is being renewed.
    ///
    /// - Throws: `SecretStoreError`; the previous credentials are stored still.
    func store(_ credentials: Credentials) throws {
        var record = GrantRecord(credentials, at: now)
        record.thumbprint = thumbprint(for: credentials)
        // The API credentials of the same user stay valid; an unreadable record is replaced.
        if let previous = try? storage.read()?.record, previous.isOfSameUser(as: record) {
            record.apiCredentials = previous.apiCredentials.filter { $0.value.credentials.expiresIn > now }
        }
        try write(record)
    }

    /// Stores credentials of an API that the program has obtained itself.
    ///
    /// - Throws: `SecretStoreError`.
    func store(_ credentials: APICredentials, audience: String, scope: String?) throws {
        let key = GrantRecord.apiKey(audience: audience, scope: scope)
        let entry = GrantRecord.APIEntry(credentials: credentials, storedAt: now)
        try change(creating: GrantRecord(nil, at: now)) { $0.apiCredentials[key] = entry }
    }

    /// Removes credentials of an API.
    ///
    /// - Returns: Whether there were any.
    /// - Throws: `SecretStoreError`.
    func clear(audience: String, scope: String?) throws -> Bool {
        let key = GrantRecord.apiKey(audience: audience, scope: scope)
        guard try storage.read()?.record.apiCredentials[key] != nil else { return false }
        try change(creating: nil) { $0.apiCredentials[key] = nil }
        return true
    }

    /// Removes the record; a renewal under way does not bring it back.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `SecretStoreError`.
    func clear() throws -> Bool {
        let existed = try storage.remove()
        note(nil, as: existed ? .cleared : nil)
        endUnsaved { revoke($0.record, unlessOf: nil) }
        return existed
    }

    /// Removes a record whose refresh token was revoked, unless another caller has changed it.
    ///
    /// - Returns: Whether it was removed.
    /// - Throws: `SecretStoreError`.
    func removeRevoked(_ stored: Stored) throws -> Bool {
        guard try storage.remove(stored) else { return false }
        note(nil, as: .cleared)
        endUnsaved { _ in }
        return true
    }

    /// Changes the stored record in one step, and repeats that when another caller was faster.
    private func change(creating new: GrantRecord?, _ change: (inout GrantRecord) -> Void) throws {
        while true {
            guard let stored = try storage.read() else {
                guard var new else { return }
                change(&new)
                return try write(new)
            }
            var record = stored.record
            change(&record)
            if let written = try storage.replace(stored, with: record) { return note(written, as: nil) }
        }
    }

    private func write(_ record: GrantRecord) throws {
        try storage.write(record)
        note(try? storage.read(), as: .stored)
        endUnsaved { revoke($0.record, unlessOf: record) }
    }

    /// The thumbprint of the client's DPoP key, when the tokens may be bound to it.
    private func thumbprint(for credentials: Credentials) -> String? {
        guard let dpop = authentication.dpop else { return nil }
        return try? dpop.sender.keys.keyNow(dpop.keychainIdentifier, creating: false)?.thumbprint
    }
}

extension Credentials {
    /// The subject of the ID token, which is not validated here.
    fileprivate var subject: String? { (try? decode(jwt: idToken))?.subject }
}

extension GrantRecord {
    /// Whether both ID tokens name the same user; neither is validated here.
    func isOfSameUser(as other: GrantRecord) -> Bool {
        guard let own = credentials?.subject, let others = other.credentials?.subject else { return false }
        return own.utf8.elementsEqual(others.utf8)
    }
}
