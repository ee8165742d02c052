import Auth0
import Foundation
import Harness
import SecretStorage

/// Stored credentials: `credentials/<call>/<store>` and `store/<store>/<call>`.
enum CredentialsBenchmarks {
    static let all = [
        Benchmark("credentials/valid/files") { run, fixture in
            for _ in run.scaledIterations { blackHole(try await fixture.manager.credentials()) }
        } setup: {
            try await CredentialsFixture(.files)
        },
        Benchmark("credentials/valid/memory") { run, fixture in
            for _ in run.scaledIterations { blackHole(try await fixture.manager.credentials()) }
        } setup: {
            try await CredentialsFixture(.memory)
        },
        Benchmark(
            "credentials/valid/keyring", metric: .nanoseconds, plan: .scaled(warmUp: 5, counted: 5)
        ) { run, fixture in
            for _ in run.scaledIterations { blackHole(try await fixture.manager.credentials()) }
        } setup: {
            try await CredentialsFixture(.keyring)
        },
        Benchmark("credentials/valid/postgres") { run, fixture in
            for _ in run.scaledIterations { blackHole(try await fixture.manager.credentials()) }
        } setup: {
            try await CredentialsFixture(.postgres)
        },
        Benchmark("credentials/hasValid/files") { run, fixture in
            for _ in run.scaledIterations { blackHole(fixture.manager.hasValid()) }
        } setup: {
            try await CredentialsFixture(.files)
        },
        first("memory", .memory),
        first("files", .files),
        first("postgres", .postgres),
        // The time for all users together. One round: after it, no token has expired.
        Benchmark("credentials/expiry/10k-users", metric: .milliseconds, plan: .bursts(1)) { run, fixture in
            for _ in run.scaledIterations { try await fixture.renewAll() }
        } setup: {
            try await ExpiryFixture(users: 10_000)
        },
        // A tenth as fast as a read of the copy in memory: all that another process has changed is read again.
        Benchmark("store/files/read", plan: .scaled(warmUp: 20, counted: 20)) { run, fixture in
            for _ in run.scaledIterations { blackHole(try fixture.readStore()) }
        } setup: {
            try await CredentialsFixture(.files)
        },
        Benchmark(
            "store/files/write", metric: .processorMicroseconds, plan: .scaled(warmUp: 5, counted: 5)
        ) { run, fixture in
            for _ in run.scaledIterations { try fixture.writeStore() }
        } setup: {
            try await CredentialsFixture(.files)
        },
        filesRead("10k", users: 10_000),
        filesRead("100k", users: 100_000),
        filesWrite("10k", users: 10_000),
        filesWrite("100k", users: 100_000),
        sqlite("read") { try $1.read($0) },
        sqlite("write") { try $1.write($0) },
        // Elapsed time: the work is that of other processes.
        Benchmark(
            "store/keyring/read", metric: .milliseconds, plan: .scaled(warmUp: 2, counted: 2)
        ) { run, fixture in
            for _ in run.scaledIterations { blackHole(try fixture.readStore()) }
        } setup: {
            try await CredentialsFixture(.keyring)
        },
        Benchmark(
            "store/keyring/write", metric: .milliseconds, plan: .scaled(warmUp: 2, counted: 2)
        ) { run, fixture in
            for _ in run.scaledIterations { try fixture.writeStore() }
        } setup: {
            try await CredentialsFixture(.keyring)
        },
        // Elapsed time, because most of the work is that of the server: at most 200 µs are 5,000 reads a second.
        postgres("read", .thousand),
        postgres("read-1M", .million),
        renewal("1-waiter", callers: 1),
        renewal("1000-waiters", callers: 1_000),
        // Elapsed time, because most of the work is that of the server.
        renewal("postgres", callers: 1, .postgres, metric: .nanoseconds),
        renewal("postgres-1M", callers: 1, .postgresOfMillion, metric: .nanoseconds),
        // The time until the last of 100 hosts has read a change.
        Benchmark(
            "store/postgres/announce-100-hosts", metric: .milliseconds, plan: .scaled(warmUp: 2, counted: 2)
        ) { run, fixture in
            for _ in run.scaledIterations { try await fixture.announce() }
        } setup: {
            try await HostsFixture(100)
        },
    ]

    static let ratios = [
        Ratio("read-100k", to: "read-10k", in: "store/files", goal: "≤ 1.5: flat to 100,000 users"),
        Ratio("write-100k", to: "write-10k", in: "store/files", goal: "≤ 1.5: flat to 100,000 users"),
        Ratio("read-10k", to: "read-10k-sqlite", in: "store/files", goal: "sealed files, to SQLite with plain rows"),
        Ratio("write-10k", to: "write-10k-sqlite", in: "store/files", goal: "two waits for the disk, to one"),
        Ratio("read-1M", to: "read", in: "store/postgres", goal: "≤ 1.1: as fast among 1,000,000 as among 1,000"),
        Ratio("postgres-1M", to: "postgres", in: "credentials/renewal", goal: "≤ 1.1: flat to 1,000,000 users"),
        Ratio.difference("1000-waiters", to: "1-waiter", in: "credentials/renewal", goal: "< 10,000 µs"),
    ]

    /// A new manager and its first call: at most 12 µs in memory, and 150 µs with files.
    private static func first(_ name: String, _ kind: CredentialsFixture.Kind) -> Benchmark {
        Benchmark(
            "credentials/first/\(name)", metric: .nanoseconds, plan: .scaled(warmUp: 20, counted: 20)
        ) { run, fixture in
            for _ in run.scaledIterations { blackHole(try await fixture.firstCredentials()) }
        } setup: {
            try await CredentialsFixture(kind)
        }
    }

    /// SQLite in the same run: a write-ahead log, and a wait for the disk at each commit.
    private static func sqlite(
        _ call: String, _ body: @escaping @Sendable (Int, SQLiteFixture) throws -> Void
    ) -> Benchmark {
        Benchmark(
            "store/files/\(call)-10k-sqlite", metric: .nanoseconds, plan: .scaled(warmUp: 20, counted: 20)
        ) { run, fixture in
            try body(run.iterations, fixture)
        } setup: {
            try SQLiteFixture(users: 10_000)
        }
    }

    /// At most 80 µs.
    private static func filesRead(_ name: String, users: Int) -> Benchmark {
        Benchmark(
            "store/files/read-\(name)", metric: .nanoseconds, plan: .scaled(warmUp: 20, counted: 20)
        ) { run, fixture in
            try fixture.read(run.iterations)
        } setup: {
            try FilesFixture(users: users)
        }
    }

    /// At most 600 µs with two waits for the disk, most of which are those waits.
    private static func filesWrite(_ name: String, users: Int) -> Benchmark {
        Benchmark(
            "store/files/write-\(name)", metric: .nanoseconds, plan: .scaled(warmUp: 5, counted: 5)
        ) { run, fixture in
            try fixture.write(run.iterations)
        } setup: {
            try FilesFixture(users: users)
        }
    }

    private static func postgres(_ name: String, _ size: PostgresFixture.Size) -> Benchmark {
        Benchmark(
            "store/postgres/\(name)", metric: .nanoseconds, plan: .scaled(warmUp: 50, counted: 50)
        ) { run, fixture in
            try fixture.read(run.iterations)
        } setup: {
            try PostgresFixture(size)
        }
    }

    private static func renewal(
        _ name: String, callers: Int, _ kind: CredentialsFixture.Kind = .files, metric: Metric = .processorMicroseconds
    ) -> Benchmark {
        Benchmark(
            "credentials/renewal/\(name)", metric: metric, plan: .scaled(warmUp: 1, counted: 1)
        ) { run, fixture in
            for _ in run.scaledIterations { try await fixture.renew(for: callers) }
        } setup: {
            try await CredentialsFixture(kind)
        }
    }
}
