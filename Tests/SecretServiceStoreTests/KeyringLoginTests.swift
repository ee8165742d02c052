import Foundation
import TenantEmulator
import Testing

/// A login in the keyring that several processes use.
@Suite(.timeLimit(.minutes(5))) struct KeyringLoginTests {
    private static let isLong = ProcessInfo.processInfo.environment["SOAK"] == "long"
    private let size = isLong ? (processes: 16, tasks: 32, expiries: 10) : (processes: 4, tasks: 4, expiries: 2)
    private let session = KeyringSession()
    private let tenant: EmulatedTenant

    init() throws {
        var configuration = TenantConfiguration()
        configuration.accessTokenLifetime = .seconds(2)
        tenant = try EmulatedTenant.start(configuration)
    }

    /// Runs commands after the login; `tenant TASK NUMBER NUMBER` runs a process.
    private func run(_ commands: String) async throws -> [String] {
        try await session.run(
            """
            \(KeyringSession.unlocking)
            tenant() { renewal "\(tenant.domain)" "\(tenant.clientID)" "$@"; }
            tenant login 0 0 || echo "no login"
            \(commands)
            """)
    }

    @Test func `C1 processes with a login in the keyring renew it once for each expiry`() async throws {
        let statuses = try await run(
            """
            for _ in $(seq \(size.processes)); do
                { tenant expiries \(size.tasks) \(size.expiries) 2>&1; echo "$?"; } &
            done
            wait
            """)

        #expect(statuses == Array(repeating: "0", count: size.processes))
        #expect(tenant.counters.renewals >= size.expiries - 1)
        #expect(tenant.counters.renewals <= size.expiries * 2)
        #expect(tenant.counters.refreshTokenReuses == 0)
        print("soak: keyring, \(size.processes) processes, \(tenant.counters.renewals) renewals, 0 reuses")
    }

    @Test func `C8 a process sees at once that another one has signed out`() async throws {
        let output = try await run(
            """
            tenant together 4 0; echo "$?"
            tenant logout 0 0; echo "$?"
            tenant together 4 0 2>/dev/null; echo "$?"
            """)

        #expect(output == ["0", "0", "1"])
    }
}
