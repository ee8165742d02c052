import Foundation
import Glibc
import OpenSSLCryptography
import ProgramRunner
import Synchronization
import TestEvents
import Testing

@testable import SecretStorage

/// The exchange of the key that seals the secrets.
@Suite struct RotationTests {
    let folder = TemporaryFolder()
    let other = SecretName(service: "app", account: "jane")

    private var store: FileStore { FileStore(directory: folder.path + "/s") }
    private var records: [String] { folder.paths.filter { $0.hasSuffix(".sealed") } }

    private func twoSecrets() throws {
        try store.setSecret(SecretBytes([1]), named: .john)
        try store.setSecret(SecretBytes([2]), named: other)
    }

    @Test func `a rotation seals every secret with a new key, whose number the record names`() throws {
        try twoSecrets()
        let (first, names) = (try #require(FolderKey(folder.bytes("s/key"))), records)
        #expect(try records.allSatisfy { SealedRecord.keyID(of: try folder.bytes($0)) == 0 })

        #expect(try store.rotateKey() == FileStore.Rotation(sealed: 2, unreadable: 0))
        #expect(try store.rotateKey() == FileStore.Rotation(sealed: 2, unreadable: 0))

        #expect(records == names)
        for file in records {
            let bytes = try folder.bytes(file)
            #expect(SealedRecord.keyID(of: bytes) == 2)
            let id = try id(file)
            for number in [0, 1, 2] as [UInt32] {
                #expect(SealedRecord(id: id, master: first.master, keyID: number).open(bytes) == nil)
            }
        }
        #expect(try store.secret(named: .john)?.bytes == [1])
        #expect(try store.accounts(ofService: "app") == ["jane", "john"])
        try store.setSecret(SecretBytes([3]), named: .john)
        #expect(try store.secret(named: .john)?.bytes == [3])
    }

    private func id(_ file: String) throws -> [UInt8] {
        let digits = Array(try #require(file.split(separator: "/").last).dropLast(7).utf8)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
    }

    @Test func `a rotation without a store creates none`() throws {
        #expect(try store.rotateKey() == FileStore.Rotation(sealed: 0, unreadable: 0))
        #expect(folder.paths.isEmpty)
    }

    @Test func `an open reader finds the secrets of a rotation that ended after it read the key`() throws {
        try twoSecrets()
        guard let reader = try SealedFolder.open(folder.path + "/s", .ownFile) else {
            Issue.record("no folder")
            return
        }
        try store.rotateKey()

        #expect(try reader.read(.john)?.bytes == [1])
        #expect(try reader.names().count == 2)
    }

    @Test func `C1 a rotation does not change the lock of a renewal`() throws {
        try twoSecrets()
        let lock = try store.renewalLock(of: .john, until: .now + .seconds(5))
        try store.rotateKey()

        #expect(throws: SecretStoreError(.lockTimeout)) { try store.renewalLock(of: .john, until: .now) }
        withExtendedLifetime(lock) {}
    }

    @Test func `the earlier keys remain while a file is unreadable, and open it when it is repaired`() throws {
        try twoSecrets()
        let file = try #require(records.first)
        let good = try folder.bytes(file)
        try folder.overwrite(file, Array(good.dropLast()))

        #expect(try store.rotateKey() == FileStore.Rotation(sealed: 1, unreadable: 1))

        try folder.overwrite(file, good)
        #expect(try store.accounts(ofService: "app") == ["jane", "john"])
        #expect(try store.rotateKey() == FileStore.Rotation(sealed: 2, unreadable: 0))
        try folder.overwrite(file, good)
        #expect(try store.accounts(ofService: "app").count == 1)
    }

    @Test func `S8 D3 a file from before a rotation that is put back is corrupt`() throws {
        try twoSecrets()
        let before = try records.map { ($0, try folder.bytes($0)) }
        try store.rotateKey()
        for (file, bytes) in before { try folder.overwrite(file, bytes) }

        #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: .john) }
        #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: other) }
    }

    @Test func `C4 a process that ends at any system call of a rotation leaves every secret readable`() async throws {
        try twoSecrets()
        var (step, hasEnded) = (1, false)
        while !hasEnded {
            let status = try await #require(processExitsWith: .failure) {
                [path = folder.path as String, step = step as Int] in
                let count = Atomic(0)
                SystemCalls.intercept { _, _ in
                    if count.add(1, ordering: .relaxed).newValue == step { _exit(9) }
                    return nil
                }
                try FileStore(directory: path + "/s").rotateKey()
                _exit(10)
            }
            hasEnded = status.exitStatus == .exitCode(10)
            try #require(hasEnded || status.exitStatus == .exitCode(9))
            #expect(try await store.secret(named: .john)?.bytes == [1], "\(step)")
            #expect(try await store.secret(named: other)?.bytes == [2], "\(step)")
            step += 1
        }
        // Three writes of the key file and two of records, each with at least four calls.
        #expect(step > 16)
        #expect(try await store.accounts(ofService: "app") == ["jane", "john"])
        try await store.setSecret(SecretBytes([3]), named: .john)
        #expect(!folder.paths.contains { $0.hasSuffix(".new") })
    }

    @Test func `C29 writes of other secrets continue during rotations, and none is refused or lost`() throws {
        try twoSecrets()
        for number in 0..<100 {
            try store.setSecret(SecretBytes([0]), named: SecretName(service: "many", account: "\(number)"))
        }
        let path = folder.path + "/s"
        let failures = Mutex<[String]>([])
        let isOver = Atomic(false)

        Threads.each(6) { thread in
            do {
                guard thread > 0 else {
                    defer { isOver.store(true, ordering: .releasing) }
                    for _ in 0..<3 {
                        let result = try FileStore(directory: path).rotateKey()
                        guard result.unreadable == 0, result.sealed >= 102 else { throw SecretStoreError(.failed) }
                    }
                    return
                }
                // A renewal: two exchanges of what was read, with a rotation anywhere between.
                let (store, name) = (FileStore(directory: path), SecretName(service: "many", account: "\(thread)"))
                var byte: UInt8 = 0
                while !isOver.load(ordering: .acquiring) {
                    let lock = try store.renewalLock(of: name, until: .now)
                    guard let stored = try store.storedSecret(named: name), stored.secret.bytes == [byte] else {
                        throw SecretStoreError(.failed, detail: "another secret")
                    }
                    byte &+= 1
                    guard try store.replace(stored, named: name, with: SecretBytes([byte])), lock.isHeld else {
                        throw SecretStoreError(.failed, detail: "refused")
                    }
                }
            } catch { failures.withLock { $0.append("\(error)") } }
        }

        #expect(failures.withLock { $0 } == [])
        #expect(try store.accounts(ofService: "many").count == 100)
        #expect(try records.allSatisfy { SealedRecord.keyID(of: try folder.bytes($0)) == 3 })
        #expect(try folder.bytes("s/key").count < 300, "the earlier keys are gone")
    }

    @Test func `C29 an answer is stored although a rotation sealed the marked secret again`() throws {
        try twoSecrets()
        let marked = try #require(try store.storedSecret(named: .john))
        let removed = try #require(try store.storedSecret(named: other))
        try store.rotateKey()
        #expect(!marked.isCurrent)

        #expect(try store.replace(marked, named: .john, with: SecretBytes([3])))
        #expect(try store.remove(removed, named: other))

        #expect(try store.secret(named: .john)?.bytes == [3])
        #expect(try !store.replace(marked, named: .john, with: SecretBytes([4])))
    }

    @Test func `C29 a write that waits while the keys are replaced seals with the new one`() throws {
        try store.setSecret(SecretBytes([1]), named: .john)
        let (path, copy) = (folder.path + "/s", folder.path + "/t")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        try FileStore(directory: copy).rotateKey()
        let file = try #require(records.first { $0.hasPrefix("s/") }?.dropFirst(2))
        let holder = Mutex<LockedRecord?>(nil)
        holder.withLock { $0 = try? LockedRecord.lock(.john, in: path, .ownFile, until: .now) }
        let waiter = FileStore(directory: path)
        let write = Threads.result { Result { try waiter.setSecret(SecretBytes([2]), named: .john) } }
        let isWaiting = SystemState.blocks { Descriptors.targets.count { $0 == path + "/lock" } == 2 }

        // As a whole rotation of another process leaves it.
        for file in [String(file), "key"] { rename("\(copy)/\(file)", "\(path)/\(file)") }
        holder.withLock { $0 = nil }
        try write().get()

        #expect(isWaiting)
        #expect(try read(.john) == [2])
        #expect(try SealedRecord.keyID(of: folder.bytes("s/\(file)")) == 1)
    }

    @Test func `C28 a key that another process or program replaced is noticed by a process that keeps the old one`()
        async throws
    {
        try twoSecrets()
        try keepKey()
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            _ = try FileStore(directory: path + "/s").rotateKey()
            _exit(0)
        }

        #expect(try read(.john) == [1] && read(other) == [2])
        try write(3, .john)
        #expect(try records.allSatisfy { SealedRecord.keyID(of: try folder.bytes($0)) == 1 })
        try keepKey()
        let good = try folder.bytes("s/key")
        try folder.overwrite("s/key", good.dropLast() + [good[good.count - 1] ^ 1])
        #expect(throws: SecretStoreError(.corrupt)) { try read(.john) }
        try folder.overwrite("s/key", good)
        #expect(try read(.john) == [3])
        chmod(folder.path + "/s/key", 0o644)
        #expect(throws: SecretStoreError(.notPrivate)) { try read(.john) }
        chmod(folder.path + "/s/key", 0o600)
        try keepKey()
        unlink(folder.path + "/s/key")
        #expect(throws: SecretStoreError(.corrupt)) { try read(.john) }
    }

    @Test func `C28 a process may use more folders than it keeps keys of`() throws {
        let stores = (0..<40).map { FileStore(directory: folder.path + "/\($0)") }
        for round in 0..<3 as Range<UInt8> {
            for store in stores { try store.setSecret(SecretBytes([round]), named: .john) }
            for store in stores { #expect(try store.secret(named: .john)?.bytes == [round]) }
        }
    }

    private func read(_ name: SecretName) throws -> [UInt8]? { try store.secret(named: name)?.bytes }
    private func write(_ byte: UInt8, _ name: SecretName) throws {
        try store.setSecret(SecretBytes([byte]), named: name)
    }

    /// Uses the store until this process keeps its key, which it does not in the first ticks of the file system.
    private func keepKey() throws {
        var status = stat()
        repeat {
            try #require(stat(folder.path + "/s/key", &status) == 0)
            _ = try read(.john)
        } while FileState(status).isRecent
        _ = try read(.john)
    }
}
