import Auth0
import Foundation
import Synchronization

/// A storage of a program of Auth0.swift 2.x.
final class OwnStorage: CredentialsStorage {
    private let entries = Mutex<[String: Data]>([:])

    func getEntry(forKey key: String) -> Data? { entries.withLock { $0[key] } }

    func setEntry(_ data: Data, forKey key: String) -> Bool {
        entries.withLock { $0[key] = data }
        return true
    }

    func deleteEntry(forKey key: String) -> Bool { entries.withLock { $0.removeValue(forKey: key) != nil } }
}

func keepLogins() -> CredentialsManager {
    CredentialsManager(authentication: Auth0.authentication(), storeKey: "user", storage: OwnStorage(), maxRetries: 2)
}
