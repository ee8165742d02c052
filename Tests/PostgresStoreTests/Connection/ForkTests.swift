import Glibc
import PostgresDatabases
import SecretStorage
import TestEvents
import Testing

@testable import PostgresStore

/// A process that was forked from one with a store, without starting a program.
@Suite(.timeLimit(.minutes(30))) struct ForkTests {
    @Test(.disabled(if: Sanitizer.isThread, "the thread sanitizer ends a child that starts a thread"))
    func `C10 a store of the parent is refused in a forked child, and works in the parent`() async throws {
        let database = try await PostgresProgram.shared.value.database()
        // In a process of its own: of a process with many threads hardly anything works in a forked child.
        await #expect(processExitsWith: .exitCode(42)) { [database = database as TestDatabase] in
            _exit(try parent(database))
        }
    }
}

/// Uses a store, forks, and uses it again.
///
/// - Returns: 42 when everything went as it should.
private func parent(_ database: TestDatabase) throws -> Int32 {
    var store: PostgresStore? = try database.store()
    try store?.setSecret(SecretBytes([1]), named: .john)
    var lock = try store?.renewalLock(of: .john, until: .now)
    guard let read = try store?.storedSecret(named: .john), SystemState.blocks(until: { read.isCurrent }) else {
        return 1
    }

    let status = Fork.status {
        guard let kept = store, areRefused(kept, read) else { return 2 }
        if read.isCurrent { return 3 }
        // The objects of the parent do not end with those of the child.
        (store, lock) = (nil, nil)
        return 42
    }

    guard status == 42 else { return status }
    guard let store, lock != nil, read.isCurrent else { return 4 }
    try store.pool.run(isRepeatable: true) {
        _ = try $0.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
    }
    return SystemState.blocks { (try? store.storedSecret(named: .john))??.isCurrent == true } ? 42 : 5
}

/// Whether each call of a store throws `unavailable`.
private func areRefused(_ store: PostgresStore, _ read: any StoredSecret) -> Bool {
    alarm(20)
    let calls: [() throws -> Void] = [
        { _ = try store.secret(named: .john) }, { try store.setSecret(SecretBytes([2]), named: .john) },
        { _ = try store.storedSecret(named: .john) }, { _ = try store.renewalLock(of: .john, until: .now) },
        { _ = try store.replace(read, named: .john, with: SecretBytes([2])) },
    ]
    return calls.allSatisfy { call in
        do {
            try call()
            return false
        } catch { return error as? SecretStoreError == SecretStoreError(.unavailable) }
    }
}
