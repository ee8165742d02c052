import Auth0
import Foundation
import OpenID
import OpenIDDoubles
import PostgresDatabases
import SecretStorage
import Synchronization
import TenantEmulator
import Testing

/// Clocks that jump, stand still, or have reached the year 2038; and the number of times that a manager wakes up.
@Suite(.timeLimit(.minutes(30))) struct ClockTests {
    /// A date and a monotonic clock, which a test moves one by one.
    final class Clocks: Sendable {
        private let state: Mutex<(date: Date, uptime: Duration)>

        init(_ date: Date = Date()) { state = Mutex((date, .zero)) }

        func moveDate(by seconds: TimeInterval) { state.withLock { $0.date += seconds } }

        var date: Date { state.withLock { $0.date } }

        func moveUptime(by duration: Duration) { state.withLock { $0.uptime += duration } }

        var source: TimeSource {
            TimeSource(date: { self.date }, uptime: { self.state.withLock { $0.uptime } })
        }
    }

    /// Seconds at which a number of 31, 32 or 33 bits overflows, and a date of the last year of the calendar.
    @Test(arguments: [1 << 31, 1 << 32, 1 << 33, 253_402_300_799 - 1_000_000])
    func `C9 credentials are kept, expire and are renewed around a date at which clocks overflow`(
        moment: Int
    ) async throws {
        let login = try await KeptLogin()
        let clocks = Clocks(Date(timeIntervalSince1970: Double(moment - 10)))
        let configure = { @Sendable (configuration: inout CredentialsManager.Configuration) in
            configuration.clock = clocks.source
            configuration.validatesIDTokens = false
        }
        let kept = login.credentials.expiring(at: Date(timeIntervalSince1970: Double(moment + 10)))
        try await login.manager(nil, store: nil, configure).save(kept)

        for seconds in [0, 9, 1, 1, 8] as [TimeInterval] {
            clocks.moveDate(by: seconds)
            let manager = login.manager(nil, store: nil, configure)
            #expect(manager.hasValid() && manager.hasValid(minTTL: 1))
            #expect(try await manager.credentials() == kept)
        }
        #expect(login.tokenRequests == 0)
        clocks.moveDate(by: 1)
        let manager = login.manager(nil, store: nil, configure)
        #expect(!manager.hasValid())
        clocks.moveDate(by: -86_400)
        #expect(!manager.hasValid())
        clocks.moveDate(by: 86_400)

        #expect(try await manager.credentials().accessToken != kept.accessToken)
        #expect(login.tokenRequests == 1 && login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test(arguments: [false, true])
    func `C33 a clock that is set back does not prolong the lifetime of tokens`(isRead: Bool) async throws {
        let login = try await KeptLogin()
        let clocks = Clocks()
        let manager = login.manager {
            ($0.clock, $0.validatesIDTokens) = (clocks.source, false)
        }
        try await manager.save(login.credentials.expiring(in: 3_600))
        clocks.moveDate(by: 3_000)
        clocks.moveUptime(by: .seconds(3_000))
        #expect(manager.hasValid())

        // To a date after that of the login.
        clocks.moveDate(by: -1_800)
        clocks.moveUptime(by: .seconds(700))
        // Another program stores the same record again, for example with another key.
        if isRead { _ = try login.files.rotateKey() }

        #expect(!manager.hasValid())
        _ = try await manager.credentials()
        #expect(login.tokenRequests == 1 && manager.hasValid())
    }

    @Test(arguments: [7_200, -7_200] as [TimeInterval])
    func `C33 a session transfer token expires by the clock of its manager`(offset: TimeInterval) async throws {
        let login = try await KeptLogin()
        let date = MovableDate()
        date.move(by: offset)
        let manager = login.manager { ($0.clock, $0.validatesIDTokens) = (date.clock, false) }
        try await manager.save(login.credentials)

        let session = try await manager.ssoCredentials()

        #expect((1...60).contains(session.expiresIn.timeIntervalSince(date.clock.now)))
    }

    @Test func `C9 a wait for another process wakes up 300 times in a minute at most, and ends with it`() async throws {
        let login = try await KeptLogin()
        let alarm = ManualAlarm()
        let manager = login.manager {
            ($0.alarm, $0.clock, $0.lockTimeout) = (alarm.alarm, alarm.time, .seconds(60))
        }
        try await manager.save(login.expired)
        let lock = try login.files.renewalLock(of: login.name, until: .now)
        let call = Task { try await manager.credentials() }

        var (waited, wakeUps) = (Duration.zero, 0)
        while waited < .seconds(60) {
            let pause = try #require(await alarm.nextDelay())
            (waited, wakeUps) = (waited + pause, wakeUps + 1)
            alarm.advance(by: pause)
        }

        await #expect(throws: CredentialsManagerError.lockTimeout) { try await call.value }
        #expect(wakeUps < 300 && alarm.waiting == 0 && login.tokenRequests == 0)
        withExtendedLifetime(lock) {}
    }

    @Test func `C9 a wait for another process is no busy loop while the clock stands still`() async throws {
        let login = try await KeptLogin()
        // The tenant's clock, too: the new ID token must not be from the future, however long this test takes.
        login.tenant.clock.stop()
        let (alarm, clocks) = (ManualAlarm(), Clocks(login.tenant.clock.now))
        let manager = login.manager { ($0.alarm, $0.clock) = (alarm.alarm, clocks.source) }
        try await manager.save(login.expired)
        var lock: (any RenewalLock)? = try login.files.renewalLock(of: login.name, until: .now)
        #expect(lock != nil)
        let call = Task { try await manager.credentials() }

        var waited = Duration.zero
        for _ in 0..<200 {
            let pause = try #require(await alarm.nextDelay())
            waited += pause
            alarm.advance(by: pause)
        }
        let pause = try #require(await alarm.nextDelay())
        lock = nil
        alarm.advance(by: pause)

        #expect(waited > .seconds(30) && pause == .milliseconds(250))
        #expect(try await call.value.accessToken != login.credentials.accessToken)
    }

    @Test func `C9 a wait for another process ends when the machine was suspended for longer`() async throws {
        let login = try await KeptLogin()
        let (alarm, clocks) = (ManualAlarm(), Clocks())
        let manager = login.manager { ($0.alarm, $0.clock) = (alarm.alarm, clocks.source) }
        try await manager.save(login.expired)
        let lock = try login.files.renewalLock(of: login.name, until: .now)
        let call = Task { try await manager.credentials() }
        let pause = try #require(await alarm.nextDelay())

        // The date moves, too, but does not decide.
        clocks.moveDate(by: 3_600)
        clocks.moveUptime(by: .seconds(3_600))
        alarm.advance(by: pause)

        await #expect(throws: CredentialsManagerError.lockTimeout) { try await call.value }
        #expect(alarm.waiting == 0)
        withExtendedLifetime(lock) {}
    }

    @Test func `C9 tokens that a store refuses for an hour wake a manager up 130 times at most`() async throws {
        let login = try await KeptLogin()
        let (store, alarm) = (FailingStore(), ManualAlarm())
        let manager = login.manager(store: store) { $0.alarm = alarm.alarm }
        try await manager.save(login.expired)
        store.writesUntilFailure.withLock { $0 = 1 }
        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() }

        var (waited, wakeUps) = (Duration.zero, 0)
        while waited < .seconds(3_600) {
            let pause = try #require(await alarm.nextDelay())
            (waited, wakeUps) = (waited + pause, wakeUps + 1)
            alarm.advance(by: pause)
        }
        let pause = try #require(await alarm.nextDelay())
        store.writesUntilFailure.withLock { $0 = nil }
        alarm.advance(by: pause)

        #expect(wakeUps <= 130 && login.tokenRequests == 1)
        #expect(try await login.manager(store: store).credentials() == error?.notPersisted)
    }

    @Test func `C9 a confirmed presence ends by the monotonic clock, which counts a suspension, and not by the date`()
        async throws
    {
        let login = try await KeptLogin()
        let (check, clocks) = (AnsweringPresence(), Clocks())
        let manager = login.manager { ($0.presenceCheck, $0.clock) = (check, clocks.source) }
        try await manager.save(login.credentials)
        manager.enableBiometrics(
            withTitle: "Unlock", evaluationPolicy: .deviceOwnerAuthentication, policy: .session(timeoutInSeconds: 60))
        _ = try await manager.credentials()

        for seconds in [3_000, -3_000, 59] as [TimeInterval] {
            clocks.moveDate(by: seconds)
            _ = try await manager.credentials()
            #expect(check.titles.count == 1 && manager.isBiometricSessionValid())
        }
        clocks.moveUptime(by: .seconds(59))
        _ = try await manager.credentials()
        #expect(check.titles.count == 1)
        clocks.moveUptime(by: .seconds(1))
        #expect(!manager.isBiometricSessionValid())
        _ = try await manager.credentials()
        #expect(check.titles.count == 2)
    }
}

extension ClockTests {
    @Test func `C22 a login that is moved to a database is as old there as it was`() async throws {
        let login = try await KeptLogin()
        let past = MovableDate()
        past.move(by: -10_800)
        let manager = login.manager { $0.clock = past.clock }
        try await manager.save(login.credentials.expiring(in: -7_200))
        #expect(manager.hasValid())
        for file in try login.sealedFiles {
            let date = Date(timeIntervalSinceNow: -10_800)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
        }
        let database = try await PostgresProgram.shared.value.database().store()

        try login.files.move(try #require(try login.files.inspect()), to: database, waiting: .seconds(10)) { _ in }

        let moved = login.manager(store: database)
        #expect(moved.canRenew() && !moved.hasValid())
        #expect(try await moved.credentials().accessToken != login.credentials.accessToken)
        #expect(login.tokenRequests == 1)
    }

    @Test(arguments: ["2 hours", "2 days"])
    func `C22, C33 a database whose clock was set back does not prolong the lifetime of tokens`(
        offset: String
    ) async throws {
        let login = try await KeptLogin()
        let server = try await PostgresProgram.shared.value
        let database = try await server.database()
        let past = MovableDate()
        past.move(by: -4_200)
        try await login.manager(store: try database.store()) { $0.clock = past.clock }
            .save(login.credentials.expiring(in: -600))
        // The date of the write as the database shows it 70 minutes later, after its clock was set back.
        try await server.sql(
            "UPDATE auth0_streams.secrets SET updated_at = now() - interval '70 minutes' + interval '\(offset)'",
            in: database.name)

        let manager = login.manager(store: try database.store())

        #expect(!manager.hasValid() && manager.canRenew())
        #expect(try await manager.credentials().accessToken != login.credentials.accessToken)
        #expect(login.tokenRequests == 1 && manager.hasValid())
    }
}
