import Foundation
import Glibc
import OpenSSLCryptography
import ProgramRunner
import Synchronization
import Testing

@testable import SecretStorage

/// The state of the folder before each system call of the store, and after the end of the process at each.
@Suite struct SystemCallTests {
    let folder = TemporaryFolder()

    private var store: FileStore { FileStore(directory: folder.path + "/state/s") }

    @Test(arguments: [0 as mode_t, 0o777])
    func `S1 nothing gives access to others before any system call of a write`(mask: mode_t) async {
        await #expect(processExitsWith: .success) { [path = folder.path as String, mask = mask as mode_t] in
            if geteuid() == 0 {
                chown(path, 65534, 65534)
                setuid(65534)
            }
            umask(mask)
            let calls = Atomic(0)
            SystemCalls.intercept { _, _ in
                calls.add(1, ordering: .relaxed)
                for name in (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [] {
                    var status = stat()
                    if lstat("\(path)/\(name)", &status) == 0, status.st_mode & 0o077 != 0 { _exit(3) }
                }
                return nil
            }
            let store = FileStore(directory: path + "/state/s")
            do {
                try await store.setSecret(SecretBytes([1]), named: .john)
                try await store.setSecret(SecretBytes([2]), named: .john)
                _exit(calls.load(ordering: .relaxed) > 12 ? 0 : 2)
            } catch { _exit(1) }
        }
    }

    @Test func `S9 C4 a process that ends at any system call of a write leaves one whole secret and no plain text`()
        async throws
    {
        for step in 1...(Self.calls + 1) {
            // Removes what the process before this one left.
            try await store.setSecret(SecretBytes(Array("old-canary".utf8)), named: .john)
            #expect(!folder.paths.contains { $0.hasSuffix(".new") }, "\(step)")
            await #expect(processExitsWith: .exitCode(step <= Self.calls ? 9 : 0)) {
                [path = folder.path as String, step = step as Int] in
                let count = Atomic(0)
                SystemCalls.intercept { _, _ in
                    if count.add(1, ordering: .relaxed).newValue == step { _exit(9) }
                    return nil
                }
                let store = FileStore(directory: path + "/state/s")
                try await store.setSecret(SecretBytes(Array("new-canary".utf8)), named: .john)
                _exit(0)
            }

            let bytes = try #require(try await store.secret(named: .john)?.bytes)
            let isNew = String(decoding: bytes, as: UTF8.self) == "new-canary"
            #expect(isNew || String(decoding: bytes, as: UTF8.self) == "old-canary", "\(step)")
            if step > Self.calls { #expect(isNew) }
            for file in folder.paths where folder.mode(file) == 0o600 {
                #expect(!String(decoding: try folder.bytes(file), as: Unicode.ASCII.self).contains("canary"))
            }
        }
    }

    /// The calls of one write: a file, a new name, and a wait for each.
    private static let calls = 4

    @Test func `D2 a file system that cannot wait for the names of a folder is no failure`() async throws {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let count = Atomic(0)
            SystemCalls.intercept { call, descriptor in
                var status = stat()
                guard call == "fsync", fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                    return nil
                }
                count.add(1, ordering: .relaxed)
                return EINVAL
            }
            let store = FileStore(directory: path + "/state/s")
            do {
                try await store.setSecret(SecretBytes([1]), named: .john)
                guard try await store.secret(named: .john)?.bytes == [1], try await store.removeSecret(named: .john)
                else {
                    _exit(2)
                }
                _exit(count.load(ordering: .relaxed) > 3 ? 0 : 3)
            } catch { _exit(1) }
        }
    }

    @Test func `D2 another error of the wait for a file is a failure, and the previous secret remains`() async throws {
        try await store.setSecret(SecretBytes([1]), named: .john)

        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            SystemCalls.intercept { call, _ in call == "fsync" ? EIO : nil }
            do {
                try await FileStore(directory: path + "/state/s").setSecret(SecretBytes([2]), named: .john)
                _exit(1)
            } catch { _exit((error as? SecretStoreError)?.systemError == EIO ? 0 : 2) }
        }

        #expect(try await store.secret(named: .john)?.bytes == [1])
    }

    @Test func `D2 a failed wait for the names of the folder is an error, and the new secret is stored`() async throws {
        try await store.setSecret(SecretBytes([1]), named: .john)

        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            SystemCalls.intercept { call, descriptor in
                var status = stat()
                let isFolder = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
                return call == "fsync" && isFolder ? EIO : nil
            }
            do {
                try await FileStore(directory: path + "/state/s").setSecret(SecretBytes([2]), named: .john)
                _exit(1)
            } catch { _exit((error as? SecretStoreError)?.systemError == EIO ? 0 : 2) }
        }

        #expect(try await store.secret(named: .john)?.bytes == [2])
        try await store.setSecret(SecretBytes([3]), named: .john)
        #expect(try await store.secret(named: .john)?.bytes == [3])
    }

    @Test func `S1 a file system whose files stay open to others is an error, for a new store and an old one`() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            alarm(60)
            SystemCalls.intercept { call, _ in
                guard call == "renameat" else { return nil }
                // The mode of a mount for all its files, which a change of the mode does not change.
                for name in (try? FileManager.default.contentsOfDirectory(atPath: path + "/s")) ?? [] {
                    chmod("\(path)/s/\(name)", 0o644)
                }
                return nil
            }
            let store = FileStore(directory: path + "/s")
            for _ in 1...2 {
                do {
                    try await store.setSecret(SecretBytes([1]), named: .john)
                    _exit(1)
                } catch { if (error as? SecretStoreError)?.code != .notPrivate { _exit(2) } }
            }
            _exit(0)
        }
    }

    @Test func `D3 a reader that looks for the key before the first write, and lists after it, finds the secret`()
        async throws
    {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            mkdir(path + "/state", 0o700)
            mkdir(path + "/state/s", 0o700)
            SystemCalls.intercept { call, _ in
                guard call == "fdopendir" else { return nil }
                SystemCalls.intercept(nil)
                // The first write of another process, between the two looks of the reader.
                do {
                    try FileStore(directory: path + "/state/s").setSecret(SecretBytes([1]), named: .john)
                } catch { _exit(4) }
                return nil
            }
            do {
                _exit(try await FileStore(directory: path + "/state/s").secret(named: .john)?.bytes == [1] ? 0 : 2)
            } catch { _exit(1) }
        }
    }
}
