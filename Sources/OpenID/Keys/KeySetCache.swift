package import HTTPMessages
import JOSE
import Synchronization

/// The key sets that all requests of a process share: one for each address and transport.
///
/// Two transports may trust different certificate authorities, so neither uses keys that the other fetched. The cache
/// does not retain a transport, and drops its keys when it is deallocated.
package final class KeySetCache: Sendable {
    /// The cache of the process: clients are values, which many programs create for every request.
    package static let ofProcess = KeySetCache()

    private struct Key: Hashable {
        let url: String
        let transport: ObjectIdentifier
    }

    private struct Entry {
        weak var transport: (any AnyObject & Sendable)?
        let core: KeySetCore
        var lastUse: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var uses = 0
    }

    /// The maximum number of key sets; a further one replaces the one whose last use is longest ago.
    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int = 256) { self.capacity = capacity }

    /// Returns the keys published at `url`: the same set for the same address and transport, but always a new set if
    /// the transport has no identity.
    package func keySet(at url: HTTPURL, over transport: any Transport) -> RemoteKeySet {
        guard let object = identity(of: transport) else {
            return RemoteKeySet(url: url, session: transport)
        }
        let key = Key(url: url.string, transport: ObjectIdentifier(object))
        let (core, alive) = state.withLock { state -> (KeySetCore, [Key: any AnyObject & Sendable]) in
            state.uses += 1
            if let index = state.entries.index(forKey: key), state.entries.values[index].transport === object {
                state.entries.values[index].lastUse = state.uses
                return (state.entries.values[index].core, [:])
            }
            // Retained until the lock is released: a transport must not be deallocated under this lock.
            let alive = state.entries.compactMapValues(\.transport)
            state.entries = state.entries.filter { alive[$0.key] != nil }
            if state.entries.count >= capacity,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.entries[oldest.key] = nil
            }
            let core = KeySetCore(url, allowing: SignatureAlgorithm.asymmetric, RemoteKeySet.Timing(), .system)
            state.entries[key] = Entry(transport: object, core: core, lastUse: state.uses)
            return (core, alive)
        }
        withExtendedLifetime(alive) {}
        return RemoteKeySet(url, core, transport)
    }

    /// Returns the object that identifies a transport; `nil` for a value without one.
    private func identity(of transport: any Transport) -> (any AnyObject & Sendable)? {
        if let transport = transport as? any IdentifiedTransport { return transport.identity }
        return type(of: transport) is AnyClass ? transport as? any Transport & AnyObject : nil
    }
}
