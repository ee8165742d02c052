import Harness

/// The tenant emulator, with the client that asks it: `emulator/<route>/<variant>`.
///
/// The processor time is that of both, of which about 30 µs are the client's.
enum EmulatorBenchmarks {
    static let all = [
        benchmark("token/client-credentials") { try $0.clientCredentials($1) },
        benchmark("token/password") { try $0.password($1) },
        benchmark("token/password-10000", .manyUsers) { try $0.password($1) },
        benchmark("token/password-10000-file", .manyUsersInFile) { try $0.password($1) },
        benchmark("users/page") { try $0.page($1) },
        benchmark("users/page-10000", .manyUsers) { try $0.page($1) },
        benchmark("renewal/first") { try $0.renew($1) },
        // Nothing that a renewal does may depend on the number of those before it.
        Benchmark("emulator/renewal/after-20000", metric: .processorMicroseconds) { run, fixture in
            try fixture.renew(run.iterations)
        } setup: {
            let fixture = try EmulatorFixture()
            try fixture.renew(20_000)
            return fixture
        },
        benchmark("keys/jwks") { try $0.keySet($1) },
    ]

    /// Nothing that a login or a page of a list does may depend on the number of users.
    static let ratios = [
        Ratio("after-20000", to: "first", in: "emulator/renewal", goal: "1"),
        Ratio("password-10000", to: "password", in: "emulator/token", goal: "1"),
        Ratio("password-10000-file", to: "password", in: "emulator/token", goal: "2"),
        Ratio("page-10000", to: "page", in: "emulator/users", goal: "1"),
    ]

    private static func benchmark(
        _ name: String, _ size: EmulatorFixture.Size = .standard,
        _ body: @escaping @Sendable (EmulatorFixture, Int) throws -> Void
    ) -> Benchmark {
        Benchmark("emulator/\(name)", metric: .processorMicroseconds) { run, fixture in
            try body(fixture, run.iterations)
        } setup: {
            try EmulatorFixture(size)
        }
    }
}
