package import SecretStorage
import TestEvents

/// The rules of the stores in which one secret is renewed by many; a test checks each of them with a pair of stores
/// without secrets.
package enum SharedSecretStoreRule: CaseIterable, Sendable {
    /// Row C8: a removed secret is not brought back by the call that replaces it.
    case removedStaysRemoved
    /// Row C8: a secret that another caller replaced stays.
    case replacedStaysReplaced
    /// The current secret is replaced, and the new one is current.
    case replacesCurrent
    /// The current secret is removed, and no later one.
    case removesCurrent
    /// Row C3: the lock excludes one secret only, and waits no longer than its deadline.
    case lockExcludesOneSecret

    /// Checks the rule.
    ///
    /// - Parameter pair: The stores.
    /// - Throws: ``ContractViolation``, or the error of a store.
    package func check(_ pair: StorePair<any SharedSecretStore>) throws {
        switch self {
        case .removedStaysRemoved: try pair.removedStaysRemoved()
        case .replacedStaysReplaced: try pair.replacedStaysReplaced()
        case .replacesCurrent: try pair.replacesCurrent()
        case .removesCurrent: try pair.removesCurrent()
        case .lockExcludesOneSecret: try pair.lockExcludesOneSecret()
        }
    }
}

private let name = SecretName(service: "app", account: "john")
private let otherName = SecretName(service: "app", account: "jane")

extension StorePair<any SharedSecretStore> {
    private func read(_ store: any SharedSecretStore, line: Int = #line) throws -> any StoredSecret {
        let read = try store.storedSecret(named: name)
        try require(read != nil, line: line)
        guard let read else { throw ContractViolation(description: "no secret") }
        try require(reaches { read.isCurrent }, line: line)
        return read
    }

    private func reaches(_ condition: () -> Bool) -> Bool {
        SystemState.blocks(within: delay, until: condition) || condition()
    }

    fileprivate func removedStaysRemoved() throws {
        try store.setSecret(SecretBytes([1]), named: name)
        let read = try read(store)

        try other.removeSecret(named: name)

        try require(reaches { !read.isCurrent })
        try require(try !store.replace(read, named: name, with: SecretBytes([2])))
        try require(try store.storedSecret(named: name) == nil)
    }

    fileprivate func replacedStaysReplaced() throws {
        try store.setSecret(SecretBytes([1]), named: name)
        let read = try read(store)

        // An equal secret of another login is another secret, and so is one stored after a removal.
        try other.removeSecret(named: name)
        try other.setSecret(SecretBytes([1]), named: name)

        try require(reaches { !read.isCurrent })
        try require(try !store.replace(read, named: name, with: SecretBytes([2])))
        try require(try store.secret(named: name)?.bytes == [1])
    }

    fileprivate func replacesCurrent() throws {
        try store.setSecret(SecretBytes([1]), named: name)
        let read = try read(other)
        try store.setSecret(SecretBytes([9]), named: otherName)
        try require(read.isCurrent)

        try require(try store.replace(read, named: name, with: SecretBytes([2])))

        let new = try self.read(store)
        try require(reaches { !read.isCurrent })
        try require(new.secret.bytes == [2] && read.secret.bytes == [1])
        try require(try other.secret(named: name)?.bytes == [2])
        try require(new.isCurrent)
    }

    fileprivate func removesCurrent() throws {
        try store.setSecret(SecretBytes([1]), named: name)
        let old = try read(store)
        try other.setSecret(SecretBytes([2]), named: name)
        try require(reaches { !old.isCurrent })

        try require(try !store.remove(old, named: name))
        try require(try other.secret(named: name)?.bytes == [2])
        try require(try store.remove(read(store), named: name))
        try require(try other.secret(named: name) == nil)
    }

    fileprivate func lockExcludesOneSecret() throws {
        var lock: (any RenewalLock)? = try store.renewalLock(of: name, until: .now)
        do {
            _ = try other.renewalLock(of: name, until: .now)
            try require(false)
        } catch let error as SecretStoreError {
            try require(error.code == .lockTimeout)
        }
        _ = try other.renewalLock(of: otherName, until: .now)
        // A sign-out does not wait for a renewal.
        try other.setSecret(SecretBytes([1]), named: name)
        try require(try other.removeSecret(named: name))

        try require(lock != nil)
        lock = nil
        _ = try other.renewalLock(of: name, until: .now + delay)
    }
}
