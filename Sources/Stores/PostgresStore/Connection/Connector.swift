import LinuxSystemCalls
import SecretStorage
import Synchronization

/// The way to a server: its addresses, and the options of connections to it.
final class Connector: Sendable {
    private let server: PostgresServer
    private let timeout: Duration
    private let lookup: AddressLookup
    private let connected = Atomic(false)

    /// Creates the way; nothing is sent.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - timeout: The time limit of a statement.
    init(to server: PostgresServer, timeout: Duration) {
        (self.server, self.timeout) = (server, timeout)
        lookup = AddressLookup(host: server.host)
    }

    /// Whether a connection was ever made: a server that is absent afterwards is probably being restarted.
    var wasConnected: Bool { connected.load(ordering: .relaxed) }

    /// Connects to the first address that accepts it; blocks. Each address has its share of the time.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the connection.
    ///   - deadline: The end of the wait.
    ///   - interrupt: The event that ends the wait early.
    /// - Returns: The connection.
    /// - Throws: ``SecretStorage/SecretStoreError`` with the place in its detail, or `CancellationError`.
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
                // The reason of a server that is there says more than that of an address without one.
                if failure == nil || !(error.cause is ServerAbsence) { failure = error }
            }
        }
        throw failure ?? SecretStoreError(.unavailable, detail: "\(server.place) has no address")
    }
}

/// Nothing accepts connections at an address, or a name has none: it can be a server that is being restarted.
struct ServerAbsence: Error {}

/// No connection is left at a server, or for a role or a database.
struct ServerCrowd: Error {}
