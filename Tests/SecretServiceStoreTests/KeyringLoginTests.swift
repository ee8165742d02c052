import Foundation
import TenantEmulator
import Testing

/// A login in the keyring that several processes use.
@Suite(.timeLimit(.minutes(30))) struct KeyringLoginTests {
    private static let isLong = ProcessInfo.processInfo.environment["SOAK"] == "long"
    private let size = isLong ? (processes: 16, tasks: 32, expiries: 10) : (processes: 4, tasks: 4, expiries: 2)
    private let session = KeyringSession()

    /// Runs commands after the login; `tenant TASK NUMBER NUMBER` runs a process.
    private func run(_ commands: String, at tenant: EmulatedTenant) async throws -> [String] {
        try await session.run(
            """
            \(KeyringSession.unlocking)
            tenant() { renewal "\(tenant.domain)" "\(tenant.clientID)" "$@"; }
            tenant login 0 0 || echo "no login"
            \(commands)
            """)
    }

    @Test func `C1 processes with a login in the keyring renew it once for each expiry`() async throws {
        var configuration = TenantConfiguration()
        configuration.accessTokenLifetime = .seconds(2)
        let tenant = try EmulatedTenant.start(configuration)
        let statuses = try await run(
            """
            for _ in $(seq \(size.processes)); do
                { tenant expiries \(size.tasks) \(size.expiries) 2>&1; echo "$?"; } &
            done
            wait
            """, at: tenant)

        #expect(statuses == Array(repeating: "0", count: size.processes))
        #expect(tenant.counters.renewals >= size.expiries - 1)
        // A process that a busy machine starts late sees later tokens, so the renewals are not counted.
        let times = tenant.journal.filter { $0.path == "/oauth/token" && $0.text.contains(#""refresh_token":"#) }
            .map(\.receivedAt)
        #expect(times.count == tenant.counters.renewals)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1.timeIntervalSince($0) >= 2 })
        #expect(tenant.counters.refreshTokenReuses == 0)
        print("soak: keyring, \(size.processes) processes, \(tenant.counters.renewals) renewals, 0 reuses")
    }

    @Test(arguments: [("tenant logout 0 0", "1"), (":", "0")])
    func `C8 a process with credentials in memory sees at once that another one has signed out`(
        command: String, status: String
    ) async throws {
        let output = try await run(
            """
            coproc holder { tenant twice 0 0 2>/dev/null; echo "$?"; }
            exec 5<&"${holder[0]}" 6>&"${holder[1]}"
            read -r first <&5; \(command); echo >&6; read -r second <&5; echo "$first $second"
            """, at: try EmulatedTenant.start(TenantConfiguration()))

        #expect(output == ["ready \(status)"])
    }
}
