import Foundation
import OpenSSLCryptography
import ProgramRunner
import SecretStoreContract
import TestEvents
import Testing

@testable import SecretStorage

/// Keys of a store that are not in its folder, or not readable there.
@Suite struct KeySourceTests {
    let folder = TemporaryFolder()

    private func store(_ key: FileStore.KeySource) -> FileStore { FileStore(directory: folder.path + "/s", key: key) }

    private static func passphrase(_ text: String) -> FileStore.KeySource {
        .passphrase(SecretBytes(text.utf8), cost: .minimum)
    }

    private func contents() throws -> [String: [UInt8]] {
        let files = folder.paths.filter { folder.mode($0) & 0o777 == 0o600 }
        return try Dictionary(uniqueKeysWithValues: files.map { ($0, try folder.bytes($0)) })
    }

    @Test func `a passphrase opens the store, in this process and with a source of another`() throws {
        try store(Self.passphrase("canary ü")).setSecret(SecretBytes([1, 2]), named: .john)

        let other = store(Self.passphrase("canary ü"))

        #expect(try other.secret(named: .john)?.bytes == [1, 2])
        #expect(try other.accounts(ofService: "app") == ["john"])
        for bytes in try contents().values {
            #expect(!String(decoding: bytes, as: Unicode.ASCII.self).contains("canary"))
        }
    }

    @Test(arguments: ["", "correct horse ", "Correct horse"])
    func `a wrong passphrase is an error of its own, and changes nothing`(wrong: String) throws {
        try store(Self.passphrase("correct horse")).setSecret(SecretBytes([1]), named: .john)
        let before = try contents()
        let other = store(Self.passphrase(wrong))

        #expect(throws: SecretStoreError(.wrongKey)) { try other.secret(named: .john) }
        #expect(throws: SecretStoreError(.wrongKey)) { try other.setSecret(SecretBytes([2]), named: .john) }
        #expect(throws: SecretStoreError(.wrongKey)) { try other.secret(named: .john, orStore: SecretBytes([2])) }
        #expect(throws: SecretStoreError(.wrongKey)) { try other.removeSecret(named: .john) }
        #expect(throws: SecretStoreError(.wrongKey)) { try other.accounts(ofService: "app") }
        #expect(throws: SecretStoreError(.wrongKey)) { try other.rotateKey() }
        #expect(throws: SecretStoreError(.wrongKey)) { try other.changeKeySource(to: .ownFile) }
        #expect(try contents() == before)
        #expect(!SecretStoreError(.wrongKey).isRetryable)
    }

    @Test(arguments: [
        (0 as UInt8, 8 as UInt8, 1 as UInt8), (13, 8, 1), (19, 8, 1), (63, 8, 1), (64, 8, 1), (255, 8, 1), (17, 0, 1),
        (17, 7, 1), (14, 17, 1), (14, 255, 1), (14, 8, 0), (14, 8, 5), (14, 8, 255), (18, 16, 1), (255, 255, 255),
    ])
    func `S5 numbers out of bounds are refused before anything is derived`(
        exponent: UInt8, blockSize: UInt8, passes: UInt8
    ) throws {
        try store(Self.passphrase("p")).setSecret(SecretBytes([1]), named: .john)
        var file = try folder.bytes("s/key")
        // The attacker repairs the hash, which only distinguishes damage from a wrong passphrase.
        file.replaceSubrange(10..<13, with: [exponent, blockSize, passes])
        file.replaceSubrange(121..<153, with: HashAlgorithm.sha256.digest(of: Array(file[..<121])))
        try folder.overwrite("s/key", file)

        // Had anything been derived, the result would have been a wrong key, or the library's refusal.
        #expect(throws: SecretStoreError(.corrupt)) { try store(Self.passphrase("p")).secret(named: .john) }
        #expect(throws: CryptographyError(.parameterRefused)) {
            try ScryptCost(exponent: exponent, blockSize: blockSize, passes: passes)
        }
    }

    @Test func `S5 numbers within the bounds that are not those of the store lead to a wrong key`() throws {
        try store(Self.passphrase("p")).setSecret(SecretBytes([1]), named: .john)
        var file = try folder.bytes("s/key")
        #expect(file[10..<13] == [14, 8, 1])
        file[10] = 15
        file.replaceSubrange(121..<153, with: HashAlgorithm.sha256.digest(of: Array(file[..<121])))
        try folder.overwrite("s/key", file)

        #expect(throws: SecretStoreError(.wrongKey)) { try store(Self.passphrase("p")).secret(named: .john) }
    }

    @Test(arguments: ["passphrase", "several keys"])
    func `S3 D1 every flipped bit of a key file is reported, and never as a wrong passphrase`(kind: String) throws {
        let store = store(kind == "passphrase" ? Self.passphrase("p") : .ownFile)
        try store.setSecret(SecretBytes([1]), named: .john)
        if kind != "passphrase" { try store.rotateKey() }
        let good = try folder.bytes("s/key")
        #expect(good[8] == 2)

        for bit in 0..<(good.count * 8) {
            var bad = good
            bad[bit / 8] ^= 1 << (bit % 8)
            try folder.overwrite("s/key", bad)
            // The version is 2: a flipped bit makes it 0 or a later one.
            let code: SecretStoreError.Code = (64..<72).contains(bit) && bit != 65 ? .unsupportedVersion : .corrupt
            #expect(throws: SecretStoreError(code), "\(bit)") { try store.secret(named: .john) }
        }
        for count in 0..<good.count {
            try folder.overwrite("s/key", Array(good[..<count]))
            #expect(throws: SecretStoreError(.corrupt), "\(count)") { try store.secret(named: .john) }
        }
        try folder.overwrite("s/key", good)
        #expect(try store.secret(named: .john)?.bytes == [1])
    }

    @Test func `a key file elsewhere is private, and opens several stores`() throws {
        let source = FileStore.KeySource.file(folder.path + "/keys/main")
        let second = FileStore(directory: folder.path + "/t", key: source)
        try store(source).setSecret(SecretBytes([1]), named: .john)
        try second.setSecret(SecretBytes([2]), named: .john)

        #expect(folder.mode("keys") == 0o700)
        #expect(folder.mode("keys/main") == 0o600)
        #expect(try store(.file(folder.path + "/keys/main")).secret(named: .john)?.bytes == [1])
        #expect(try second.secret(named: .john)?.bytes == [2])

        chmod(folder.path + "/keys/main", 0o640)
        #expect(throws: SecretStoreError(.notPrivate)) { try second.secret(named: .john) }
        unlink(folder.path + "/keys/main")
        #expect(throws: SecretStoreError(.wrongKey)) { try second.secret(named: .john) }
        #expect(throws: SecretStoreError(.wrongKey)) { try second.setSecret(SecretBytes([3]), named: .john) }
        #expect(!folder.paths.contains("keys/main"))
    }

    @Test(.enabled(if: !Sanitizer.isActive))
    func `S5 no two threads derive the key of a passphrase at the same time`() async {
        await #expect(processExitsWith: .success) {
            let (folder, phrase) = (TemporaryFolder(), SecretBytes("p".utf8))
            let path = folder.path + "/s"
            try await FileStore(directory: path, key: .passphrase(phrase)).setSecret(SecretBytes([1]), named: .john)
            let store = FileStore(directory: path, key: .passphrase(phrase))

            let rise = await PeakMemory.rise {
                Threads.each(8) { _ in
                    let secret = try? store.secret(named: .john)
                    #expect(secret?.bytes == [1])
                }
            }

            // One derivation needs 128 MiB.
            #expect(try #require(rise) < 256 << 20)
        }
    }

    @Test func `C27 a damaged key file elsewhere is put aside for a new key, another file is not`() throws {
        let source = FileStore.KeySource.file(folder.path + "/keys/main")
        try store(source).setSecret(SecretBytes([1]), named: .john)
        var damaged = try folder.bytes("keys/main")
        damaged[20] ^= 1
        try folder.overwrite("keys/main", damaged)

        // The key of this store may come back, from a copy of the key file.
        #expect(throws: SecretStoreError(.corrupt)) { try store(source).setSecret(SecretBytes([2]), named: .john) }
        _ = try store(source).repair(isKeyLost: true)
        try store(source).setSecret(SecretBytes([2]), named: .john)

        #expect(try store(source).secret(named: .john)?.bytes == [2])
        #expect(try folder.bytes("keys/main.damaged") == damaged)
        // The file of another program, and the key file of a store.
        for foreign in [Array("a letter".utf8), try folder.bytes("s/key")] {
            try folder.overwrite("keys/main", foreign)
            let other = FileStore(directory: folder.path + "/t", key: source)
            #expect(throws: SecretStoreError(.corrupt)) { try other.setSecret(SecretBytes([3]), named: .john) }
            #expect(try folder.bytes("keys/main") == foreign)
        }
    }

    @Test func `processes that create a key file at the same time agree on one`() throws {
        let path = folder.path as String
        Threads.run(8) { number in
            let store = FileStore(directory: "\(path)/s\(number)", key: .file(path + "/keys/main"))
            try? store.setSecret(SecretBytes([UInt8(number)]), named: SecretName(service: "app", account: "john"))
        }

        for number in 0..<8 {
            let store = FileStore(directory: "\(path)/s\(number)", key: .file(path + "/keys/main"))
            #expect(try store.secret(named: .john)?.bytes == [UInt8(number)])
        }
    }

    @Test(arguments: ["", "key", "/key", "/a/", "/a/..", "/a/.", "/a\0/b"])
    func `S10 refuses a key file without an absolute path below a folder`(path: String) {
        #expect(throws: SecretStoreError(.noPlace)) { try store(.file(path)).setSecret(SecretBytes([1]), named: .john) }
    }

    @Test func `a key in another store opens this one, and a missing one is not created again`() throws {
        let (keys, keyName) = (MemoryStore(), SecretName(service: "keys", account: "files"))
        try store(.store(keys, named: keyName)).setSecret(SecretBytes([1]), named: .john)

        #expect(try keys.secret(named: keyName)?.count == 32)
        #expect(try store(.store(keys, named: keyName)).secret(named: .john)?.bytes == [1])

        let kept = try #require(try keys.secret(named: keyName))
        try keys.removeSecret(named: keyName)
        #expect(throws: SecretStoreError(.wrongKey)) { try store(.store(keys, named: keyName)).secret(named: .john) }
        #expect(try keys.secret(named: keyName) == nil)
        try keys.setSecret(SecretBytes([1, 2, 3]), named: keyName)
        #expect(throws: SecretStoreError(.corrupt)) { try store(.store(keys, named: keyName)).secret(named: .john) }
        try keys.setSecret(kept, named: keyName)
        #expect(try store(.store(keys, named: keyName)).secret(named: .john)?.bytes == [1])
    }

    @Test(arguments: [SecretStoreError(.unavailable), SecretStoreError(.lockTimeout)])
    func `S6 the error of a locked or absent keyring is the error of the store, and nothing is written`(
        error: SecretStoreError
    ) {
        let locked = store(.store(ThrowingStore(error), named: .john))

        #expect(throws: error) { try locked.setSecret(SecretBytes([1]), named: .john) }
        #expect(!folder.paths.contains { $0.hasSuffix(".sealed") || $0.hasSuffix("key") })
    }

    @Test func `a readable key file in place of a sealed one is refused`() throws {
        try store(Self.passphrase("p")).setSecret(SecretBytes([1]), named: .john)
        try FileStore(directory: folder.path + "/t").setSecret(SecretBytes([9]), named: .john)
        let plain = try folder.bytes("t/key")
        try FileStore(directory: folder.path + "/t").rotateKey()

        for file in try [plain, folder.bytes("t/key")] {
            try folder.overwrite("s/key", file)
            let store = store(Self.passphrase("p"))
            #expect(throws: SecretStoreError(.wrongKey)) { try store.secret(named: .john) }
            #expect(throws: SecretStoreError(.wrongKey)) { try store.setSecret(SecretBytes([2]), named: .john) }
        }
    }

    @Test func `the key moves from source to source, and only the latest opens the store`() throws {
        try store(.ownFile).setSecret(SecretBytes([1]), named: .john)
        let master = Array(try folder.bytes("s/key")[9..<41])
        var current = store(.ownFile)

        for next in [Self.passphrase("p"), .file(folder.path + "/k/key"), Self.passphrase("q"), .ownFile] {
            let moved = try current.changeKeySource(to: next)
            #expect(try moved.secret(named: .john)?.bytes == [1])
            #expect(throws: SecretStoreError(.wrongKey)) { try current.secret(named: .john) }
            if case .ownFile = next.place {
            } else {
                #expect(try folder.bytes("s/key").firstRange(of: master) == nil)
            }
            current = moved
        }
        #expect(try Array(folder.bytes("s/key")[9..<41]) == master)
    }
}
