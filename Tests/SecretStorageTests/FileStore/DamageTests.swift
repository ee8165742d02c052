import Foundation
import OpenSSLCryptography
import ProgramRunner
import Testing

@testable import SecretStorage

@Suite struct DamageTests {
    let folder = TemporaryFolder()
    let other = SecretName(service: "app", account: "jane")

    private var store: FileStore { FileStore(directory: folder.path + "/s") }
    private func records() -> [String] { folder.paths.filter { $0.hasSuffix(".sealed") } }

    /// Writes two secrets; returns the file of the first and of the second.
    private func twoSecrets() throws -> (String, String) {
        try store.setSecret(SecretBytes([1]), named: .john)
        let first = try #require(records().first)
        try store.setSecret(SecretBytes([2]), named: other)
        return (first, try #require(records().first { $0 != first }))
    }

    @Test func `S3 detects every flipped bit, and other secrets remain readable`() throws {
        let (file, _) = try twoSecrets()
        let good = try folder.bytes(file)

        for bit in 0..<(good.count * 8) {
            var bad = good
            bad[bit / 8] ^= 1 << (bit % 8)
            try folder.overwrite(file, bad)
            // A flipped bit in the version makes it a later one, or 0.
            let code: SecretStoreError.Code = (65..<72).contains(bit) ? .unsupportedVersion : .corrupt
            #expect(throws: SecretStoreError(code), "\(bit)") { try store.secret(named: .john) }
        }

        #expect(try store.secret(named: other)?.bytes == [2])
        #expect(try store.accounts(ofService: "app") == ["jane"])
        try folder.overwrite(file, good)
        #expect(try store.secret(named: .john)?.bytes == [1])
    }

    @Test func `S3 detects every truncation and extension`() throws {
        let (file, _) = try twoSecrets()
        let good = try folder.bytes(file)

        for count in 0..<good.count {
            try folder.overwrite(file, Array(good[..<count]))
            #expect(throws: SecretStoreError(.corrupt), "\(count)") { try store.secret(named: .john) }
        }
        for more in [1, 2_000_000] {
            try folder.overwrite(file, good + [UInt8](repeating: 0, count: more))
            #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: .john) }
        }
    }

    @Test func `S3 names the damaged record and its file`() throws {
        let (file, _) = try twoSecrets()
        try folder.overwrite(file, [])

        let error = #expect(throws: SecretStoreError.self) { try store.secret(named: .john) }

        #expect(error?.name == .john)
        #expect(error?.detail?.hasSuffix("\(folder.path)/\(file)") == true)
        #expect(error?.isRetryable == false)
    }

    @Test func `S3 detects exchanged records`() throws {
        let (first, second) = try twoSecrets()
        let bytes = try folder.bytes(first)
        try folder.overwrite(first, folder.bytes(second))
        try folder.overwrite(second, bytes)

        #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: .john) }
        #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: other) }
        #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: .john, orStore: SecretBytes([3])) }
    }

    @Test func `S3 a damaged file is renamed and not deleted`() throws {
        let (file, _) = try twoSecrets()
        try folder.overwrite(file, [1, 2, 3])

        try store.setSecret(SecretBytes([4]), named: .john)

        #expect(try store.secret(named: .john)?.bytes == [4])
        #expect(try folder.bytes(file + ".damaged") == [1, 2, 3])
    }

    @Test func `S3 D1 a flipped bit in the key of the store is reported by each read, and changes nothing`() throws {
        _ = try twoSecrets()
        let (before, good) = (folder.paths, try folder.bytes("s/key"))

        for bit in 0..<(good.count * 8) {
            var bad = good
            bad[bit / 8] ^= 1 << (bit % 8)
            try folder.overwrite("s/key", bad)
            let code: SecretStoreError.Code = (65..<72).contains(bit) ? .unsupportedVersion : .corrupt
            #expect(throws: SecretStoreError(code), "\(bit)") { try store.secret(named: .john) }
            #expect(throws: SecretStoreError(code), "\(bit)") { try store.storedSecret(named: .john) }
            #expect(throws: SecretStoreError(code), "\(bit)") { try store.removeSecret(named: .john) }
            #expect(throws: SecretStoreError(code), "\(bit)") { try store.accounts(ofService: "app") }
            #expect(try folder.bytes("s/key") == bad)
        }

        #expect(folder.paths == before)
        try folder.overwrite("s/key", good)
        #expect(try store.secret(named: .john)?.bytes == [1])
        #expect(try store.secret(named: other)?.bytes == [2])
    }

    @Test func `C5 a full disk leaves the previous secret unchanged`() async throws {
        try await store.setSecret(SecretBytes([1]), named: .john)
        let before = folder.paths

        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            do {
                let large = SecretBytes([UInt8](repeating: 2, count: 500))
                try await FileStore(directory: path + "/s").setSecret(large, named: .john)
                _exit(1)
            } catch { _exit((error as? SecretStoreError)?.code == .noSpace ? 0 : 2) }
        }

        #expect(try await store.secret(named: .john)?.bytes == [1])
        #expect(folder.paths == before)
    }

    @Test func `S9 the draft that a dead process left is removed by the next write of its record`() throws {
        let (file, _) = try twoSecrets()
        let inode = try FileManager.default.attributesOfItem(atPath: folder.path + "/s/lock")[.systemFileNumber]
        let draft = "\(file).\(try #require(inode as? Int)).new"
        try Data([1]).write(to: URL(filePath: "\(folder.path)/\(draft)"))

        try store.setSecret(SecretBytes([2]), named: .john)

        #expect(!folder.paths.contains(draft))
        #expect(try store.secret(named: .john)?.bytes == [2])
    }
}
