import Auth0
import Foundation
import OpenIDDoubles
import SecretStorage
import Streams
import Synchronization
import TenantEmulator
import TestEvents
import Testing

/// Renewals among the tasks and the managers of one process, against a tenant that rotates refresh tokens and revokes a
/// family when one is used twice.
@Suite struct RenewalTests {
    @Test func `C1 tasks and managers that need a renewal at once share one request`() async throws {
        let login = try await KeptLogin()
        let managers = (1...4).map { _ in login.manager() }
        try await managers[0].save(login.expired)

        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for index in 0..<64 { group.addTask { try await managers[index % 4].credentials().accessToken } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }

        #expect(tokens.count == 1 && !tokens.contains(login.credentials.accessToken))
        #expect(login.tenant.counters.renewals == 1)
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `C1 forced renewals at once share one request`() async throws {
        let login = try await KeptLogin()
        let managers = (1...4).map { _ in login.manager() }
        try await managers[0].save(login.credentials)

        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for index in 0..<16 { group.addTask { try await managers[index % 4].renew().accessToken } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }

        // A task that begins after the renewal of the others renews again.
        #expect(login.tenant.counters.renewals == tokens.count)
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `row 22 forced renewals with parameters of their own are sent one after the other`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.credentials)

        async let first = manager.renew(parameters: ["request": "first"])
        async let second = manager.renew(parameters: ["request": "second"])
        let tokens = Set([try await first.refreshToken, try await second.refreshToken])

        let sent = login.tenant.journal.filter { $0.text.contains("\"request\":") }
        #expect(Set(sent.map { $0.text.contains("\"second\"") }) == [false, true])
        #expect(tokens.count == 2 && login.tokenRequests == 2)
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `C2 two audiences and a renewal use one refresh token after the other`() async throws {
        let login = try await KeptLogin()
        let (one, other) = (login.manager(), login.manager())
        try await one.save(login.expired)

        async let api = one.apiCredentials(forAudience: "\(login.tenant.domain)/me/", scope: "read:me:factors")
        async let renewed = other.credentials()
        async let session = one.ssoCredentials()
        async let same = other.apiCredentials(forAudience: "\(login.tenant.domain)/me/", scope: "read:me:factors")
        let (first, second) = (try await api, try await same)

        #expect(try await renewed.accessToken != login.credentials.accessToken)
        #expect(try await !session.sessionTransferToken.isEmpty)
        #expect(first.accessToken == second.accessToken)
        #expect(login.tenant.counters.renewals == 3)
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `a failure of the tenant reaches all who wait for the request, and nothing is lost`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.expired)
        login.tenant.faults.set(.status(503), on: "/oauth/token", grant: "refresh_token", times: 1)

        let errors = await withTaskGroup(of: CredentialsManagerError?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    do { _ = try await manager.credentials() } catch { return error as? CredentialsManagerError }
                    return nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }

        let failures = errors.compactMap(\.self)
        #expect(failures.contains { ($0.cause as? AuthenticationError)?.statusCode == 503 && $0.isRetryable })
        #expect(failures.allSatisfy { $0 == .renewFailed })
        #expect(try await manager.credentials().accessToken != login.credentials.accessToken)
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `a renewal is repeated with growing pauses, as often as configured`() async throws {
        let login = try await KeptLogin()
        let alarm = ManualAlarm()
        let manager = login.manager { configuration in
            configuration.maxRetries = 2
            configuration.alarm = alarm.alarm
        }
        try await manager.save(login.expired)
        login.tenant.faults.set(.status(503), on: "/oauth/token", grant: "refresh_token", times: 2)

        async let renewed = manager.credentials()
        #expect(await alarm.nextDelay() == .milliseconds(500))
        alarm.advance(by: .milliseconds(500))
        #expect(await alarm.nextDelay() == .seconds(1))
        alarm.advance(by: .seconds(1))

        #expect(try await renewed.accessToken != login.credentials.accessToken)
        #expect(login.tokenRequests == 3)
    }

    @Test func `largeMinTTL is reported after the new tokens are stored`() async throws {
        let login = try await KeptLogin { $0.accessTokenLifetime = .seconds(60) }
        let manager = login.manager()
        try await manager.save(login.expired)

        let error = await #expect(throws: CredentialsManagerError.self) {
            try await manager.credentials(minTTL: 3600)
        }

        #expect(error == .largeMinTTL)
        #expect(try await manager.credentials().refreshToken != login.credentials.refreshToken)
        #expect(login.tenant.counters.renewals == 1)
    }

    @Test func `a scope that the tenant granted only in part is not asked for again`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.credentials)
        login.tenant.faults.set(
            .alter(try .init(["scope": "openid"])), on: "/oauth/token", grant: "refresh_token")

        let first = try await manager.credentials(withScope: "openid profile")
        let second = try await manager.credentials(withScope: "profile openid")

        #expect(first == second && first.scope == "openid")
        #expect(login.tokenRequests == 1)
    }

    @Test func `a renewal without ID token keeps the stored one, and the recovery code`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        let old = login.credentials
        try await manager.save(
            Credentials(
                accessToken: old.accessToken, tokenType: old.tokenType, idToken: old.idToken,
                refreshToken: old.refreshToken, expiresIn: Date(timeIntervalSinceNow: -1), recoveryCode: "CODE"))
        login.tenant.faults.set(
            .alter(try .init(["id_token": JSONNull()])), on: "/oauth/token", grant: "refresh_token")

        let renewed = try await manager.credentials()

        #expect(renewed.idToken == old.idToken && renewed.recoveryCode == "CODE")
        #expect(manager.user?.sub != nil)
    }

    @Test func `C9 a clock that was set back makes the tokens count as expired`() async throws {
        let login = try await KeptLogin()
        let date = MovableDate()
        let manager = login.manager { configuration in
            configuration.clock = date.clock
            configuration.validatesIDTokens = false
        }
        try await manager.save(login.credentials)
        #expect(manager.hasValid())

        date.move(by: -86_400)

        #expect(!manager.hasValid())
        _ = try await manager.credentials()
        #expect(login.tenant.counters.renewals == 1)
        date.move(by: 10 * 365 * 86_400)
        #expect(!manager.hasValid())
    }

    @Test func `C11 10,000 waiters: cancelled ones leave, the others share one request`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.expired)
        login.tenant.faults.set(.holdResponse, on: "/oauth/token", grant: "refresh_token", times: 1)
        let (results, result) = AsyncStream<CredentialsManagerResult<Credentials>>.makeStream()
        let count = Sanitizer.isActive ? 1_000 : 10_000

        let calls = (0..<count).map { _ in manager.credentials { result.yield($0) } }
        for (index, call) in calls.enumerated() where index % 3 == 0 { call.cancel() }
        _ = try await login.tenant.nextRequest(matching: "/oauth/token")
        login.tenant.faults.release()

        var (delivered, cancelled) = (0, 0)
        for await result in results.prefix(count) {
            switch result {
            case .success: delivered += 1
            case .failure(let error): cancelled += error.isCancelled ? 1 : 0
            }
        }
        #expect(cancelled == (count + 2) / 3)
        #expect(delivered == count - cancelled)
        #expect(login.tenant.counters.renewals == 1)
    }

    @Test func `T13 a cancelled caller stops waiting, and the renewal is stored nevertheless`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.expired)
        login.tenant.faults.set(.holdResponse, on: "/oauth/token", grant: "refresh_token", times: 1)

        let task = Task { try await manager.credentials() }
        _ = try await login.tenant.nextRequest(matching: "/oauth/token")
        task.cancel()
        let error = await #expect(throws: CredentialsManagerError.self) { try await task.value }
        #expect(error?.isCancelled == true)
        login.tenant.faults.release()

        #expect(try await manager.credentials().accessToken != login.credentials.accessToken)
        #expect(login.tenant.counters.renewals == 1)
    }
}
