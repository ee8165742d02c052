import Auth0
import Foundation
import OpenID
import PostgresDatabases
import SecretStorage
import TenantEmulator
import Testing

/// The age of tokens of an API, which are kept beside those of the login and are younger.
extension ClockTests {
    private static let scope = "read:me:factors"

    private func audience(_ login: KeptLogin) -> String { "\(login.tenant.domain)/me/" }

    /// Tokens of an API that expire in an hour, by a clock.
    private func tokens(at date: Date) -> APICredentials {
        APICredentials(
            accessToken: "API", tokenType: "Bearer", expiresIn: date.addingTimeInterval(3_600), scope: Self.scope)
    }

    private func store(_ tokens: APICredentials, _ manager: CredentialsManager, _ login: KeptLogin) -> Bool {
        manager.store(apiCredentials: tokens, forAudience: audience(login), forScope: Self.scope)
    }

    private func get(_ manager: CredentialsManager, _ login: KeptLogin) async throws -> String {
        try await manager.apiCredentials(forAudience: audience(login), scope: Self.scope).accessToken
    }

    @Test(arguments: [172_800, -172_800] as [TimeInterval])
    func `C22 tokens of an API that a host with another clock has stored live as long as they did there`(
        offset: TimeInterval
    ) async throws {
        let login = try await KeptLogin()
        let database = try await PostgresProgram.shared.value.database()
        let date = MovableDate()
        date.move(by: offset)
        let host = login.manager(store: try database.store()) { $0.clock = date.clock }
        try await host.save(login.credentials)
        #expect(store(tokens(at: date.clock.now), host, login))

        let other = login.manager(store: try database.store()) { $0.validatesIDTokens = false }
        #expect(try await get(other, login) == "API" && login.tokenRequests == 0)

        // Two hours later, by the clock of the database.
        try await PostgresProgram.shared.value.sql(
            "UPDATE auth0_streams.secrets SET updated_at = updated_at - interval '2 hours'", in: database.name)
        let later = login.manager(store: try database.store()) { $0.validatesIDTokens = false }
        #expect(try await get(later, login) != "API" && login.tokenRequests == 1)
    }

    @Test func `C33 a clock that is set back does not prolong the lifetime of tokens of an API`() async throws {
        let login = try await KeptLogin()
        let clocks = Clocks()
        let manager = login.manager { ($0.clock, $0.validatesIDTokens) = (clocks.source, false) }
        try await manager.save(login.credentials)
        #expect(store(tokens(at: clocks.date), manager, login))
        clocks.moveDate(by: 3_000)
        clocks.moveUptime(by: .seconds(3_000))
        #expect(try await get(manager, login) == "API" && login.tokenRequests == 0)

        // To a date after that of the tokens, which are 3,700 seconds old then.
        clocks.moveDate(by: -1_800)
        clocks.moveUptime(by: .seconds(700))

        #expect(try await get(manager, login) != "API" && login.tokenRequests == 1)
    }

    @Test func `C33 tokens of an API do not inherit the wrong clock with which the login was read`() async throws {
        let login = try await KeptLogin()
        let clocks = Clocks(Date(timeIntervalSinceNow: 172_800))
        let manager = login.manager { ($0.clock, $0.validatesIDTokens) = (clocks.source, false) }
        try await manager.save(login.credentials.expiring(at: clocks.date + 3_600))
        #expect(manager.hasValid())

        clocks.moveDate(by: -172_800)
        #expect(store(tokens(at: clocks.date), manager, login))

        #expect(try await get(manager, login) == "API" && login.tokenRequests == 0)
    }

    @Test(arguments: [172_800, -172_800] as [TimeInterval])
    func `C33 new tokens of an API expire by the clock of the manager`(offset: TimeInterval) async throws {
        let login = try await KeptLogin()
        let clocks = Clocks(Date(timeIntervalSinceNow: offset))
        let manager = login.manager { ($0.clock, $0.validatesIDTokens) = (clocks.source, false) }
        try await manager.save(login.credentials.expiring(at: clocks.date + 3_600))

        let first = try await get(manager, login)
        #expect(try await get(manager, login) == first && login.tokenRequests == 1)

        clocks.moveDate(by: 172_800)
        #expect(try await get(manager, login) != first && login.tokenRequests == 2)
    }
}
