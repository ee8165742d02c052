import Auth0
import Foundation
import Harness
import PostgresStore
import Streams
import Synchronization

/// The hosts of a fleet, each with connections of its own to one database with a million records.
final class HostsFixture: Sendable {
    private let writer: CredentialsManager
    private let hosts: [CredentialsManager]
    /// The number of hosts without the latest change, and the write that waits for them.
    private let waiting = Mutex<(left: Int, write: CheckedContinuation<Void, any Error>)?>(nil)
    private let subscriptions = Mutex<[AnyCancellable]>([])

    /// Connects each host, which reads the credentials and listens to their changes.
    ///
    /// - Parameter count: The number of hosts.
    /// - Throws: The error of a store.
    init(_ count: Int) async throws {
        let database = try PostgresFixture(.million)
        let client = CredentialsFixture.client(lifetime: 86_400)
        let manager = { (store: PostgresStore) in
            CredentialsManager(authentication: client, store: store, configuration: CredentialsFixture.configuration)
        }
        writer = manager(database.store)
        hosts = try (0..<count).map { _ in manager(try database.newStore()) }
        try await writer.save(CredentialsFixture.credentials(expiring: .distantFuture))
        for host in hosts { blackHole(try await host.credentials()) }
        let subscriptions = hosts.map { host in
            host.changes.sink { [self] change in if change == .changedElsewhere { noteChange() } }
        }
        self.subscriptions.withLock { $0 = subscriptions }
    }

    /// Stores a login, and returns when every host has read it: one announcement to all.
    ///
    /// - Throws: The error of the store.
    func announce() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            waiting.withLock { $0 = (hosts.count, continuation) }
            do {
                try writer.save(CredentialsFixture.credentials(expiring: .distantFuture))
            } catch {
                waiting.withLock { $0.take() }?.write.resume(throwing: error)
            }
        }
    }

    private func noteChange() {
        let last = waiting.withLock { waiting -> CheckedContinuation<Void, any Error>? in
            waiting?.left -= 1
            return waiting?.left == 0 ? waiting.take()?.write : nil
        }
        last?.resume()
    }
}
