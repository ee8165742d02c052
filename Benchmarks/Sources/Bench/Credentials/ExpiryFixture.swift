import Auth0
import Foundation
import Harness
import SecretStorage
import Synchronization

/// The users of one `FileStore`, whose access tokens have expired, also after each renewal.
final class ExpiryFixture: Sendable {
    private let folder: URL
    private let managers: [CredentialsManager]

    /// Stores the credentials of each user.
    ///
    /// - Parameter users: The number of users.
    /// - Throws: The error of the store.
    init(users: Int) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "auth0-bench-\(UUID().uuidString)")
        let (store, client) = (FileStore(directory: folder.path), CredentialsFixture.client(lifetime: 0))
        managers = (0..<users).map { user in
            CredentialsManager(
                authentication: client, storeKey: "user \(user)", store: store,
                configuration: CredentialsFixture.configuration)
        }
        for manager in managers { try await manager.save(CredentialsFixture.credentials(expiring: .distantPast)) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Gets the credentials of all users at once, and returns when the last of them has new ones.
    ///
    /// - Throws: `Skipped` with the number of calls that failed, if there is one.
    func renewAll() async throws {
        let left = Atomic(managers.count)
        let failures = Atomic(0)
        await withCheckedContinuation { continuation in
            for manager in managers {
                manager.credentials { result in
                    if case .failure = result { failures.add(1, ordering: .relaxed) }
                    if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { continuation.resume() }
                }
            }
        }
        let count = failures.load(ordering: .relaxed)
        guard count == 0 else { throw Failed("\(count) of \(managers.count) calls failed") }
    }
}
