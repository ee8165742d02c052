import TenantEmulator
import Testing

@Suite struct ProtectedEndpointTests {
    @Test func `accepts a token with the scope, and refuses others with the reason`() async throws {
        let tenant = try EmulatedTenant.start()
        defer { tenant.stop() }

        let outcome = try await Program(name: "ProtectedEndpoint").run(
            environment: ["AUTH0_DOMAIN": tenant.domain, "AUTH0_CLIENT_ID": tenant.clientID])

        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(outcome.status == 0)
        #expect(lines[0].hasPrefix("no token: 401 "))
        #expect(lines[1].hasPrefix(#"    WWW-Authenticate: Bearer, DPoP algs=""#))
        #expect(lines[2].hasPrefix("a forger: 401 "))
        #expect(lines[3] == #"    WWW-Authenticate: Bearer error="invalid_token""#)
        #expect(lines.contains { $0.hasPrefix("john with openid read:todos: 200 todos of auth0|") })
        #expect(lines.contains { $0.hasPrefix("john with openid: 403 ") })
        #expect(lines.contains(#"    WWW-Authenticate: Bearer error="insufficient_scope", scope="read:todos""#))
        #expect(lines.count { $0.hasPrefix("john with his ID token: 401 ") } == 2)
        #expect(tenant.journal.count { $0.path == "/.well-known/jwks.json" } == 1)
    }

    @Test func `an unreachable tenant is not an error of the token`() async throws {
        let tenant = try EmulatedTenant.start()
        defer { tenant.stop() }
        tenant.faults.set(.status(500), on: "/.well-known/jwks.json")

        let outcome = try await Program(name: "ProtectedEndpoint").run(
            environment: ["AUTH0_DOMAIN": tenant.domain, "AUTH0_CLIENT_ID": tenant.clientID])

        #expect(outcome.output.contains("john with openid: 503 "))
    }
}
