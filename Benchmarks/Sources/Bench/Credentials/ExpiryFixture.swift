import Auth0
import Foundation
import Harness
import SecretStorage
import Synchronization

/// The users of one `FileStore`, whose access tokens have expired.
final class ExpiryFixture: Sendable {
    private let folder: URL
    private let managers: [CredentialsManager]

    /// Stores the credentials of each user.
    ///
    /// - Parameter users: The number of users.
    /// - Throws: The error of the store.
    init(users: Int) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "auth0-bench-\(UUID().uuidString)")
        let (store, client) = (FileStore(directory: folder.path), CredentialsFixture.client(lifetime: 86_400))
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
    /// - Throws: `Failed` with the number of calls that failed and the first error, if there is one.
    func renewAll() async throws {
        let left = Atomic(managers.count)
        let failures = Mutex<(count: Int, first: (any Error)?)>((0, nil))
        await withCheckedContinuation { continuation in
            for manager in managers {
                manager.credentials { result in
                    do {
                        guard try result.get().accessToken == "AT" else { throw Failed("the token is not renewed") }
                    } catch {
                        failures.withLock { $0 = ($0.count + 1, $0.first ?? error) }
                    }
                    if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { continuation.resume() }
                }
            }
        }
        let (count, first) = failures.withLock(\.self)
        if let first { throw Failed("\(count) of \(managers.count) calls failed: \(first)") }
    }
}
