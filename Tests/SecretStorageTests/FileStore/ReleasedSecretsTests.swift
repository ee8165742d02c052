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
