import Foundation
import Glibc
import OpenSSLCryptography
import ProgramRunner
import Synchronization
import Testing

@testable import SecretStorage

/// Writes where something unreadable is in the place of the secret or of the key.
@Suite struct RecoveryTests {
    let folder = TemporaryFolder()
    let name = SecretName(service: "app", account: "account-canary")
    let other = SecretName(service: "app", account: "jane")

    private var path: String { folder.path + "/s" }
    private var store: FileStore { FileStore(directory: path) }
    private func paths(_ suffix: String) -> [String] { folder.paths.filter { $0.hasSuffix(suffix) } }
    private func byte(_ name: SecretName) throws -> UInt8? { try store.secret(named: name)?.bytes.first }

    init() { StoreLines.collect() }

    @Test(arguments: [
        "damaged", "empty", "too long", "put back", "exchanged", "link", "fifo", "second name", "folder", "full folder",
        "readable by others", "of another user",
    ])
    func `C27 S2 S3 a login is stored where the record is`(state: String) throws {
        try store.setSecret(SecretBytes([1]), named: name)
        let record = try #require(paths(".sealed").first)
        let (file, older) = ("\(folder.path)/\(record)", try folder.bytes(record))
        try store.setSecret(SecretBytes([2]), named: name)
        switch state {
        case "damaged": try folder.overwrite(record, older.dropLast() + [older[older.count - 1] ^ 1])
        case "empty": try folder.overwrite(record, [])
        case "too long": try folder.overwrite(record, older + [UInt8](repeating: 0, count: 2_000_000))
        case "put back": try folder.overwrite(record, older)
        case "exchanged":
            try store.setSecret(SecretBytes([9]), named: other)
            try folder.overwrite(record, folder.bytes(#require(paths(".sealed").first { $0 != record })))
        case "link":
            rename(file, folder.path + "/elsewhere")
            symlink(folder.path + "/elsewhere", file)
        case "fifo":
            unlink(file)
            mkfifo(file, 0o600)
        case "second name": link(file, folder.path + "/elsewhere")
        case "folder", "full folder":
            unlink(file)
            mkdir(file, 0o700)
            if state != "folder" { mkdir(file + "/full", 0o700) }
        case "readable by others": chmod(file, 0o644)
        default:
            guard geteuid() == 0 else { return }
            chown(file, 65534, 65534)
        }
        var status = stat()
        #expect(lstat(file, &status) == 0)
        let inode = status.st_ino
        let error = #expect(throws: SecretStoreError.self) { try store.secret(named: name) }
        #expect(error.map { [.corrupt, .notPrivate].contains($0.code) && $0.detail?.contains(file) == true } == true)
        #expect(StoreLines.about(file).isEmpty, "a read changes nothing")

        try store.setSecret(SecretBytes([3]), named: name)

        #expect(try byte(name) == 3)
        #expect(lstat(file + ".damaged", &status) == 0 && status.st_ino == inode)
        #expect(StoreLines.about(file).count == 1 && !StoreLines.about(file).joined().contains("canary"))
        try store.setSecret(SecretBytes([4]), named: name)
        #expect(try byte(name) == 4)
        #expect(paths(".damaged").count == 1)
    }

    @Test func `C27 what is put aside replaces nothing that was put aside before`() throws {
        for round in 1...4 as ClosedRange<UInt8> {
            try store.setSecret(SecretBytes([round]), named: name)
            try folder.overwrite(#require(paths(".sealed").first), [round])
        }
        try store.setSecret(SecretBytes([5]), named: name)

        #expect(try Set(paths(".damaged").map { try folder.bytes($0) }) == [[1], [2], [3], [4]])
        #expect(try byte(name) == 5)
    }

    @Test func `C27 a sign-out removes a damaged record, and puts a folder in its place aside`() throws {
        try store.setSecret(SecretBytes([1]), named: name)
        let file = "\(folder.path)/\(try #require(paths(".sealed").first))"
        try folder.overwrite(#require(paths(".sealed").first), [])
        #expect(try store.removeSecret(named: name) && !store.removeSecret(named: name))
        mkdir(file, 0o700)

        #expect(try store.removeSecret(named: name))

        #expect(try store.secret(named: name) == nil)
        #expect(paths(".damaged").count == 1)
    }

    @Test func `C5 C27 on a full disk nothing is put aside`() async throws {
        try await store.setSecret(SecretBytes([1]), named: name)
        try folder.overwrite(#require(paths(".sealed").first), [1, 2, 3])
        let before = folder.paths

        await #expect(processExitsWith: .success) { [path = path as String] in
            SystemCalls.intercept { call, _ in call == "fsync" ? ENOSPC : nil }
            do {
                let name = SecretName(service: "app", account: "account-canary")
                try FileStore(directory: path).setSecret(SecretBytes([2]), named: name)
                _exit(1)
            } catch { _exit((error as? SecretStoreError)?.code == .noSpace ? 0 : 2) }
        }

        #expect(folder.paths == before)
    }

    @Test(arguments: ["missing", "empty", "damaged", "too long", "folder"], [false, true])
    func `C27 a lost key is an error of reads, and a login makes a new one`(key: String, isPassphrase: Bool) throws {
        let source: FileStore.KeySource = isPassphrase ? .cheapPassphrase : .ownFile
        let store = FileStore(directory: path, key: source)
        try store.setSecret(SecretBytes([1]), named: name)
        try store.setSecret(SecretBytes([2]), named: other)
        let good = try folder.bytes("s/key")
        switch key {
        case "missing": unlink(path + "/key")
        case "empty": try folder.overwrite("s/key", [])
        case "damaged": try folder.overwrite("s/key", good.dropLast() + [good[good.count - 1] ^ 1])
        case "too long": try folder.overwrite("s/key", good + [UInt8](repeating: 0, count: 5_000))
        default:
            unlink(path + "/key")
            mkdir(path + "/key", 0o700)
        }
        let before = folder.paths
        for read in [
            { _ = try store.secret(named: name) }, { _ = try store.storedSecret(named: name) },
            { _ = try store.accounts(ofService: "app") }, { _ = try store.removeSecret(named: name) },
            { _ = try store.renewalLock(of: name, until: .now) }, { _ = try store.rotateKey() },
        ] as [() throws -> Void] {
            let error = #expect(throws: SecretStoreError(.corrupt)) { try read() }
            #expect(error?.detail?.contains(path + "/key") == true)
        }
        #expect(folder.paths == before)

        try store.setSecret(SecretBytes([3]), named: name)

        #expect(try store.secret(named: name)?.bytes == [3])
        #expect(try store.secret(named: other) == nil)
        #expect(try FileStore(directory: path, key: source).accounts(ofService: "app") == ["account-canary"])
        #expect(paths(".sealed.damaged").count == 2)
        #expect(paths("key.damaged").count == (key == "missing" ? 0 : 1))
        let lines = StoreLines.about(path)
        #expect(lines.count == 1 && lines[0].contains("2 secrets") && !lines[0].contains("canary"))
    }

    @Test(arguments: ["readable by others", "second name", "both"])
    func `C27 a login makes the key a file of its own, and loses nothing`(state: String) throws {
        try store.setSecret(SecretBytes([1]), named: name)
        try store.setSecret(SecretBytes([2]), named: other)
        if state != "second name" { chmod(path + "/key", 0o644) }
        if state != "readable by others" { link(path + "/key", folder.path + "/backup") }
        let error = #expect(throws: SecretStoreError.self) { try store.secret(named: name) }
        #expect(error?.code == .notPrivate)

        try store.setSecret(SecretBytes([3]), named: name)

        var status = stat()
        #expect(lstat(path + "/key", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600 && status.st_nlink == 1)
        #expect(try byte(name) == 3)
        #expect(try byte(other) == 2)
        #expect(paths("key.damaged").isEmpty)
        #expect(StoreLines.about(path + "/key").joined().contains("rotateKey()"))
    }

    @Test func `C27 a secret that is stored if there is none finds none where the key is lost`() throws {
        try store.setSecret(SecretBytes([1]), named: name)
        unlink(path + "/key")

        #expect(try store.secret(named: name, orStore: SecretBytes([2])).bytes == [2])
        #expect(try byte(name) == 2)
        #expect(try store.secret(named: name, orStore: SecretBytes([3])).bytes == [2])
        // A damaged secret exists: what replaces it is for the caller to decide.
        try folder.overwrite(#require(paths(".sealed").first), [])
        #expect(throws: SecretStoreError(.corrupt)) { try store.secret(named: name, orStore: SecretBytes([4])) }
    }

    @Test func `C27 threads that find the key open to others make it private, and all of them store`() throws {
        let path = path
        let failures = Mutex<[String]>([])

        // In most of the rounds several threads find it open.
        for _ in 1...20 {
            try store.setSecret(SecretBytes([1]), named: name)
            chmod(path + "/key", 0o644)
            Threads.each(8) { number in
                do {
                    let name = SecretName(service: "new", account: "\(number)")
                    try FileStore(directory: path).setSecret(SecretBytes([UInt8(number)]), named: name)
                } catch { failures.withLock { $0.append("\(error)") } }
            }
        }

        #expect(failures.withLock { $0 } == [])
        #expect(try byte(name) == 1)
    }

    @Test func `C27 threads that find the key lost agree on one new key`() throws {
        try store.setSecret(SecretBytes([1]), named: name)
        unlink(path + "/key")
        let path = path
        let failures = Mutex<[String]>([])

        Threads.each(16) { number in
            do {
                let name = SecretName(service: "new", account: "\(number)")
                try FileStore(directory: path).setSecret(SecretBytes([UInt8(number)]), named: name)
            } catch { failures.withLock { $0.append("\(error)") } }
        }

        #expect(failures.withLock { $0 } == [])
        for number in 0..<16 as Range<UInt8> {
            #expect(try byte(SecretName(service: "new", account: "\(number)")) == number)
        }
        #expect(StoreLines.about(path).count == 1)
    }

    @Test func `C4 C27 a process may end at any system call of a new key`() async throws {
        var (step, hasEnded) = (1, false)
        while !hasEnded {
            let path = "\(path)-\(step)"
            let store = FileStore(directory: path)
            try store.setSecretNow([1], name)
            try folder.overwrite("s-\(step)/key", [])
            let status = try await #require(processExitsWith: .failure) { [path = path as String, step = step as Int] in
                let count = Atomic(0)
                SystemCalls.intercept { _, _ in
                    if count.add(1, ordering: .relaxed).newValue == step { _exit(9) }
                    return nil
                }
                let name = SecretName(service: "app", account: "account-canary")
                try FileStore(directory: path).setSecret(SecretBytes([2]), named: name)
                _exit(10)
            }
            hasEnded = status.exitStatus == .exitCode(10)
            try #require(hasEnded || status.exitStatus == .exitCode(9))
            if let kept = try? store.secretOrNil(name) { #expect(kept == [2], "\(step)") }
            try store.setSecretNow([3], name)
            #expect(try store.secretOrNil(name) == [3], "\(step)")
            #expect(folder.paths.contains { $0.hasPrefix("s-\(step)/") && $0.hasSuffix(".sealed.damaged") }, "\(step)")
            step += 1
        }
        #expect(step > 8)
    }
}

extension FileStore {
    /// Without `await` in asynchronous tests.
    fileprivate func secretOrNil(_ name: SecretName) throws -> [UInt8]? { try secret(named: name)?.bytes }
    fileprivate func setSecretNow(_ bytes: [UInt8], _ name: SecretName) throws {
        try setSecret(SecretBytes(bytes), named: name)
    }
}
