import Foundation
import OpenSSLCryptography
import ProgramRunner
import Synchronization
import Testing

@testable import SecretStorage

/// Files of an earlier state that are put back, as from a backup.
@Suite struct RollbackTests {
    let folder = TemporaryFolder()
    let other = SecretName(service: "app", account: "jane")

    private var store: FileStore { FileStore(directory: folder.path + "/s") }
    private var records: [String] { folder.paths.filter { $0.hasSuffix(".sealed") } }

    private func read(_ name: SecretName) throws -> [UInt8]? { try store.secret(named: name)?.bytes }
    private func set(_ byte: UInt8, _ name: SecretName) throws { try store.setSecret(SecretBytes([byte]), named: name) }

    /// Puts the file of a secret back.
    private func putBack(_ file: String, _ bytes: [UInt8]) throws {
        unlink("\(folder.path)/\(file)")
        try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(file)"))
        chmod("\(folder.path)/\(file)", 0o600)
    }

    @Test func `S8 D3 an older file of a secret that is put back is corrupt, and others remain readable`() throws {
        try set(1, .john)
        let file = try #require(records.first)
        let older = try folder.bytes(file)
        try set(2, .john)
        try set(3, other)
        try folder.overwrite(file, older)

        let error = #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: .john) }

        #expect(error?.name == .john)
        #expect(throws: SecretStoreError(.corrupt)) { try store.storedSecret(named: .john) }
        #expect(try store.accounts(ofService: "app") == ["jane"])
        #expect(try store.secret(named: other)?.bytes == [3])
        try set(4, .john)
        #expect(try store.secret(named: .john)?.bytes == [4])
        #expect(try folder.bytes(file + ".damaged") == older)
    }

    @Test func `S8 D3 the file of a removed secret that is put back is corrupt, also after a new login`() throws {
        try set(1, .john)
        let file = try #require(records.first)
        let removed = try folder.bytes(file)
        try store.removeSecret(named: .john)
        try putBack(file, removed)

        #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: .john) }
        // A later write of another secret does not make it valid.
        try set(3, other)
        #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: .john) }
        #expect(try store.removeSecret(named: .john))
        #expect(try store.secret(named: .john) == nil)
        try set(4, .john)
        try putBack(file, removed)
        #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: .john) }
    }

    @Test func `S8 a whole older state is refused where a newer one was seen, and valid in a new process`()
        async throws
    {
        try set(1, .john)
        let before = try folder.paths.filter { folder.mode($0) == 0o600 }.map { ($0, try folder.bytes($0)) }
        for byte in 2...4 as ClosedRange<UInt8> { try set(byte, .john) }
        for (file, bytes) in before { try folder.overwrite(file, bytes) }

        #expect(throws: SecretStoreError(.corrupt)) { try read(.john) }
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let store = FileStore(directory: path + "/s")
            let isReplaced = try store.replaced(.john, from: 1, with: 5)
            _exit(isReplaced ? 0 : 1)
        }
        // The other process replaced the older state, whose numbers this one has seen already.
        #expect(throws: SecretStoreError(.corrupt)) { try read(.john) }
        try set(3, .john)
        #expect(try read(.john) == [3])
    }

    @Test func `S8 a login of another process after a removal is valid, whichever process has seen which write`()
        async throws
    {
        for byte in 1...9 as ClosedRange<UInt8> { try set(byte, .john) }
        let file = try #require(records.first)
        let older = try folder.bytes(file)
        try await store.removeSecret(named: .john)
        for round in 1...4 {
            await #expect(processExitsWith: .success) { [path = folder.path as String, round = round as Int] in
                let store = FileStore(directory: path + "/s")
                if round > 2 { try store.removeSecret(named: .john) }
                try store.setSecret(SecretBytes([UInt8(10 + round)]), named: .john)
                _exit(try store.secret(named: .john)?.bytes == [UInt8(10 + round)] ? 0 : 1)
            }
            #expect(try await store.secret(named: .john)?.bytes == [UInt8(10 + round)], "\(round)")
            if round.isMultiple(of: 2) { try await store.removeSecret(named: .john) }
        }

        try putBack(file, older)
        await #expect(throws: SecretStoreError(.corrupt)) { try await store.secret(named: .john) }
    }

    @Test func `S8 threads that read during logins and sign-outs never refuse the latest file`() throws {
        let path = folder.path + "/s"
        let refused = Mutex<[String]>([])

        Threads.run(4) { index in
            let store = FileStore(directory: path)
            for round in 0..<150 {
                do {
                    if index < 3 {
                        _ = try store.secret(named: .john)
                    } else if round % 3 == 2 {
                        try store.removeSecret(named: .john)
                    } else {
                        try store.setSecret(SecretBytes([UInt8(round)]), named: .john)
                    }
                } catch { refused.withLock { $0.append("\(error)") } }
            }
        }

        #expect(refused.withLock { $0 } == [])
    }

    @Test(arguments: ["record", "key"])
    func `S8 D2 a file of a later version is unsupported, and neither read nor changed`(kind: String) throws {
        try set(1, .john)
        let file = kind == "record" ? try #require(records.first) : "s/\(kind)"
        var bytes = try folder.bytes(file)
        bytes[8] = 3
        try folder.overwrite(file, bytes + [9, 9, 9])
        let before = folder.paths

        #expect(throws: SecretStoreError(.unsupportedVersion)) { try store.secret(named: .john) }
        #expect(throws: SecretStoreError(.unsupportedVersion)) { try set(2, .john) }
        #expect(throws: SecretStoreError(.unsupportedVersion)) {
            try store.secret(named: .john, orStore: SecretBytes([2]))
        }
        #expect(try folder.bytes(file) == bytes + [9, 9, 9])
        #expect(folder.paths == before)
    }

    @Test func `S8 D2 a file of 0.1.0 is read and replaced, and its numbers count within this process`() throws {
        try set(1, .john)
        let file = try #require(records.first)
        let master = try #require(FolderKey(folder.bytes("s/key"))?.master)
        let record = try SealedRecord(of: .john, master: master)
        let (older, old) = (
            try record.seal(SecretBytes([6]), as: .john, generation: 6),
            try record.seal(SecretBytes([7]), as: .john, generation: 7)
        )
        try folder.overwrite(file, old)
        try Data([1]).write(to: URL(filePath: folder.path + "/s/generations"))

        #expect(try store.secret(named: .john)?.bytes == [7])
        try folder.overwrite(file, older)
        #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: .john) }
        try folder.overwrite(file, old)
        try set(8, .john)
        #expect(record.open(try folder.bytes(file))?.generation == 8)
        #expect(try store.secret(named: .john)?.bytes == [8])
    }

    @Test func `S8 a lineage ends with its replacement or removal, and only what was seen in order counts`() {
        let (one, two, three) = (WriteNumber(1 << 32 | 5), WriteNumber(2 << 32 | 1), WriteNumber(3 << 32 | 1))
        var seen = SeenWrites()
        let empty = seen
        #expect(seen.accepts(one) && seen.accepts(two))

        seen.add(one, since: seen)
        #expect(seen.accepts(one) && seen.accepts(WriteNumber(one.value + 1)))
        #expect(!seen.accepts(WriteNumber(one.value - 1)))
        seen.add(two, since: seen)
        #expect(seen.accepts(two) && !seen.accepts(WriteNumber(one.value + 1)))
        // A thread that opened its file before, and learns of a third lineage only now.
        seen.add(three, since: empty)
        #expect(seen.accepts(two) && seen.accepts(three))
        seen.remove(nil)
        #expect(!seen.accepts(two) && !seen.accepts(one) && seen.accepts(three))
        for lineage in 4...9 as ClosedRange<UInt64> { seen.add(WriteNumber(lineage << 32), since: seen) }
        #expect(seen.accepts(one) && !seen.accepts(WriteNumber(8 << 32)) && seen.accepts(WriteNumber(9 << 32)))
    }

    @Test func `S8 a thread that adds an earlier write does not replace a later one of another thread`() {
        let ids = (0..<3_000).map { _ in (0..<32).map { _ in UInt8.random(in: .min ... .max) } }
        let writes = (1...16).map { WriteNumber(1 << 32 | $0) }

        Threads.each(4) { index in
            for id in ids {
                for write in writes {
                    SeenWrites.update(id) { $0.add(index == 0 ? write : writes[0], since: SeenWrites()) }
                }
            }
        }

        let latest = ids.filter { SeenWrites.of($0).accepts(writes[15]) && !SeenWrites.of($0).accepts(writes[14]) }
        #expect(latest.count == ids.count)
    }
}

extension FileStore {
    /// Replaces a secret of one byte, and returns whether it did.
    fileprivate func replaced(_ name: SecretName, from old: UInt8, with byte: UInt8) throws -> Bool {
        guard let stored = try storedSecret(named: name), stored.secret.bytes == [old] else { return false }
        return try replace(stored, named: name, with: SecretBytes([byte]))
    }
}
