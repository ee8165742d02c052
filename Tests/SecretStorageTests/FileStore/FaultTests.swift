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
    let name = SecretName(service: "app", account: "john")

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
        Fault(call: "fdopendir", error: ENOMEM),
    ])
    func `C5 a failed call before the new name is a typed error, and the old secret is unchanged`(
        fault: Fault
    ) async throws {
        try await store.setSecret(SecretBytes([1]), named: name)
        let before = folder.paths

        await #expect(processExitsWith: .success) {
            [path = folder.path as String, fault = fault as Fault] in
            SystemCalls.intercept { call, _ in call == fault.call ? fault.error : nil }
            do {
                let name = SecretName(service: "app", account: "john")
                try await FileStore(directory: path + "/s").setSecret(SecretBytes([2]), named: name)
                _exit(1)
            } catch let error as SecretStoreError {
                let isFull = [ENOSPC, EDQUOT].contains(fault.error)
                _exit(error.systemError == fault.error && error.code == (isFull ? .noSpace : .failed) ? 0 : 2)
            } catch { _exit(3) }
        }

        #expect(try await store.secret(named: name)?.bytes == [1])
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
            let name = SecretName(service: "app", account: "john")
            do {
                try await store.setSecret(SecretBytes([1]), named: name)
                try await store.setSecret(SecretBytes([2]), named: name)
                _exit(try await store.secret(named: name)?.bytes == [2] ? 0 : 2)
            } catch { _exit(1) }
        }
    }

    @Test func `C5 writes of one byte each store the whole secret`() async throws {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            SystemCalls.limitWrites(to: 1)
            let store = FileStore(directory: path + "/s")
            let name = SecretName(service: "app", account: "john")
            do {
                for byte in 1...3 as ClosedRange<UInt8> { try await store.setSecret(SecretBytes([byte]), named: name) }
                try await store.removeSecret(named: SecretName(service: "app", account: "absent"))
                _exit(try await store.secret(named: name)?.bytes == [3] ? 0 : 2)
            } catch { _exit(1) }
        }
    }

    @Test func `C5 without a free descriptor a call is a typed error, and the old secret is unchanged`() async throws {
        try await store.setSecret(SecretBytes([1]), named: name)

        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let store = FileStore(directory: path + "/s")
            let name = SecretName(service: "app", account: "john")
            var free: [Int32] = []
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            while case let number = open("/dev/null", O_RDONLY), number >= 0 { free.append(number) }
            guard errno == EMFILE, free.count > 8 else { _exit(4) }
            // With one descriptor more at each attempt, the call fails at each place where the store opens one.
            for (count, number) in free.prefix(9).enumerated() {
                do {
                    try store.setSecret(SecretBytes([2]), named: name)
                    _exit(count > 1 ? 0 : 3)
                } catch let error as SecretStoreError {
                    guard error.systemError == EMFILE else { _exit(2) }
                } catch { _exit(1) }
                close(number)
            }
            _exit(5)
        }

        #expect(try await store.secret(named: name)?.bytes == [2])
    }

    @Test func `C5 a lost number of a write is no failure, and the next write restores it`() async throws {
        try await store.setSecret(SecretBytes([1]), named: name)

        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let isRenamed = Atomic(false)
            SystemCalls.intercept { call, _ in
                if call == "renameat" { isRenamed.store(true, ordering: .relaxed) }
                // The write after the new name is that of the number.
                return call == "write" && isRenamed.exchange(false, ordering: .relaxed) ? ENOSPC : nil
            }
            let store = FileStore(directory: path + "/s")
            let name = SecretName(service: "app", account: "john")
            do {
                try await store.setSecret(SecretBytes([2]), named: name)
                try await store.setSecret(SecretBytes([3]), named: SecretName(service: "app", account: "jane"))
                _exit(try await store.secret(named: name)?.bytes == [2] ? 0 : 2)
            } catch { _exit(1) }
        }

        #expect(try await store.secret(named: name)?.bytes == [2])
        #expect(try await store.accounts(ofService: "app") == ["jane", "john"])
        let file = try #require(folder.paths.first { $0.hasSuffix(".sealed") })
        let older = try folder.bytes(file)
        for byte in 4...6 as ClosedRange<UInt8> {
            for account in ["john", "jane"] {
                try await store.setSecret(SecretBytes([byte]), named: SecretName(service: "app", account: account))
            }
        }
        try folder.overwrite(file, older)
        #expect(try await store.accounts(ofService: "app").count == 1)
    }

    @Test(arguments: [EIO, EROFS, ENOSPC])
    func `C5 S8 a removal whose number is lost is an error, but on a full disk; the secret is gone`(
        error: Int32
    ) async throws {
        try await store.setSecret(SecretBytes([1]), named: name)

        await #expect(processExitsWith: .success) { [path = folder.path as String, error = error as Int32] in
            let isRemoved = Atomic(false)
            SystemCalls.intercept { call, _ in
                if call == "unlinkat" { isRemoved.store(true, ordering: .relaxed) }
                return call == "write" && isRemoved.load(ordering: .relaxed) ? error : nil
            }
            let store = FileStore(directory: path + "/s")
            do {
                try store.removeSecret(named: SecretName(service: "app", account: "john"))
                _exit(error == ENOSPC ? 0 : 1)
            } catch let failure as SecretStoreError {
                _exit(error != ENOSPC && failure.systemError == error ? 0 : 2)
            } catch { _exit(3) }
        }

        #expect(try await store.secret(named: name) == nil)
    }

    @Test func `C4 any part of an entry at the end of the numbers is cut off by the next write`() throws {
        try store.setSecret(SecretBytes([1]), named: name)
        let before = try folder.bytes("s/generations")
        try store.setSecret(SecretBytes([2]), named: name)
        let after = try folder.bytes("s/generations")
        #expect(after.starts(with: before) && after.count == before.count + 57)

        for count in before.count..<after.count {
            try folder.overwrite("s/generations", Array(after[..<count]))
            #expect(
                Generations(try folder.bytes("s/generations"), master: try master())?.end == before.count, "\(count)")
        }
        try folder.overwrite("s/generations", after + [1, 2, 3])
        try store.setSecret(SecretBytes([3]), named: name)
        #expect(try folder.bytes("s/generations").count == after.count + 57)
        #expect(try store.secret(named: name)?.bytes == [3])
    }

    @Test func `S3 S8 an entry of the numbers that is changed, exchanged or moved ends them`() throws {
        for byte in 1...3 as ClosedRange<UInt8> { try store.setSecret(SecretBytes([byte]), named: name) }
        let good = try folder.bytes("s/generations")
        let first = good.count - 3 * 57
        let whole = try #require(Generations(good, master: try master()))

        for bit in (first * 8)..<((first + 57) * 8) {
            var bad = good
            bad[bit / 8] ^= 1 << (bit % 8)
            let read = try #require(Generations(bad, master: try master()))
            #expect(read.end == first && read.latest < whole.latest, "\(bit)")
        }
        var exchanged = good
        exchanged.replaceSubrange(first..<(first + 57), with: good[(first + 57)..<(first + 114)])
        exchanged.replaceSubrange((first + 57)..<(first + 114), with: good[first..<(first + 57)])
        #expect(try Generations(exchanged, master: master())?.end == first)
    }

    private func master() throws -> SecretBytes { try #require(FolderKey(folder.bytes("s/key"))?.master) }

    @Test func `a write waits for the disk twice, and a thousand writes hardly more often`() async throws {
        try await store.setSecret(SecretBytes([1]), named: name)
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let waits = Atomic(0)
            SystemCalls.intercept { call, _ in
                if call == "fsync" { waits.add(1, ordering: .relaxed) }
                return nil
            }
            let store = FileStore(directory: path + "/s")
            let name = SecretName(service: "app", account: "john")
            try store.setSecret(SecretBytes([2]), named: name)
            guard waits.exchange(0, ordering: .relaxed) == 2 else { _exit(2) }
            try store.removeSecret(named: name)
            guard waits.exchange(0, ordering: .relaxed) == 2 else { _exit(3) }
            for _ in 0..<1_000 { try store.setSecret(SecretBytes([2]), named: name) }
            // The numbers are written anew once in more than a hundred writes.
            _exit(waits.load(ordering: .relaxed) <= 2_020 ? 0 : 4)
        }
        #expect(try folder.bytes("s/generations").count < 16_384)
    }

    @Test(.disabled(if: Sanitizer.isThread, "the thread sanitizer ends a child that starts a thread"))
    func `C10 a forked child neither keeps nor releases the lock of its parent`() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let store = FileStore(directory: path + "/s", lockTimeout: .milliseconds(50))
            let name = SecretName(service: "app", account: "john")
            try store.setSecret(SecretBytes([1]), named: name)
            typealias Fork = @convention(c) () -> pid_t
            var ends: [Int32] = [-1, -1]
            guard let symbol = dlsym(nil, "fork"), pipe(&ends) == 0 else { _exit(7) }
            var lock: (any RenewalLock)? = try store.renewalLock(of: name, until: .now + .seconds(5))
            guard lock != nil else { _exit(5) }
            let child = unsafeBitCast(symbol, to: Fork.self)()
            if child == 0 {
                // Ends the child's copy of the object, which shares the open file.
                lock = nil
                var byte: UInt8 = 1
                _ = Glibc.write(ends[1], &byte, 1)
                while true { pause() }
            }
            var byte: UInt8 = 0
            guard read(ends[0], &byte, 1) == 1 else { _exit(6) }
            let isHeld = (try? store.renewalLock(of: name, until: .now)) == nil
            lock = nil
            let isFree = (try? store.renewalLock(of: name, until: .now)) != nil
            kill(child, SIGKILL)
            _exit(isHeld && isFree ? 0 : 2)
        }
    }
}
