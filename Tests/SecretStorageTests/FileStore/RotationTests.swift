import Foundation
import OpenSSLCryptography
import ProgramRunner
import Synchronization
import Testing

@testable import SecretStorage

/// The exchange of the key that seals the secrets.
@Suite struct RotationTests {
    let folder = TemporaryFolder()
    let name = SecretName(service: "app", account: "john")
    let other = SecretName(service: "app", account: "jane")

    private var store: FileStore { FileStore(directory: folder.path + "/s") }
    private var records: [String] { folder.paths.filter { $0.hasSuffix(".sealed") } }

    private func twoSecrets() throws {
        try store.setSecret(SecretBytes([1]), named: name)
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
        #expect(try store.secret(named: name)?.bytes == [1])
        #expect(try store.accounts(ofService: "app") == ["jane", "john"])
        try store.setSecret(SecretBytes([3]), named: name)
        #expect(try store.secret(named: name)?.bytes == [3])
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

        #expect(try reader.read(name)?.bytes == [1])
        #expect(try reader.names().count == 2)
    }

    @Test func `C1 a rotation does not change the lock of a renewal`() throws {
        try twoSecrets()
        let lock = try store.renewalLock(of: name, until: .now + .seconds(5))
        try store.rotateKey()

        #expect(throws: SecretStoreError(.lockTimeout)) { try store.renewalLock(of: name, until: .now) }
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

        #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: name) }
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
            #expect(try await store.secret(named: name)?.bytes == [1], "\(step)")
            #expect(try await store.secret(named: other)?.bytes == [2], "\(step)")
            step += 1
        }
        // Three writes of the key file and two of records, each with at least four calls.
        #expect(step > 16)
        #expect(try await store.accounts(ofService: "app") == ["jane", "john"])
        try await store.setSecret(SecretBytes([3]), named: name)
        #expect(!folder.paths.contains { $0.hasSuffix(".new") })
    }
}
