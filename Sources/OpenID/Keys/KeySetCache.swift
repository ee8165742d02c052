package import HTTPMessages
import JOSE
import Synchronization

/// The key sets that all requests of a process share: one for each address and transport.
///
/// Two transports may trust different authorities, so neither uses what the other fetched. A transport is not kept alive,
/// and with it goes what it fetched.
package final class KeySetCache: Sendable {
    /// The one of the process: clients are values, made anew for every request by many programs.
    package static let ofProcess = KeySetCache()

    private struct Key: Hashable {
        let url: String
        let transport: ObjectIdentifier
    }

    private struct Entry {
        weak var transport: (any Transport & AnyObject)?
        let core: KeySetCore
    }

    /// More issuers than a program has; one beyond it takes the place of another.
    private let capacity: Int
    private let entries = Mutex<[Key: Entry]>([:])

    init(capacity: Int = 256) { self.capacity = capacity }

    /// The keys published at `url`, fetched over `transport`.
    ///
    /// - Returns: The same set as before for the same address and transport; a set of its own where the transport is no
    ///   object, since nobody can tell whether it is the same.
    package func keySet(at url: HTTPURL, over transport: any Transport) -> RemoteKeySet {
        guard type(of: transport) is AnyClass, let object = transport as? any Transport & AnyObject else {
            return RemoteKeySet(url: url, transport: transport)
        }
        let key = Key(url: url.string, transport: ObjectIdentifier(object))
        let (core, alive) = entries.withLock { entries -> (KeySetCore, [Key: any Transport & AnyObject]) in
            if let entry = entries[key], entry.transport === object {
                return (entry.core, [:])
            }
            // Held until the lock is released: the end of a transport is no business of this lock's.
            let alive = entries.compactMapValues(\.transport)
            entries = entries.filter { alive[$0.key] != nil }
            if entries.count >= capacity, let other = entries.first?.key { entries[other] = nil }
            let core = KeySetCore(url, allowing: SignatureAlgorithm.asymmetric, RemoteKeySet.Timing(), .system)
            entries[key] = Entry(transport: object, core: core)
            return (core, alive)
        }
        withExtendedLifetime(alive) {}
        return RemoteKeySet(url, core, transport)
    }
}
