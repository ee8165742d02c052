import Foundation
import Glibc
import OpenSSLCryptography
import ProgramRunner
import SecretStorage
import TestEvents
import Testing

/// In a process of its own, because the memory of the whole process is searched.
@Suite(.enabled(if: !Sanitizer.isActive)) struct ReleasedSecretsTests {
    let folder = TemporaryFolder()

    @Test func `M1 neither a stored secret nor the key of the store remains in memory after its use`() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let store = FileStore(directory: path + "/secrets")
            let name = SecretName(service: "app", account: "john")
            var secret: SecretBytes? = try SecretBytes(random: 64)
            let canary = try #require(secret?.withUnsafeBytes { MaskedBytes($0) })
            try store.setSecret(#require(secret), named: name)
            let master = try #require(Self.masked(path + "/secrets/key", skipping: 9))
            secret = try store.secret(named: name)
            #expect(canary.occurrences() == 1)
            _ = try store.accounts(ofService: "app")

            secret = nil
            // Reads the key last: nothing that is read later overwrites its buffers.
            #expect(try store.secret(named: SecretName(service: "app", account: "absent")) == nil)

            #expect(canary.occurrences() == 0)
            #expect(master.occurrences() == 0)
        }
    }

    /// Whether the debugger, which is a child of the process, may trace it.
    private static let isTraceable =
        geteuid() == 0 || (try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8)) == "0\n"

    @Test(.enabled(if: isTraceable))
    func `M1 a core dump after the release of a secret has neither it nor the key of the store`() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let store = FileStore(directory: path + "/secrets")
            let name = SecretName(service: "app", account: "john")
            var secret: SecretBytes? = try SecretBytes(random: 64)
            let canary = try #require(secret?.withUnsafeBytes { MaskedBytes($0) })
            try store.setSecret(#require(secret), named: name)
            let master = try #require(Self.masked(path + "/secrets/key", skipping: 9))
            secret = try store.secret(named: name)

            let before = try Self.coreDump(path + "/before")
            #expect(canary.occurrences(in: before) == 1)
            secret = nil
            #expect(try store.secret(named: SecretName(service: "app", account: "absent")) == nil)
            let after = try Self.coreDump(path + "/after")

            #expect(canary.occurrences(in: after) == 0 && master.occurrences(in: after) == 0)
        }
    }

    /// Writes a core dump of this process.
    ///
    /// - Returns: The path of the file.
    private static func coreDump(_ prefix: String) throws -> String {
        let run = try ProgramRun(waitingFor: "/usr/bin/gcore", ["-o", prefix, "\(getpid())"])
        try #require(run.status == 0, "\(String(decoding: run.errors, as: UTF8.self))")
        return "\(prefix).\(getpid())"
    }

    /// Masks the contents of a file after its magic and version, without a copy that remains.
    private static func masked(_ path: String, skipping start: Int) -> MaskedBytes? {
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
            defer { if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) } }
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            let count = read(file, buffer.baseAddress, buffer.count)
            // A check value of 32 bytes follows the key.
            guard count == start + 64 else { return nil }
            return MaskedBytes(UnsafeRawBufferPointer(rebasing: buffer[start..<start + 32]))
        }
    }
}
