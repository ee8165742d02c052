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
        Benchmark("credentials/hasValid/files") { run, fixture in
            for _ in run.scaledIterations { blackHole(fixture.manager.hasValid()) }
        } setup: {
            try await CredentialsFixture(.files)
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
        Benchmark(
            "credentials/renewal/1000-waiters", metric: .processorMicroseconds, plan: .scaled(warmUp: 1, counted: 1)
        ) { run, fixture in
            for _ in run.scaledIterations { try await fixture.renewForThousand() }
        } setup: {
            try await CredentialsFixture(.files)
        },
    ]
}
