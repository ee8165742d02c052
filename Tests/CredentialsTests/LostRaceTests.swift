import Auth0
import Dispatch
import OpenID
import SecretStorage
import SecretStoreContract
import Synchronization
import TenantEmulator
import TestEvents
import Testing

/// Stores of a program around files of this SDK, when another process changes the record between the read and the write
/// of a renewal.
@Suite(.timeLimit(.minutes(30))) struct LostRaceTests {
    /// The result of a wrapping store when the wrapped store has refused a write.
    enum Answer: CaseIterable {
        /// The error of the wrapped store.
        case sameError
        /// An error of its own.
        case ownError
        /// None: it hides the error.
        case success
    }

    /// A store around files whose writes wait until the test releases them.
    private final class PausedStore: WrappingStore {
        struct OwnError: Error {}

        /// The writes that wait.
        let waiting = EventCounter()
        let base: any SecretStore
        private let answer: Answer
        private let writesUntilPause = Mutex<Int?>(nil)
        private let permission = DispatchSemaphore(value: 0)

        init(_ base: any SecretStore, _ answer: Answer) { (self.base, self.answer) = (base, answer) }

        /// Pauses a write, counted from now: 1 for the next one.
        func pause(write: Int) { writesUntilPause.withLock { $0 = write } }

        func resume() { permission.signal() }

        private func reachWrite() {
            let isPaused = writesUntilPause.withLock { left in
                left = left.map { $0 - 1 }
                return left == 0
            }
            guard isPaused else { return }
            waiting.add()
            permission.wait()
        }

        func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
            reachWrite()
            do {
                try base.setSecret(secret, named: name)
            } catch {
                switch answer {
                case .sameError: throw error
                case .ownError: throw OwnError()
                case .success: break
                }
            }
        }

        func removeSecret(named name: SecretName) throws -> Bool {
            let isRemoved = try base.removeSecret(named: name)
            return isRemoved || answer == .success
        }
    }

    struct Race: Sendable {
        let answer: Answer
        /// The write before which the other process acts: 1 for the mark, 2 for the new tokens.
        let write: Int
        let task: String
    }

    private static let races = Answer.allCases.flatMap { answer in
        [1, 2].flatMap { write in ["logout", "login"].map { Race(answer: answer, write: write, task: $0) } }
    }

    @Test(arguments: races)
    func `C23, C8 a renewal that has lost a race against another process takes what that has stored`(
        race: Race
    ) async throws {
        let login = try await KeptLogin()
        let store = PausedStore(login.files, race.answer)
        let manager = login.manager(store: store)
        try await manager.save(login.expired)
        store.pause(write: race.write)
        let call = Task { try await manager.credentials() }
        try await store.waiting.reaches(1)

        #expect(try await login.run(race.task) == 0)
        store.resume()

        if race.task == "logout" {
            await #expect(throws: CredentialsManagerError.noCredentials) { try await call.value }
            #expect(!manager.canRenew() && !login.manager().canRenew())
        } else {
            let credentials = try await call.value
            #expect(try await login.manager().credentials() == credentials)
            #expect(try await manager.renew().refreshToken != credentials.refreshToken)
        }
        // The tokens that were obtained and not stored are revoked.
        if race.write == 2 { _ = try await login.tenant.nextRequest(matching: "/oauth/revoke") }
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test(arguments: Answer.allCases)
    func `C23 a write or a removal through a wrapping store that has lost a race says so, and changes nothing`(
        answer: Answer
    ) async throws {
        let login = try await KeptLogin()
        let wrapping = PausedStore(login.files, answer)
        let store = wrapping.sharing.shared(wrapping)
        let name = login.name
        func read() async throws -> any StoredSecret {
            try #require(try await store.offPool { try store.storedSecret(named: name) })
        }
        #expect(try await login.run("login") == 0)
        let first = try await read()

        #expect(try await login.run("login") == 0)
        let second = try await read()

        #expect(!first.isCurrent && second.isCurrent)
        #expect(try await !store.offPool { try store.replace(first, named: name, with: SecretBytes([1])) })
        #expect(try await !store.offPool { try store.remove(first, named: name) })
        #expect(second.isCurrent)
        #expect(try await store.offPool { try store.remove(second, named: name) })
    }
}
