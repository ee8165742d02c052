import Foundation
import Glibc
import OpenSSLCryptography
import ProgramRunner
import Synchronization
import TestEvents
import Testing

@testable import SecretStorage

/// System calls that fail, are interrupted, or do a part only.
@Suite struct FaultTests {
    let folder = TemporaryFolder()

    private var store: FileStore { FileStore(directory: folder.path + "/s") }

    /// A system call that fails in a write of a secret.
    struct Fault: Sendable, Codable {
        let call: String
        let error: Int32
    }

    @Test(arguments: [
        Fault(call: "write", error: ENOSPC), Fault(call: "write", error: EDQUOT), Fault(call: "write", error: EIO),
        Fault(call: "write", error: EROFS), Fault(call: "fsync", error: EIO), Fault(call: "fsync", error: ENOSPC),
        Fault(call: "fsync", error: EDQUOT), Fault(call: "renameat", error: EROFS),
        Fault(call: "renameat", error: ENOSPC), Fault(call: "renameat", error: EIO),
    ])
    func `C5 a failed call before the new name is an error that names the file, and the old secret is unchanged`(
        fault: Fault
    ) async throws {
        try await store.setSecret(SecretBytes([1]), named: .john)
        let before = folder.paths

        await #expect(processExitsWith: .success) {
            [path = folder.path as String, fault = fault as Fault] in
            SystemCalls.intercept { call, _ in call == fault.call ? fault.error : nil }
            do {
                try await FileStore(directory: path + "/s").setSecret(SecretBytes([2]), named: .john)
                _exit(1)
            } catch let error as SecretStoreError {
                let isFull = [ENOSPC, EDQUOT].contains(fault.error)
                guard error.systemError == fault.error, error.code == (isFull ? .noSpace : .failed) else { _exit(2) }
                // The user has to know which disk is full or broken.
                _exit(error.detail?.hasPrefix(path + "/s/") == true ? 0 : 4)
            } catch { _exit(3) }
        }

        #expect(try await store.secret(named: .john)?.bytes == [1])
        #expect(folder.paths == before)
    }

    @Test func `C5 every call of a write that is interrupted once is repeated`() async throws {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let interrupted = Mutex<[String: Int]>([:])
            SystemCalls.intercept { call, _ in
                guard ["write", "fsync"].contains(call) else { return nil }
                // Every other call is interrupted.
                return interrupted.withLock { interrupted in
                    interrupted[call, default: 0] += 1
                    return interrupted[call, default: 0].isMultiple(of: 2) ? nil : EINTR
                }
            }
            let store = FileStore(directory: path + "/s")
            do {
                try await store.setSecret(SecretBytes([1]), named: .john)
                try await store.setSecret(SecretBytes([2]), named: .john)
                _exit(try await store.secret(named: .john)?.bytes == [2] ? 0 : 2)
            } catch { _exit(1) }
        }
    }

    @Test func `C5 writes of one byte each store the whole secret`() async throws {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            SystemCalls.limitWrites(to: 1)
            let store = FileStore(directory: path + "/s")
            do {
                for byte in 1...3 as ClosedRange<UInt8> { try await store.setSecret(SecretBytes([byte]), named: .john) }
                try await store.removeSecret(named: SecretName(service: "app", account: "absent"))
                _exit(try await store.secret(named: .john)?.bytes == [3] ? 0 : 2)
            } catch { _exit(1) }
        }
    }

    @Test func `C5 without a free descriptor a call is a typed error, and the old secret is unchanged`() async throws {
        try await store.setSecret(SecretBytes([1]), named: .john)

        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let store = FileStore(directory: path + "/s")
            var free: [Int32] = []
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            while case let number = open("/dev/null", O_RDONLY), number >= 0 { free.append(number) }
            guard errno == EMFILE, free.count > 8 else { _exit(4) }
            // With one descriptor more at each attempt, the call fails at each place where the store opens one.
            for (count, number) in free.prefix(9).enumerated() {
                do {
                    try store.setSecret(SecretBytes([2]), named: .john)
                    _exit(count > 1 ? 0 : 3)
                } catch let error as SecretStoreError {
                    guard error.systemError == EMFILE else { _exit(2) }
                } catch { _exit(1) }
                close(number)
            }
            _exit(5)
        }

        #expect(try await store.secret(named: .john)?.bytes == [2])
    }

    @Test func `C5 a list of the folder that breaks off is an error, and not a folder without secrets`() async throws {
        try await store.setSecret(SecretBytes([1]), named: .john)

        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            SystemCalls.breakLists()
            do {
                _ = try await FileStore(directory: path + "/s").accounts(ofService: "app")
                _exit(1)
            } catch { _exit((error as? SecretStoreError)?.systemError == EIO ? 0 : 2) }
        }
    }

    @Test func `C28 a write waits for the disk twice, a removal once, and neither lists the folder`() async throws {
        try await store.setSecret(SecretBytes([1]), named: .john)
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let waits = Atomic(0)
            let lists = Atomic(0)
            SystemCalls.intercept { call, _ in
                if call == "fsync" { waits.add(1, ordering: .relaxed) }
                if call == "fdopendir" { lists.add(1, ordering: .relaxed) }
                return nil
            }
            let store = FileStore(directory: path + "/s")
            try store.setSecret(SecretBytes([2]), named: .john)
            guard waits.exchange(0, ordering: .relaxed) == 2 else { _exit(2) }
            _ = try store.secret(named: .john)
            guard try store.removeSecret(named: .john), waits.exchange(0, ordering: .relaxed) == 1 else { _exit(3) }
            for _ in 0..<100 { try store.setSecret(SecretBytes([2]), named: .john) }
            guard waits.load(ordering: .relaxed) == 200 else { _exit(4) }
            _exit(lists.load(ordering: .relaxed) == 0 ? 0 : 5)
        }
    }

    @Test(.disabled(if: Sanitizer.isThread, "the thread sanitizer ends a child that starts a thread"))
    func `C10 a forked child neither keeps nor releases the lock of its parent`() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let store = FileStore(directory: path + "/s", lockTimeout: .milliseconds(50))
            try store.setSecret(SecretBytes([1]), named: .john)
            typealias Fork = @convention(c) () -> pid_t
            var ends: [Int32] = [-1, -1]
            guard let symbol = dlsym(nil, "fork"), pipe(&ends) == 0 else { _exit(7) }
            var lock: (any RenewalLock)? = try store.renewalLock(of: .john, until: .now + .seconds(5))
            guard lock != nil else { _exit(5) }
            let child = unsafeBitCast(symbol, to: Fork.self)()
            if child == 0 {
                var byte: UInt8 = lock?.isHeld == false ? 1 : 0
                // Ends the child's copy of the object, which shares the open file.
                lock = nil
                _ = Glibc.write(ends[1], &byte, 1)
                while true { pause() }
            }
            var byte: UInt8 = 0
            guard read(ends[0], &byte, 1) == 1, byte == 1 else {
                kill(child, SIGKILL)
                _exit(6)
            }
            let isHeld = lock?.isHeld == true && (try? store.renewalLock(of: .john, until: .now)) == nil
            lock = nil
            let isFree = (try? store.renewalLock(of: .john, until: .now)) != nil
            kill(child, SIGKILL)
            _exit(isHeld && isFree ? 0 : 2)
        }
    }
}
