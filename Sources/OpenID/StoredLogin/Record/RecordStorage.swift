import OpenSSLCryptography
package import SecretStorage

/// The place of one login in a store. Its functions block, unless the store does not.
package struct RecordStorage: Sendable {
    /// A record as it was read; an object, so that a copy of the record in memory costs one reference.
    package final class Stored: Sendable {
        package let record: LoginRecord
        /// The secret that contains it.
        package let secret: any StoredSecret

        package init(record: LoginRecord, secret: any StoredSecret) { (self.record, self.secret) = (record, secret) }

        /// Whether the store still holds this record.
        package var isCurrent: Bool { secret.isCurrent }
    }

    package let store: any SharedSecretStore
    /// The name of the login, which includes its client.
    package let name: SecretName
    /// The client that the login belongs to.
    package let binding: ClientBinding
    private let clock: TimeSource
    /// The name that a login had in version 0.1.0, the same for all clients.
    private let unboundName: SecretName

    package init(
        store: any SharedSecretStore, service: String, key: String, binding: ClientBinding, clock: TimeSource
    ) {
        (self.store, self.binding, self.clock) = (store, binding, clock)
        name = SecretName(service: service, account: binding.account(key))
        unboundName = SecretName(service: service, account: key)
    }

    /// The error of a call that finds no record: it names the service and the kind of store, but neither the key, which
    /// may identify a user, nor a path.
    package var noCredentials: StoredLoginError {
        StoredLoginError(
            .noCredentials, detail: "\(store.kind) has none for the service \(name.service.debugDescription)")
    }

    /// Reads the record; `nil` when this client has none.
    package func read() throws -> Stored? {
        if let secret = try store.storedSecret(named: name) { return try stored(secret) }
        guard let old = try unboundRecord() else { return nil }
        // The first of the processes that read it concurrently stores its copy, which is unique to that process; the
        // old record is removed only after that.
        var bound = old.record
        (bound.binding, bound.generation) = (binding, LoginRecord.number())
        let copy = try encoded(bound)
        let isOwn = try ConstantTime.areEqual(store.secret(named: name, orStore: copy), copy)
        if isOwn, try !store.remove(old.secret, named: unboundName), let own = try store.storedSecret(named: name),
            ConstantTime.areEqual(own.secret, copy)
        {
            // A sign-out happened in between, and the copy would undo it.
            _ = try store.remove(own, named: name)
        }
        return try store.storedSecret(named: name).flatMap(stored)
    }

    private func stored(_ secret: any StoredSecret) throws -> Stored? {
        let record: LoginRecord
        do throws(SecretStoreError) {
            record = try secret.secret.withUnsafeBytes { text throws(SecretStoreError) in
                try LoginRecord(parsing: text)
            }
        } catch { throw SecretStoreError(error.code, name: name, detail: error.detail) }
        guard record.belongs(to: binding) else { return nil }
        let translated = secret.age.map { record.translated(age: $0, at: clock.now) }
        return Stored(record: translated ?? record, secret: secret)
    }

    /// Returns the record of version 0.1.0 if it belongs to this client. The error is `unsupportedVersion` if nothing
    /// in the record identifies its client.
    private func unboundRecord() throws -> Stored? {
        guard let secret = try store.storedSecret(named: unboundName),
            let record = secret.secret.withUnsafeBytes({ try? LoginRecord(parsing: $0) }), record.binding == nil
        else { return nil }
        switch record.isUnboundRecord(of: binding) {
        case true?: return Stored(record: record, secret: secret)
        case false?: return nil
        case nil:
            throw SecretStoreError(
                .unsupportedVersion, name: unboundName,
                detail: "version 0.1.0 stored this login, without the client it belongs to: log in again")
        }
    }

    /// Stores a record, and replaces any other.
    package func write(_ record: LoginRecord) throws {
        try store.setSecret(encoded(record), named: name)
        // The login is stored, as the caller requested; a sign-out tries again.
        _ = try? removeUnbound()
    }

    /// Stores a record if there is none, and returns it as it is stored; `nil` when there is another one.
    package func create(_ record: LoginRecord) throws -> Stored? {
        let new = try encoded(record)
        guard try ConstantTime.areEqual(store.secret(named: name, orStore: new), new) else { return nil }
        return try store.storedSecret(named: name).flatMap(stored)
    }

    /// Replaces a record unless another caller has replaced or removed it, and returns the new one as it is stored;
    /// `nil` when another caller was faster. After an error, either the previous record is unchanged, or the new one is
    /// stored.
    package func replace(_ stored: Stored, with record: LoginRecord) throws -> Stored? {
        guard try store.replace(stored.secret, named: name, with: encoded(record)) else { return nil }
        guard let written = try read(), written.record.isSameState(as: record) else { return nil }
        return written
    }

    /// Removes a record unless another caller has replaced or removed it.
    package func remove(_ stored: Stored) throws -> Bool { try store.remove(stored.secret, named: name) }

    /// Removes the record, without a comparison, and returns whether there was one.
    package func remove() throws -> Bool {
        // The record of 0.1.0 first: alone, it would be bound to this client again.
        let unbound = Result { try removeUnbound() }
        let isRemoved = try store.removeSecret(named: name)
        return try unbound.get() || isRemoved
    }

    /// Removes the record of version 0.1.0 if it belongs to this client, or if nothing identifies its client: it must
    /// not reappear after a sign-out or a new login. A record that cannot be read is never bound.
    private func removeUnbound() throws -> Bool {
        let found: (any StoredSecret)?
        do {
            found = try store.storedSecret(named: unboundName)
        } catch let error as SecretStoreError where [.corrupt, .unsupportedVersion, .notPrivate].contains(error.code) {
            return false
        }
        guard let secret = found,
            let record = secret.secret.withUnsafeBytes({ try? LoginRecord(parsing: $0) }), record.binding == nil,
            record.isUnboundRecord(of: binding) ?? true
        else { return false }
        return try store.remove(secret, named: unboundName)
    }

    private func encoded(_ record: LoginRecord) throws(SecretStoreError) -> SecretBytes {
        var record = record
        record.writtenAt = clock.now
        guard var bytes = record.text else {
            throw SecretStoreError(.failed, name: name, detail: "an expiry of the credentials is no date")
        }
        defer { bytes.wipe() }
        return SecretBytes(bytes)
    }
}
