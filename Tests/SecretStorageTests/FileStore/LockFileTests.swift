import Foundation
import Glibc
import OpenSSLCryptography
import ProgramRunner
import Synchronization
import TestEvents
import Testing

@testable import SecretStorage

/// The lock files of a folder, and what other programs do to them.
@Suite struct LockFileTests {
    let folder = TemporaryFolder()

    private var store: FileStore { FileStore(directory: folder.path + "/s") }

    /// A lock of the store's folder, or of the folder that other stores use.
    private func renewalLock(_ isOfFolder: Bool, until deadline: ContinuousClock.Instant) throws -> any RenewalLock {
        guard isOfFolder else { return try store.renewalLock(of: .john, until: deadline) }
        return try LockFolder(path: folder.path + "/s").lock(.john, for: .renewal, until: deadline)
    }

    /// The only file of renewals' locks.
    private var renewalFile: String {
        get throws {
            let files = folder.paths.filter { $0.hasPrefix("s/lock.") }
            try #require(files.count == 1)
            return folder.path + "/" + files[0]
        }
    }

    @Test(arguments: ["removed", "renamed", "replaced", "moved with its folder"], [false, true])
    func `C25 a lock whose file was taken away is not held, and another process gets the next one`(
        change: String, isOfFolder: Bool
    ) async throws {
        let lock = try renewalLock(isOfFolder, until: .now)
        #expect(lock.isHeld)

        let path = try renewalFile
        switch change {
        case "removed": unlink(path)
        case "renamed": rename(path, path + ".old")
        case "replaced":
            try Data().write(to: URL(filePath: path + ".new"))
            chmod(path + ".new", 0o600)
            rename(path + ".new", path)
        default: rename(folder.path + "/s", folder.path + "/t")
        }

        #expect(!lock.isHeld)
        await #expect(processExitsWith: .success) {
            [path = folder.path as String, isOfFolder = isOfFolder as Bool] in
            let lock =
                isOfFolder
                ? try LockFolder(path: path + "/s").lock(.john, for: .renewal, until: .now)
                : try FileStore(directory: path + "/s").renewalLock(of: .john, until: .now)
            _exit(lock.isHeld ? 0 : 1)
        }
        #expect(!lock.isHeld)
        #expect(try renewalLock(isOfFolder, until: .now).isHeld)
    }

    @Test(arguments: [false, true])
    func `C25 a waiter that gets the lock of a removed file takes the lock of the new file`(isOfFolder: Bool) throws {
        var lock: (any RenewalLock)? = try renewalLock(isOfFolder, until: .now)
        let waiter = Threads.result { [self] in Result { try renewalLock(isOfFolder, until: .now + .seconds(60)) } }
        #expect(lock != nil && SystemState.blocks(until: { lockUsers == 2 }))
        unlink(try renewalFile)

        lock = nil

        #expect(try waiter().get().isHeld)
    }

    /// The number of descriptors of lock files of this folder in this process.
    private var lockUsers: Int { Descriptors.targets.count { $0.hasPrefix(folder.path + "/s/lock") } }

    @Test func `C25 a removed lock file leaves whole secrets, whichever processes write them`() async throws {
        try await store.setSecret(SecretBytes([1]), named: .john)
        await withTaskGroup { group in
            for number in 1...3 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [path = folder.path as String, number = number as Int] in
                        let store = FileStore(directory: path + "/s")
                        for round in 0..<60 {
                            try store.setSecret(
                                SecretBytes([UInt8](repeating: UInt8(number), count: 5_000 * number)), named: .john)
                            if number == 1, round % 3 == 0 { unlink(path + "/s/lock") }
                        }
                    }
                }
            }
        }

        let bytes = try #require(try await store.secret(named: .john)?.bytes)
        let number = try #require(bytes.first)
        #expect(bytes == [UInt8](repeating: number, count: 5_000 * Int(number)))
    }

    @Test func `C29 a holder of one secret delays no other one, and the folder only itself`() throws {
        try store.setSecret(SecretBytes([1]), named: .john)
        let impatient = FileStore(directory: folder.path + "/s", lockTimeout: .zero)
        let record = try LockedRecord.lock(.john, in: folder.path + "/s", .ownFile, until: .now)

        for number in 0..<200 {
            try impatient.setSecret(SecretBytes([1]), named: SecretName(service: "app", account: "\(number)"))
        }
        #expect(throws: SecretStoreError(.lockTimeout)) { try impatient.setSecret(SecretBytes([2]), named: .john) }
        #expect(throws: SecretStoreError(.lockTimeout)) { try impatient.rotateKey() }
        #expect(try impatient.secret(named: .john)?.bytes == [1])
        try record.write(SecretBytes([3]))
        #expect(try impatient.secret(named: .john)?.bytes == [3])
    }

    @Test func `C29 a change of the folder waits for the writes in progress, and not for later ones`() throws {
        try store.setSecret(SecretBytes([1]), named: .john)
        let path = folder.path + "/s"
        let holder = Mutex<LockedRecord?>(nil)
        holder.withLock { $0 = try? LockedRecord.lock(.john, in: path, .ownFile, until: .now) }
        let rotation = Threads.result { Result { try FileStore(directory: path).rotateKey() } }
        let impatient = FileStore(directory: path, lockTimeout: .zero)
        let other = SecretName(service: "app", account: "jane")

        let isQueued = SystemState.blocks { (try? impatient.setSecret(SecretBytes([2]), named: other)) == nil }
        holder.withLock { $0 = nil }

        #expect(isQueued)
        #expect(try rotation().get().unreadable == 0)
        try impatient.setSecret(SecretBytes([2]), named: other)
    }

    /// The kernel compares a new lock with each lock that is held in the same file.
    @Test func `C29 renewals that last are spread over files, and their locks exclude each other as before`() throws {
        // Not more: each lock has an open file, and many systems allow a process 1,024.
        let names = (0..<256).map { SecretName(service: "app", account: "\($0)") }
        let locks = try names.map { try store.renewalLock(of: $0, until: .now) }
        let inFile = Dictionary(grouping: locks, by: \.place).mapValues(\.count)

        #expect(inFile.count > 128 && inFile.values.allSatisfy { $0 < 16 })
        for name in names {
            #expect(throws: SecretStoreError(.lockTimeout)) { try store.renewalLock(of: name, until: .now) }
        }
        withExtendedLifetime(locks) {}
        #expect(try store.repairs(isKeyLost: false).changes.isEmpty)
    }

    @Test func `C27 repair makes the lock file of a renewal private, and clean keeps it`() throws {
        let lock = try store.renewalLock(of: .john, until: .now)
        let path = try renewalFile
        chmod(path, 0o644)

        let repaired = try store.repair(isKeyLost: false).changes

        #expect(repaired == [StoreRepair(file: URL(filePath: path).lastPathComponent, kind: .makePrivate)])
        #expect(try store.repairs(isKeyLost: false).changes.isEmpty)
        #expect(try store.removeStaleFiles(includingDamaged: true) == 0)
        #expect(lock.isHeld)
    }

    @Test func `C29 2,000 secrets that 64 threads write at once are stored without a wait`() throws {
        try store.setSecret(SecretBytes([0]), named: .john)
        let path = folder.path + "/s"
        let failures = Mutex<[String]>([])

        Threads.each(64) { thread in
            let impatient = FileStore(directory: path, lockTimeout: .zero)
            for number in stride(from: thread, to: 2_000, by: 64) {
                let name = SecretName(service: "many", account: "\(number)")
                do {
                    try impatient.setSecret(SecretBytes([1]), named: name)
                    let lock = try impatient.renewalLock(of: name, until: .now)
                    guard let stored = try impatient.storedSecret(named: name),
                        try impatient.replace(stored, named: name, with: SecretBytes([2])), lock.isHeld
                    else { throw SecretStoreError(.failed) }
                } catch { failures.withLock { $0.append("\(error)") } }
            }
        }

        #expect(failures.withLock { $0 } == [])
        #expect(try store.accounts(ofService: "many").count == 2_000)
        for number in 0..<2_000 {
            #expect(try store.secret(named: SecretName(service: "many", account: "\(number)"))?.bytes == [2])
        }
    }
}
