import Foundation
import OpenSSLCryptography
import ProgramRunner
import Testing

@testable import SecretStorage

/// Files of an earlier state that are put back, as from a backup.
@Suite struct RollbackTests {
    let folder = TemporaryFolder()
    let name = SecretName(service: "app", account: "john")
    let other = SecretName(service: "app", account: "jane")

    private var store: FileStore { FileStore(directory: folder.path + "/s") }
    private var records: [String] { folder.paths.filter { $0.hasSuffix(".sealed") } }

    private func set(_ byte: UInt8, _ name: SecretName) throws { try store.setSecret(SecretBytes([byte]), named: name) }

    @Test func `S8 D3 an older file of a secret that is put back is corrupt, and others remain readable`() throws {
        try set(1, name)
        let file = try #require(records.first)
        let older = try folder.bytes(file)
        try set(2, name)
        try set(3, other)
        try folder.overwrite(file, older)

        let error = #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: name) }

        #expect(error?.name == name)
        #expect(try store.accounts(ofService: "app") == ["jane"])
        #expect(try store.secret(named: other)?.bytes == [3])
        try set(4, name)
        #expect(try store.secret(named: name)?.bytes == [4])
        #expect(try folder.bytes(file + ".damaged") == older)
    }

    @Test func `S8 D3 the file of a removed secret that is put back is corrupt`() throws {
        try set(1, name)
        let file = try #require(records.first)
        let removed = try folder.bytes(file)
        try store.removeSecret(named: name)
        try Data(removed).write(to: URL(filePath: "\(folder.path)/\(file)"))
        chmod("\(folder.path)/\(file)", 0o600)

        #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: name) }
        // A later write of another secret does not make it valid.
        try set(3, other)
        #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: name) }
        #expect(try store.removeSecret(named: name))
        #expect(try store.secret(named: name) == nil)
    }

    @Test func `S8 D3 a whole older state that is put back is corrupt where a newer one was seen`() throws {
        try set(1, name)
        let before = try ["s/generations", #require(records.first)].map { ($0, try folder.bytes($0)) }
        try set(2, name)
        for (file, bytes) in before { try folder.overwrite(file, bytes) }

        #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: name) }
        #expect(throws: SecretStoreError(.corrupt)) { try set(3, name) }
        #expect(throws: SecretStoreError(.corrupt)) { try store.accounts(ofService: "app") }
    }

    @Test(arguments: ["missing", "damaged"])
    func `S8 D3 without the numbers of the latest writes nothing is read or written`(numbers: String) throws {
        try set(1, name)
        let before = records
        if numbers == "missing" {
            unlink(folder.path + "/s/generations")
        } else {
            var damaged = try folder.bytes("s/generations")
            // In the sealed table; entries after it are in FaultTests.
            damaged[60] ^= 1
            try folder.overwrite("s/generations", damaged)
        }

        #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: name) }
        #expect(throws: SecretStoreError(.corrupt)) { try set(2, other) }
        #expect(throws: SecretStoreError(.corrupt)) { try store.removeSecret(named: name) }
        #expect(records == before)
    }

    @Test(arguments: ["record", "key", "generations"])
    func `S8 D2 a file of a later version is unsupported, and neither read nor changed`(kind: String) throws {
        try set(1, name)
        let file = kind == "record" ? try #require(records.first) : "s/\(kind)"
        var bytes = try folder.bytes(file)
        bytes[8] = 3
        try folder.overwrite(file, bytes + [9, 9, 9])
        let before = folder.paths

        #expect(throws: SecretStoreError(.unsupportedVersion)) { try store.secret(named: name) }
        #expect(throws: SecretStoreError(.unsupportedVersion)) { try set(2, name) }
        #expect(throws: SecretStoreError(.unsupportedVersion)) {
            try store.secret(named: name, orStore: SecretBytes([2]))
        }
        #expect(try folder.bytes(file) == bytes + [9, 9, 9])
        #expect(folder.paths == before)
    }

    @Test func `D3 a write that ended between file and number is valid, also after other writes`() throws {
        try set(1, name)
        let numbers = try folder.bytes("s/generations")
        try set(2, other)
        // As after the end of the process: the file is there, its number is not.
        let master = try #require(FolderKey(folder.bytes("s/key"))?.master)
        let before = try #require(Generations(numbers, master: master))
        let id = try SealedRecord(of: other, master: master).id
        var after = before

        #expect(!before.hasNumber(of: id))
        #expect(before.isCurrent(before.latest + 1, of: id))
        after.note(before.latest + 1, of: id)
        after.note(before.latest + 2, of: [1])
        #expect(after.isCurrent(before.latest + 1, of: id))
        after.noteRemoval(of: id, generation: before.latest + 1)
        #expect(!after.isCurrent(before.latest + 1, of: id))
    }

    @Test func `S3 S8 a bit of the numbers that changes after this process has verified them is noticed`() throws {
        for byte in 1...3 as ClosedRange<UInt8> { try set(byte, name) }
        #expect(try store.secret(named: name)?.bytes == [3])
        let good = try folder.bytes("s/generations")

        for index in good.indices {
            var bad = good
            bad[index] ^= 1
            try folder.overwrite("s/generations", bad)
            #expect(throws: SecretStoreError(.corrupt), "\(index)") { try store.secret(named: name) }
            #expect(throws: SecretStoreError(.corrupt), "\(index)") { try set(4, other) }
        }

        try folder.overwrite("s/generations", good)
        #expect(try store.secret(named: name)?.bytes == [3])
    }

    @Test func `S8 numbers that were verified before are those of a whole reading, whatever the file was meanwhile`()
        throws
    {
        var files: [[UInt8]] = []
        // The numbers are written anew once, and one write in twenty is a removal.
        for count in 0..<200 as Range<UInt8> {
            if count % 20 == 19 { try store.removeSecret(named: name) } else { try set(count, name) }
            files.append(try folder.bytes("s/generations"))
        }
        let key = try #require(FolderKey(folder.bytes("s/key")))
        let id = try SealedRecord(of: name, master: key.master).id

        for step in 0..<600 {
            // Each file in an order that is none of theirs; some end within an entry, and some are damaged.
            var file = files[step * 7_919 % files.count]
            if step % 3 == 1 { file.removeLast(step % 57) }
            if step % 3 == 2 { file[file.count - 1 - step % 300 % file.count] ^= 1 }
            let known = Generations.verified(file, master: key.master, of: key.check)
            let whole = Generations(file, master: key.master)

            #expect(known?.latest == whole?.latest && known?.end == whole?.end, "\(step)")
            #expect(known?.hasNumber(of: id) == whole?.hasNumber(of: id), "\(step)")
            for generation in (whole?.latest ?? 0)...((whole?.latest ?? 0) + 1) {
                #expect(known?.isCurrent(generation, of: id) == whole?.isCurrent(generation, of: id), "\(step)")
            }
        }
    }
}
