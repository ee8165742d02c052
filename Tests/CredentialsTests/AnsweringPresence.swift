import PasskeyAuthenticator
import Synchronization

/// A check with the outcome of the test, which records the titles of its requests.
final class AnsweringPresence: PresenceCheck {
    let outcome = Mutex(Result<Presence, any Error>.success(.verified))
    private let asked = Mutex<[String]>([])

    var titles: [String] { asked.withLock { $0 } }

    func confirm(_ request: PresenceRequest) async throws -> Presence {
        asked.withLock { $0.append(request.title ?? "") }
        return try outcome.withLock { try $0.get() }
    }
}
