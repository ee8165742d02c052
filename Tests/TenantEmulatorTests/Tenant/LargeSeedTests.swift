import ByteEncodings
import Foundation
import TenantEmulator
import TestEvents
import Testing

/// Tenants with thousands of users.
@Suite struct LargeSeedTests {
    private static let count = 3000

    private static var seed: TenantSeed {
        var seed = TenantSeed.standard
        seed.users += (0..<count).map { number in
            var user = TenantSeed.User(email: "Member\(number)@example.com", password: nil)
            user.id = "auth0|large\(String(format: "%05d", number))"
            return user
        }
        // A member is named by any identifier, in any case.
        let members = seed.users.suffix(count).enumerated().map { index, user in
            (index.isMultiple(of: 2) ? user.id : user.email?.uppercased()) ?? ""
        }
        seed.organizations.append(.init(id: "org_large", name: "large", members: Set(members)))
        seed.roles.append(.init(name: "large", members: Set(members)))
        return seed
    }

    @Test func `E8 each member of a large organization is compared once, at the start`() async throws {
        let seed = Self.seed
        var started: Result<EmulatedTenant, any Error>?
        // 2,000 members, each compared with each of 10,000 users, took 40 seconds.
        let time = ProcessorTime.shortest(of: 1) {
            started = Result { try EmulatedTenant.start(TenantConfiguration(port: 0, seed: seed)) }
        }
        let tenant = try #require(started).get()
        let api = try await ManagementClient(tenant)

        let page = try await api.get("/organizations/org_large/members?include_totals=true&per_page=2&page=3").json
        let role = try #require(try await api.get("/roles?name_filter=large").json?.list?.first?["id"]?.string)
        let holders = try await api.get("/roles/\(role)/users?include_totals=true&per_page=1").json
        let own = try await api.get("/users/auth0%7Clarge00001/organizations").json?.list

        #expect(time < 10_000_000_000)
        #expect(page?["total"]?.integer == Self.count && holders?["total"]?.integer == Self.count)
        let ids = page?["members"]?.list?.compactMap { $0["user_id"]?.string }
        #expect(ids == ["auth0|large00006", "auth0|large00007"])
        #expect(own?.compactMap { $0["name"]?.string } == ["large"])
    }
}
