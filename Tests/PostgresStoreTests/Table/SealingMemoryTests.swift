import Glibc
import PostgresDatabases
import PostgresStore
import ProgramRunner
import SecretStorage
import TestEvents
import Testing

/// The sealing keys in the memory of a process.
@Suite(.enabled(if: !Sanitizer.isActive && geteuid() == 0), .timeLimit(.minutes(30))) struct SealingMemoryTests {
    private let folder = TemporaryFolder()

    @Test func `M1 a core dump has no sealing key of a store that is in use`() async throws {
        let database = try await PostgresProgram.shared.value.database()
        let text = try database.text
        await #expect(processExitsWith: .success) { [text = text as String, path = folder.path as String] in
            var key: SecretBytes? = try SecretBytes(random: 32)
            let canary = try #require(key?.withUnsafeBytes { MaskedBytes($0) })
            let store = try TestDatabase(text: text).store(keys: ["a": #require(key)])
            key = nil
            try store.setSecret(SecretBytes([1]), named: .john)
            #expect(try store.secret(named: .john)?.bytes == [1])

            let dump = try CoreDump.write(path + "/dump")

            #expect(canary.occurrences() == 1, "it lives")
            #expect(canary.occurrences(in: dump) == 0)
        }
    }
}
