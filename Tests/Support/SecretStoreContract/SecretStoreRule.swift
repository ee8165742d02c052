import Dispatch
package import SecretStorage
import Synchronization

/// The rules of all stores; a test checks each of them with a pair of stores without secrets.
package enum SecretStoreRule: CaseIterable, Sendable {
    /// A written secret is returned until it is removed.
    case returnsUntilRemoved
    /// Texts are stored as UTF-8, and other secrets are refused as texts.
    case storesTexts
    /// `orStore` stores only if there is no secret.
    case createsOnce
    /// Concurrent creations get the same secret.
    case concurrentCreationsAgree
    /// Row S7: names may have any characters, and are compared by their bytes.
    case distinguishesNames
    /// A secret of a megabyte fits.
    case acceptsMebibyte

    /// Checks the rule.
    ///
    /// - Parameter pair: The stores.
    /// - Throws: ``ContractViolation``, or the error of a store.
    package func check(_ pair: StorePair<any SecretStore>) throws {
        switch self {
        case .returnsUntilRemoved: try pair.returnsUntilRemoved()
        case .storesTexts: try pair.storesTexts()
        case .createsOnce: try pair.createsOnce()
        case .concurrentCreationsAgree: try pair.concurrentCreationsAgree()
        case .distinguishesNames: try pair.distinguishesNames()
        case .acceptsMebibyte: try pair.acceptsMebibyte()
        }
    }
}

private let name = SecretName(service: "com.example.app", account: "john")

extension StorePair<any SecretStore> {
    fileprivate func returnsUntilRemoved() throws {
        try require(try store.secret(named: name) == nil)
        try require(try !store.removeSecret(named: name))

        try store.setSecret(SecretBytes([1, 2, 3]), named: name)
        try require(try other.secret(named: name)?.bytes == [1, 2, 3])
        try other.setSecret(SecretBytes([]), named: name)
        try require(try store.secret(named: name)?.bytes == [])

        try require(try store.removeSecret(named: name))
        try require(try other.secret(named: name) == nil)
    }

    fileprivate func storesTexts() throws {
        try require(try store.text(named: name) == nil)
        try store.setText("schön", named: name)
        try require(try other.text(named: name) == "schön")
        try require(try other.secret(named: name)?.bytes == Array("schön".utf8))

        try store.setSecret(SecretBytes([0xFF]), named: name)
        do {
            _ = try other.text(named: name)
            try require(false)
        } catch let error as SecretStoreError {
            try require(error.code == .corrupt && error.name == name)
        }
    }

    fileprivate func createsOnce() throws {
        try require(try store.secret(named: name, orStore: SecretBytes([1])).bytes == [1])
        try require(try other.secret(named: name, orStore: SecretBytes([2])).bytes == [1])
        try require(try store.secret(named: name)?.bytes == [1])
    }

    fileprivate func concurrentCreationsAgree() throws {
        let seen = SeenSecrets()
        let (store, other) = (store, other)

        DispatchQueue.concurrentPerform(iterations: 16) { index in
            let way = index.isMultiple(of: 2) ? store : other
            seen.insert(try? way.secret(named: name, orStore: SecretBytes([UInt8(index)])).bytes)
        }

        try require(seen.all == [try store.secret(named: name)?.bytes])
    }

    fileprivate func distinguishesNames() throws {
        let accounts = [
            "", "../x", "/etc/passwd", ".", "a\0b", "a", "b\0a", "\u{E9}", "e\u{301}",
            String(repeating: "long", count: 100), "line\nbreak", "💥",
        ]
        for (index, account) in accounts.enumerated() {
            try store.setSecret(SecretBytes([UInt8(index)]), named: SecretName(service: "s", account: account))
        }
        try store.setSecret(SecretBytes([99]), named: SecretName(service: "s\0", account: "a"))

        for (index, account) in accounts.enumerated() {
            let found = try other.secret(named: SecretName(service: "s", account: account))
            try require(found?.bytes == [UInt8(index)])
        }
        let sorted = accounts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        try require(try other.accounts(ofService: "s").map { Array($0.utf8) } == sorted.map { Array($0.utf8) })
        try require(try other.accounts(ofService: "t").isEmpty)
    }

    fileprivate func acceptsMebibyte() throws {
        let large = [UInt8](repeating: 7, count: 1_000_000)
        try store.setSecret(SecretBytes(large), named: name)

        try require(try other.secret(named: name)?.bytes == large)
    }
}

/// The secrets that threads got.
private final class SeenSecrets: Sendable {
    private let secrets = Mutex<Set<[UInt8]?>>([])

    var all: Set<[UInt8]?> { secrets.withLock { $0 } }

    func insert(_ secret: [UInt8]?) { secrets.withLock { _ = $0.insert(secret) } }
}
