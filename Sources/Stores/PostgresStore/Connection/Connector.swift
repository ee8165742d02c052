import LinuxSystemCalls
import SecretStorage
import Synchronization

/// A connector to a server: its addresses, and the options of connections to it.
final class Connector: Sendable {
    private let server: PostgresServer
    private let timeout: Duration
    private let lookup: AddressLookup
    private let connected = Atomic(false)

    init(to server: PostgresServer, timeout: Duration) {
        (self.server, self.timeout) = (server, timeout)
        lookup = AddressLookup(host: server.host)
    }

    /// Whether a connection was ever made: a server that is absent afterwards is probably being restarted.
    var wasConnected: Bool { connected.load(ordering: .relaxed) }

    /// Connects to the first address that accepts it; blocks. Each address has its share of the time.
    func connect(
        for purpose: ConnectionOptions.Purpose, until deadline: ContinuousClock.Instant, interrupt: Wakeup?
    ) throws -> Connection {
        let options = ConnectionOptions(to: server, timeout: timeout, for: purpose)
        var addresses: ArraySlice<String?>
        do {
            addresses = try lookup.addresses(until: deadline, interrupt: interrupt)[...]
        } catch let error as SecretStoreError {
            throw SecretStoreError(
                error.code, detail: "\(server.place) cannot be reached: \(error.detail ?? "")", cause: error.cause)
        }
        var failure: SecretStoreError?
        while let address = addresses.popFirst() {
            let share = ContinuousClock.now.duration(to: deadline) / (addresses.count + 1)
            do {
                let connection = try Connection(options, at: address, until: .now + share, interrupt: interrupt)
                connected.store(true, ordering: .relaxed)
                return connection
            } catch let error as SecretStoreError where error.isRetryable {
                // The error of a reachable server is more informative than the error of an address without a server.
                if failure == nil || !(error.cause is ServerAbsence) { failure = error }
            }
        }
        throw failure ?? SecretStoreError(.unavailable, detail: "\(server.place) has no address")
    }
}

/// The error if no server accepts connections at an address, or a name has no address: the server may be restarting.
struct ServerAbsence: Error {}

/// The error if a server, a role or a database has no connection left.
struct ServerCrowd: Error {}

extension SecretStoreError {
    /// The error of each call in a forked child, whose store belongs to its parent.
    static let inForkedChild = SecretStoreError(
        .unavailable, detail: "the store is that of the parent process: create one after the fork")
}
