import Auth0
import Foundation
import OpenID
import OpenIDDoubles
import SecretStorage
import Streams
import Synchronization
import TenantEmulator
import TestEvents
import Testing

/// Sign-outs and logins at each step of a renewal; ``UnsavedTokensTests`` has those after it, when the store refused
/// its result.
@Suite(.timeLimit(.minutes(30))) struct SignOutTests {
    private let store = HookedStore()

    struct Moment: Sendable, CustomTestStringConvertible {
        let step: HookedStore.Step
        /// The token requests that were sent by then.
        let requests: Int
        let testDescription: String
    }

    static let moments = [
        Moment(step: .locked, requests: 0, testDescription: "after the lock"),
        Moment(step: .replacing(1), requests: 0, testDescription: "before the mark"),
        Moment(step: .replaced(1), requests: 0, testDescription: "after the mark"),
        Moment(step: .replacing(2), requests: 1, testDescription: "before the write"),
        Moment(step: .replaced(2), requests: 1, testDescription: "after the write"),
    ]

    @Test(arguments: moments) func `C8 a sign-out at each step is final`(moment: Moment) async throws {
        let login = try await KeptLogin()
        let manager = login.manager(store: store)
        try await manager.save(login.expired)
        let other = login.manager(store: store)
        store.hook(moment.step) { #expect(other.clear()) }

        let result = await Result { try await manager.credentials() }

        #expect(throws: CredentialsManagerError.noCredentials) { try result.get() }
        #expect(!manager.canRenew() && !login.manager(store: store).hasValid())
        #expect(login.tokenRequests == moment.requests)
        // The tokens that were obtained are revoked, and so are those that a sign-out without revocation leaves behind.
        if moment.requests > 0 { _ = try await login.tenant.nextRequest(matching: "/oauth/revoke") }
        await #expect(throws: CredentialsManagerError.noCredentials) { try await other.renew() }
    }

    @Test(arguments: moments) func `C8 a login of another user at each step stays`(moment: Moment) async throws {
        let login = try await KeptLogin()
        let bob = try await KeptLogin.login(at: login.tenant, email: "bob@example.org")
        let manager = login.manager(store: store)
        try await manager.save(login.expired)
        let other = login.manager(store: store)
        store.hook(moment.step) { #expect(other.store(credentials: bob)) }

        #expect(try await manager.credentials() == bob)

        #expect(try await login.manager(store: store).credentials() == bob)
        #expect(try await other.renew().refreshToken != bob.refreshToken)
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `C8 a sign-out in the pause before a repetition ends the call`() async throws {
        let login = try await KeptLogin()
        let alarm = ManualAlarm()
        let manager = login.manager(store: store) { configuration in
            configuration.maxRetries = 1
            configuration.alarm = alarm.alarm
        }
        try await manager.save(login.expired)
        login.tenant.faults.set(.status(503), on: "/oauth/token", grant: "refresh_token", times: 1)
        let call = Task { try await manager.credentials() }
        let pause = try #require(await alarm.nextDelay())

        #expect(login.manager(store: store).clear())
        alarm.advance(by: pause)

        await #expect(throws: CredentialsManagerError.noCredentials) { try await call.value }
        #expect(login.tokenRequests == 1)
    }

    @Test func `C8 a sign-out when the answer has arrived is final`() async throws {
        let login = try await KeptLogin()
        let transport = GatedTransport()
        let manager = login.manager(
            Auth0.authentication(clientId: login.tenant.clientID, domain: login.tenant.domain, session: transport),
            store: store)
        try await manager.save(login.expired)
        let call = Task { try await manager.credentials() }
        try await transport.answers.reaches(1)

        #expect(login.manager(store: store).clear())
        transport.release()

        await #expect(throws: CredentialsManagerError.noCredentials) { try await call.value }
        _ = try await login.tenant.nextRequest(matching: "/oauth/revoke")
        #expect(!manager.hasValid())
    }

    @Test func `C8 a sign-out at the end of a renewal is the last change that is published`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager(store: store)
        try await manager.save(login.expired)
        store.hook(.released) { #expect(manager.clear()) }

        let changes = try await changes(of: manager) { _ = try await manager.credentials() }

        #expect(changes == [.renewed, .cleared])
    }

    @Test(arguments: [false, true])
    func `C8 a call after a sign-out gets no tokens of a renewal that is about to end`(isByOther: Bool) async throws {
        let login = try await KeptLogin()
        let (manager, other) = (login.manager(store: store), login.manager(store: store))
        try await manager.save(login.expired)
        let (results, result) = AsyncStream<CredentialsManagerError?>.makeStream()
        afterReadBack {
            #expect((isByOther ? other : manager).clear())
            manager.credentials { answer in
                if case .failure(let error) = answer { result.yield(error) } else { result.yield(nil) }
            }
        }

        _ = try? await manager.credentials()

        for await error in results.prefix(1) { #expect(error == .noCredentials) }
    }

    @Test func `C8 a sign-out after the write of a renewal is the only change that is published`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager(store: store)
        try await manager.save(login.expired)
        afterReadBack { #expect(manager.clear()) }

        let changes = await changes(of: manager) {
            await #expect(throws: CredentialsManagerError.noCredentials) { try await manager.credentials() }
        }

        #expect(changes == [.cleared])
        _ = try await login.tenant.nextRequest(matching: "/oauth/revoke")
    }

    /// Returns the changes that are published during a closure.
    private func changes(
        of manager: CredentialsManager, during body: () async throws -> Void
    ) async rethrows -> [LoginChange] {
        let seen = Mutex<[LoginChange]>([])
        let subscription = manager.changes.sink { change in seen.withLock { $0.append(change) } }
        try await body()
        return withExtendedLifetime(subscription) { seen.withLock { $0 } }
    }

    /// Calls a closure when the new tokens of a renewal were stored and read back, and before the renewal ends.
    private func afterReadBack(_ body: @escaping @Sendable () -> Void) {
        store.hook(.replaced(2)) { store.hook(.hasRead, body) }
    }
}

extension Result where Failure == any Error {
    /// The result of an asynchronous closure.
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch { self = .failure(error) }
    }
}
