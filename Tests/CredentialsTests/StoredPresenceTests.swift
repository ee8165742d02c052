import Foundation
import OpenID
import PasskeyAuthenticator
import SecretStorage
import Streams
import Synchronization
import TenantEmulator
import Testing

/// The outcomes of `StoredLogin.requirePresence(title:for:)`.
@Suite(.timeLimit(.minutes(30))) struct StoredPresenceTests {
    private let check = AnsweringPresence()
    private let clocks = ClockTests.Clocks()

    private func stored(_ login: KeptLogin, hasCheck: Bool = true) async throws -> StoredLogin {
        let provider = try await OpenID.discover(login.tenant.domain + "/").start()
        var configuration = StoredLogin.Configuration()
        configuration.clock = clocks.source
        if hasCheck { configuration.presenceCheck = check }
        let stored = StoredLogin(
            client: provider.client(id: login.tenant.clientID), store: MemoryStore(), configuration: configuration)
        try await stored.save(login.credentials)
        return stored
    }

    @Test func `a verified user is asked at each call, with the title`() async throws {
        let login = try await KeptLogin()
        let stored = try await stored(login)
        #expect(try await stored.credentials().accessToken == login.credentials.accessToken)
        #expect(check.titles.isEmpty)

        stored.requirePresence(title: "Unlock")

        for _ in 1...2 { #expect(try await stored.credentials().accessToken == login.credentials.accessToken) }
        #expect(check.titles == ["Unlock", "Unlock"])
    }

    @Test(arguments: [Presence.absent, .present])
    func `a user who is absent or not verified gets no credentials`(presence: Presence) async throws {
        let stored = try await stored(try await KeptLogin())
        stored.requirePresence(title: "Unlock", for: .seconds(60))
        check.outcome.withLock { $0 = .success(presence) }

        for _ in 1...2 {
            let error = await #expect(throws: StoredLoginError.self) { try await stored.credentials() }
            let cause = String(describing: error?.cause)
            #expect(error?.code == .presenceUnconfirmed && cause.contains("absent, or was not verified"))
        }
        // A refusal is not remembered, and removes nothing.
        #expect(check.titles.count == 2 && stored.hasValid())
    }

    @Test func `the error of a check is the cause`() async throws {
        let stored = try await stored(try await KeptLogin())
        stored.requirePresence(title: "Unlock")
        check.outcome.withLock { $0 = .failure(CocoaError(.userCancelled)) }

        let error = await #expect(throws: StoredLoginError.self) { try await stored.credentials() }

        #expect(error?.code == .presenceUnconfirmed && (error?.cause as? CocoaError)?.code == .userCancelled)
    }

    @Test func `a call that the program cancels is cancelled, whatever the error of the check`() async throws {
        let stored = try await stored(try await KeptLogin(), hasCheck: false)
        let check = UnansweredPresence()
        stored.presenceCheck = check
        stored.requirePresence(title: "Unlock")
        let (results, continuation) = AsyncStream<Result<Credentials, StoredLoginError>>.makeStream()
        var iterator = results.makeAsyncIterator()

        for _ in 1...200 {
            let call = stored.credentials { continuation.yield($0) }
            await check.nextRequest()

            call.cancel()

            guard case .failure(let error)? = await iterator.next() else { throw CancellationError() }
            #expect(error.code == .presenceUnconfirmed && error.isCancelled)
        }
    }

    @Test func `without a check no credentials are delivered, until one is set`() async throws {
        let stored = try await stored(try await KeptLogin(), hasCheck: false)
        stored.requirePresence(title: "Unlock")

        let error = await #expect(throws: StoredLoginError.self) { try await stored.credentials() }
        #expect(error?.code == .presenceUnconfirmed && String(describing: error?.cause).contains("presenceCheck"))

        stored.presenceCheck = check
        _ = try await stored.credentials()
        #expect(check.titles == ["Unlock"])
    }

    @Test func `a confirmation lasts for its duration`() async throws {
        let stored = try await stored(try await KeptLogin())
        stored.requirePresence(title: "Unlock", for: .seconds(60))

        _ = try await stored.credentials()
        clocks.moveUptime(by: .seconds(59))
        _ = try await stored.credentials()
        #expect(check.titles.count == 1)

        clocks.moveUptime(by: .seconds(1))
        _ = try await stored.credentials()
        #expect(check.titles.count == 2)
    }

    @Test(arguments: ["a new check", "a new requirement", "removed credentials"])
    func `a confirmation ends with its check, its requirement and its credentials`(end: String) async throws {
        let login = try await KeptLogin()
        let stored = try await stored(login)
        stored.requirePresence(title: "Unlock", for: .seconds(60))
        _ = try await stored.credentials()
        check.outcome.withLock { $0 = .success(.absent) }
        _ = try await stored.credentials()

        switch end {
        case "a new check": stored.presenceCheck = check
        case "a new requirement": stored.requirePresence(title: "Unlock", for: .seconds(60))
        default:
            try await stored.clear()
            try await stored.save(login.credentials)
        }

        await #expect(throws: StoredLoginError(.presenceUnconfirmed)) { try await stored.credentials() }
        #expect(check.titles.count == 2)
    }
}

/// A check that waits until its task is cancelled, and then fails with an error of its own.
private final class UnansweredPresence: PresenceCheck {
    private let requests = AsyncStream<Void>.makeStream()

    func nextRequest() async { for await _ in requests.stream { return } }

    func confirm(_ request: PresenceRequest) async throws -> Presence {
        requests.continuation.yield()
        let never = AsyncStream<Void>.makeStream()
        for await _ in never.stream {}
        withExtendedLifetime(never) {}
        throw CancellationError()
    }
}
