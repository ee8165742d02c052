import Auth0
import Foundation
import Glibc
import HTTPMessages
import OpenID
import OpenIDDoubles
import SecretStorage
import Streams
import TenantEmulator
import TestEvents
import Testing
import TransportDoubles

/// The rows of README's table "What happens when …": one test for each, which begins with the words of the row, for
/// both kinds of store.
@Suite(.timeLimit(.minutes(30))) struct WhatHappensTests {
    @Test(arguments: StoreKind.allCases)
    func `two processes renew at once: one token request, and both get its result`(kind: StoreKind) async throws {
        let place = try await KeptPlace(kind)
        try await place.manager().save(place.login.expired)

        let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
            for _ in 0..<4 { group.addTask { try await place.run("together", 8) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(statuses == [0, 0, 0, 0])
        #expect(place.login.tokenRequests == 1 && place.login.tenant.counters.renewals == 1)
        #expect(place.login.tenant.counters.refreshTokenReuses == 0)
    }

    /// Whether a tenant has seen a token that is not its own.
    private func sees(_ tenant: EmulatedTenant, _ credentials: Credentials) -> Bool {
        let secrets = [credentials.accessToken, credentials.refreshToken ?? "-"]
        return tenant.journal.contains { request in secrets.contains { request.text.contains($0) } }
    }

    @Test(arguments: StoreKind.allCases)
    func `the tenant or the application changes: the new one has no login, and the other one stays (C20)`(
        kind: StoreKind
    ) async throws {
        let (place, second) = (try await KeptPlace(kind), try await KeptLogin())
        let first = place.login
        let (one, other) = (try place.manager(), try place.manager(second.authentication))
        let application = try place.manager(Auth0.authentication(clientId: "another", domain: first.tenant.domain))
        try await one.save(first.expired)

        for manager in [other, application] {
            await #expect(throws: CredentialsManagerError.noCredentials) { try await manager.credentials() }
            await #expect(throws: CredentialsManagerError.noCredentials) { try await manager.renew() }
            await #expect(throws: CredentialsManagerError.noCredentials) {
                try await manager.apiCredentials(forAudience: "https://api.example.com")
            }
            try await manager.revoke()
            #expect(!manager.hasValid() && !manager.canRenew() && manager.user == nil && !manager.clear())
        }
        #expect(first.tokenRequests == 0 && first.revocations.isEmpty && !sees(second.tenant, first.credentials))
        try await other.save(second.credentials)

        #expect(try await other.credentials() == second.credentials)
        let renewed = try await one.credentials()
        #expect(renewed.accessToken != first.credentials.accessToken && first.tokenRequests == 1)
        #expect(other.clear() && one.canRenew() && second.tokenRequests == 0)
        #expect(!sees(second.tenant, renewed) && !sees(first.tenant, second.credentials))
    }

    @Test(arguments: StoreKind.allCases)
    func `another process signs out or renews: the next call notices it`(kind: StoreKind) async throws {
        let place = try await KeptPlace(kind)
        let (login, manager, changes) = (place.login, try place.manager(), EventCounter())
        try await manager.save(login.credentials)
        #expect(try await manager.credentials() == login.credentials && login.tokenRequests == 0)
        let subscription = manager.changes.sink { _ in changes.add() }

        #expect(try await place.run("renew") == 0)
        #expect(
            try await place.notices(changes) {
                try await manager.credentials().accessToken != login.credentials.accessToken
            })
        #expect(login.tokenRequests == 1)

        #expect(try await place.run("logout") == 0)
        #expect(try await place.notices(changes) { !manager.hasValid() })
        await #expect(throws: CredentialsManagerError.noCredentials) { try await manager.credentials() }
        #expect(!manager.canRenew() && manager.user == nil && login.tokenRequests == 1)
        subscription.cancel()
    }

    @Test(arguments: StoreKind.allCases, [30, 0])
    func `a process or a host is killed during a renewal: the next one sends the old refresh token once`(
        kind: StoreKind, overlap: Int
    ) async throws {
        let place = try await KeptPlace(kind) { $0.refreshTokenOverlap = .seconds(overlap) }
        let login = place.login
        // A busy machine does not use up the overlap.
        login.tenant.clock.stop()
        try await place.manager().save(login.credentials)
        #expect(try await place.run("killed-by-answer", 1) == 128 + SIGKILL)
        #expect(login.tenant.counters.renewals == 1)

        let manager = try place.manager()
        if overlap > 0 {
            #expect(try await manager.renew().accessToken != login.credentials.accessToken)
            #expect(login.tenant.counters.refreshTokenReuses == 0)
        } else {
            await #expect(throws: CredentialsManagerError.renewalInterrupted) { try await manager.renew() }
            #expect(try await manager.credentials().accessToken == login.credentials.accessToken)
            #expect(manager.user != nil && !manager.canRenew())
            await #expect(throws: CredentialsManagerError.noRefreshToken) { try await manager.renew() }
        }
        #expect(login.tokenRequests == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `there is no network: renewFailed, with isRetryable, and the credentials stay stored`(
        kind: StoreKind
    ) async throws {
        let place = try await KeptPlace(kind)
        let login = place.login
        let network = StubTransport { _ in
            .failure(TransportError(.connectionFailed, requestMayHaveArrived: false))
        }
        let manager = try place.manager(
            Auth0.authentication(clientId: login.tenant.clientID, domain: login.tenant.domain, session: network))
        try await manager.save(login.expired)

        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() }

        #expect(error == .renewFailed && error?.isRetryable == true && network.requests.count == 1)
        #expect(manager.canRenew() && manager.user != nil)
        let renewed = try await place.manager().credentials()
        #expect(renewed.accessToken != login.credentials.accessToken && login.tokenRequests == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `the disk is full before a renewal, or during one: no token is lost, and the new ones are stored later (C5)`(
        kind: StoreKind
    ) async throws {
        let (place, alarm) = (try await KeptPlace(kind), ManualAlarm())
        let login = place.login
        let manager = login.manager(store: try place.refusingStore) { $0.alarm = alarm.alarm }
        try await manager.save(login.expired)

        try await place.fillDisk()
        let early = await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() }
        #expect(early == .storeFailed && early?.notPersisted == nil && login.tokenRequests == 0)
        #expect(!manager.store(credentials: login.credentials))
        try await place.freeDisk()

        let renewal = try await login.held { try await manager.credentials() }
        try await place.fillDisk()
        login.tenant.faults.release()
        let late = await #expect(throws: CredentialsManagerError.self) { try await renewal.value }
        let kept = try #require(late?.notPersisted)
        #expect(late == .storeFailed && late?.cause as? SecretStoreError == SecretStoreError(.noSpace))
        #expect(try await manager.credentials() == kept)
        try await place.freeDisk()
        alarm.advance(by: try #require(await alarm.nextDelay()))

        // It waits for the lock, which ends when the tokens are stored.
        let other = try place.manager()
        #expect(try await other.credentials() == kept && login.tokenRequests == 1)
        _ = try await other.renew()
        #expect(login.tenant.counters.renewals == 2 && login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test(arguments: StoreKind.allCases, [7_200, -7_200, 172_800, -172_800] as [TimeInterval])
    func `the clock is wrong: renewals go on, a session that is over by it ends no login (C33)`(
        kind: StoreKind, offset: TimeInterval
    ) async throws {
        let place = try await KeptPlace(kind) { $0.sessionLifetime = .seconds(90_000) }
        let (login, date) = (place.login, MovableDate())
        let manager = try place.manager { $0.clock = date.clock }
        try await manager.save(login.credentials)
        date.move(by: offset)

        if offset < 90_000 {
            #expect(try await manager.renew().accessToken != login.credentials.accessToken)
        } else {
            await #expect(throws: CredentialsManagerError.sessionExpired) { try await manager.renew() }
        }
        date.move(by: -offset)

        _ = try await manager.credentials()
        _ = try await manager.renew()
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `the user signs out during a renewal: the late tokens are revoked, not stored (C8)`(
        kind: StoreKind
    ) async throws {
        let place = try await KeptPlace(kind)
        let (login, manager, other) = (place.login, try place.manager(), try place.manager())
        try await manager.save(login.expired)
        let renewal = try await login.held { try await manager.credentials() }

        #expect(other.clear())
        login.tenant.skipRequests(matching: "/oauth/revoke")
        login.tenant.faults.release()

        await #expect(throws: CredentialsManagerError.noCredentials) { try await renewal.value }
        _ = try await login.tenant.nextRequest(matching: "/oauth/revoke")
        let next = try place.manager()
        #expect(!manager.canRenew() && !next.canRenew() && !next.hasValid())
    }
}
