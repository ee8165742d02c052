import CAuth0Linux
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

    @Test func `M1 a secret does not remain in memory after its use, and the key of the store only once`() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let store = FileStore(directory: path + "/secrets")
            var secret: SecretBytes? = try SecretBytes(random: 64)
            let canary = try #require(secret?.withUnsafeBytes { MaskedBytes($0) })
            try store.setSecret(#require(secret), named: .john)
            let master = try #require(Self.masked(path + "/secrets/key", skipping: 9))
            secret = try store.secret(named: .john)
            #expect(canary.occurrences() == 1)
            _ = try store.accounts(ofService: "app")

            secret = nil
            // Reads the key last: nothing that is read later overwrites its buffers.
            #expect(try store.secret(named: SecretName(service: "app", account: "absent")) == nil)

            #expect(canary.occurrences() == 0)
            // In pages that a core dump leaves out.
            #expect((master.occurrences() ?? .max) <= 1)
        }
    }

    /// Whether the debugger, which is a child of the process, may trace it.
    private static let isTraceable =
        geteuid() == 0 || (try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8)) == "0\n"

    @Test(.enabled(if: isTraceable))
    func `M1 a core dump after the release of a secret has neither it nor the key of the store`() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let store = FileStore(directory: path + "/secrets")
            var secret: SecretBytes? = try SecretBytes(random: 64)
            let canary = try #require(secret?.withUnsafeBytes { MaskedBytes($0) })
            try store.setSecret(#require(secret), named: .john)
            let master = try #require(Self.masked(path + "/secrets/key", skipping: 9))
            secret = try store.secret(named: .john)

            let before = try CoreDump.write(path + "/before")
            #expect(canary.occurrences(in: before) == 1)
            secret = nil
            #expect(try store.secret(named: SecretName(service: "app", account: "absent")) == nil)
            let after = try CoreDump.write(path + "/after")

            #expect(canary.occurrences(in: after) == 0 && master.occurrences(in: after) == 0)
        }
    }

    @Test(.enabled(if: isTraceable))
    func `M1 a core dump has no live passphrase, nor the key that is derived from it`() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            var phrase: SecretBytes? = try SecretBytes(random: 48)
            let canary = try #require(phrase?.withUnsafeBytes { MaskedBytes($0) })
            let store = FileStore(
                directory: path + "/secrets", key: .passphrase(try #require(phrase), cost: .minimum))
            phrase = nil
            try store.setSecret(SecretBytes([1]), named: .john)
            #expect(try store.secret(named: .john) != nil)

            let dump = try CoreDump.write(path + "/dump")

            #expect(canary.occurrences() == 1, "it lives")
            #expect(canary.occurrences(in: dump) == 0)
        }
    }

    @Test(.enabled(if: isTraceable))
    func `M1 pages of a secret are left out of a core dump, locked, and unmapped after its release`() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            var plain: SecretBytes? = try SecretBytes(random: 10_000)
            // The end, which is in the last page.
            let canary = try #require(
                plain?.withUnsafeBytes { MaskedBytes(UnsafeRawBufferPointer(rebasing: $0.suffix(32))) })
            var secret = plain.map { SecretBytes(withOwnPages: $0) }
            #expect(secret.flatMap { secret in plain.map { ConstantTime.areEqual($0, secret) } } == true)
            #expect(canary.occurrences() == 2)
            let before = try CoreDump.write(path + "/before")
            #expect(canary.occurrences(in: before) == 1, "the plain one")

            plain = nil
            let address = try #require(secret?.withUnsafeBytes { $0.baseAddress.map { UInt(bitPattern: $0) } })
            let flags = try #require(Self.flags(at: address))
            #expect(flags.contains("dd"))
            #expect(canary.occurrences() == 1)
            let after = try CoreDump.write(path + "/after")
            #expect(canary.occurrences(in: after) == 0)

            secret = nil
            #expect(canary.occurrences() == 0)
        }
    }

    @Test func `M1 a process that says so has no core dump`() async {
        await #expect(processExitsWith: .success) {
            #expect(auth0_is_dumpable() == 1)

            try SecretBytes.makeProcessNondumpable()

            #expect(auth0_is_dumpable() == 0)
        }
    }

    /// The flags that the kernel has for the pages at an address.
    private static func flags(at address: UInt) -> [Substring]? {
        guard let file = fopen("/proc/self/smaps", "re") else { return nil }
        defer { fclose(file) }
        var (isInside, buffer) = (false, [CChar](repeating: 0, count: 4_096))
        while fgets(&buffer, Int32(buffer.count), file) != nil {
            let line = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
            if ends.count == 2 { isInside = (ends[0]..<ends[1]).contains(address) }
            if isInside, line.hasPrefix("VmFlags:") { return line.dropFirst(8).split(whereSeparator: \.isWhitespace) }
        }
        return nil
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
