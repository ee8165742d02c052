import Auth0
import Foundation
import OpenID
import OpenIDDoubles
import SecretStorage
import TenantEmulator
import TestEvents
import Testing

/// Hosts of a fleet, one of which has lost its lock during a request: the others wait for its answer.
@Suite(.timeLimit(.minutes(30))) struct LostLockTests {
    private let secrets = MemoryStore()

    /// A renewal of a first host that the tenant has carried out, and whose answer is held back.
    private func held(_ login: KeptLogin) async throws -> Task<Credentials, any Error> {
        // The answer is held back for longer than a request usually lasts when this machine is slow.
        let client = Auth0.authentication(
            clientId: login.tenant.clientID, domain: login.tenant.domain, session: KeptLogin.patient)
        let first = login.manager(client, store: HookedStore(ofHostSharing: secrets))
        try await first.save(login.expired)
        return try await login.held { try await first.credentials() }
    }

    @Test func `C6 a host waits for the answer of another that has lost its lock, and shares it`() async throws {
        let login = try await KeptLogin()
        let renewal = try await held(login)
        let store = HookedStore(ofHostSharing: secrets)
        // Its time stands still, so that it waits however slow this machine is.
        let stopped = ManualAlarm()
        let second = login.manager(store: store) { $0.clock = stopped.time }

        let waiting = Task { try await second.credentials() }
        try await store.attempts.reaches(3)
        #expect(login.tokenRequests == 1)
        login.tenant.faults.release()

        #expect(try await waiting.value == renewal.value)
        #expect(login.tokenRequests == 1 && login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test(arguments: [0, 60, -60, 600, -600, 172_800, -172_800] as [TimeInterval])
    func `C21, C22 the wait for a vanished host is measured by the local clock, whatever its date is`(
        offset: TimeInterval
    ) async throws {
        let login = try await KeptLogin { $0.refreshTokenOverlap = .seconds(60) }
        login.tenant.clock.stop()
        let other = MovableDate()
        other.move(by: offset)
        let first = login.manager(store: HookedStore(ofHostSharing: secrets)) {
            $0.clock = other.clock
            $0.validatesIDTokens = false
        }
        try await first.save(login.expired.expiring(in: -200_000))
        let renewal = try await login.held { try await first.credentials() }
        let store = HookedStore(ofHostSharing: secrets)
        let alarm = ManualAlarm()
        let second = login.manager(store: store) { $0.clock = alarm.time }
        let waiting = Task { try await second.credentials() }
        try await store.attempts.reaches(3)
        #expect(login.tokenRequests == 1)

        for _ in 1...4 {
            alarm.advance(by: .milliseconds(900))
            try await store.attempts.reaches(store.attempts.count + 2)
            #expect(login.tokenRequests == 1)
        }
        alarm.advance(by: .milliseconds(900))

        _ = try await waiting.value
        #expect(login.tokenRequests == 2)
        login.tenant.faults.release()
        // By its clock the tokens of the other host may have expired, or be from the future.
        _ = try await renewal.value
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `C21 calls that each end before the wait, of managers of their own, recover the login together`()
        async throws
    {
        let login = try await KeptLogin { $0.refreshTokenOverlap = .seconds(60) }
        login.tenant.clock.stop()
        let renewal = try await held(login)
        let alarm = ManualAlarm()

        for _ in 0..<17 {
            let store = HookedStore(ofHostSharing: secrets)
            let manager = login.manager(store: store) {
                ($0.clock, $0.lockTimeout) = (alarm.time, .seconds(2))
            }
            let call = Task { try await manager.credentials() }
            // The second attempt comes after the first pause, whose end is known by then.
            try await store.attempts.reaches(2)
            alarm.advance(by: .seconds(2))
            await #expect(throws: CredentialsManagerError.lockTimeout) { try await call.value }
            #expect(login.tokenRequests == 1)
        }
        alarm.advance(by: .seconds(2))

        _ = try await login.manager(store: HookedStore(ofHostSharing: secrets)) { $0.clock = alarm.time }.credentials()
        #expect(login.tokenRequests == 2)
        login.tenant.faults.release()
        _ = try await renewal.value
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `C6 a renewal that ended without an answer is not waited for, neither here nor elsewhere`() async throws
    {
        let login = try await KeptLogin { $0.refreshTokenOverlap = .seconds(60) }
        login.tenant.clock.stop()
        let first = login.manager(store: HookedStore(ofHostSharing: secrets))
        try await first.save(login.expired)
        login.tenant.faults.set(.loseResponse, on: "/oauth/token", grant: "refresh_token", times: 1)
        await #expect(throws: CredentialsManagerError.renewFailed) { try await first.credentials() }

        let store = HookedStore(ofHostSharing: secrets)
        _ = try await login.manager(store: store).credentials()

        #expect(store.attempts.count == 1 && login.tokenRequests == 2)
    }

    @Test func `C3 the wait for another host ends with the time limit of the manager`() async throws {
        let login = try await KeptLogin()
        let renewal = try await held(login)
        let second = login.manager(store: HookedStore(ofHostSharing: secrets)) { $0.lockTimeout = .milliseconds(20) }

        await #expect(throws: CredentialsManagerError.lockTimeout) { try await second.credentials() }

        login.tenant.faults.release()
        #expect(try await renewal.value == second.credentials())
        #expect(login.tokenRequests == 1)
    }
}
