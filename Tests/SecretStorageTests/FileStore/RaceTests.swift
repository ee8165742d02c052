import Foundation
import OpenSSLCryptography
import ProgramRunner
import Synchronization
import TestEvents
import Testing

@testable import SecretStorage

@Suite struct RaceTests {
    let folder = TemporaryFolder()

    @Test func `S2 a folder that is constantly exchanged never leads elsewhere`() throws {
        let (ours, evil) = (folder.path + "/ours", folder.path + "/evil")
        try FileStore(directory: ours + "/s").setSecret(SecretBytes([1]), named: .john)
        try FileStore(directory: evil + "/s").setSecret(SecretBytes([66]), named: .john)
        let store = FileStore(directory: ours + "/s")
        let isOver = Atomic(false)
        let seen = Mutex<Set<String>>([])
        let path = folder.path

        Threads.run(2) { index in
            guard index == 0 else {
                while !isOver.load(ordering: .acquiring) {
                    let result = Result { try store.secret(named: .john)?.bytes }
                    seen.withLock { _ = $0.insert("\(result)") }
                }
                return
            }
            let (start, clock) = (ContinuousClock.now, ContinuousClock())
            var rounds = 0
            while Soak.isOn ? clock.now - start < .seconds(60) : rounds < 1_000 {
                rounds += 1
                rename(ours, path + "/away")
                symlink(evil, ours)
                unlink(ours)
                rename(path + "/away", ours)
            }
            isOver.store(true, ordering: .releasing)
        }

        #expect(!seen.withLock { $0 }.contains { $0.contains("66") })
        #expect(try store.secret(named: .john)?.bytes == [1])
        #expect(try FileStore(directory: evil + "/s").secret(named: .john)?.bytes == [66])
    }

    @Test func `C4 a reader during writes sees one complete secret or the other`() throws {
        let store = FileStore(directory: folder.path + "/s")
        let (small, large) = ([UInt8](repeating: 1, count: 10), [UInt8](repeating: 2, count: 60_000))
        try store.setSecret(SecretBytes(small), named: .john)
        let strange = Atomic(0)

        Threads.run(4) { index in
            for round in 0..<100 {
                if index < 2 {
                    try? store.setSecret(SecretBytes((round + index).isMultiple(of: 2) ? small : large), named: .john)
                } else {
                    let bytes = (try? store.secret(named: .john))?.bytes
                    if bytes != small && bytes != large { strange.add(1, ordering: .relaxed) }
                }
            }
        }

        #expect(strange.load(ordering: .relaxed) == 0)
    }

    @Test func `C27 a repair that found a damaged secret keeps the login that replaces it meanwhile`() throws {
        let path = folder.path + "/s"
        let store = FileStore(directory: path)
        try store.setSecret(SecretBytes([1]), named: .john)
        let record = try #require(folder.paths.first { $0.hasSuffix(".sealed") })
        try Data([1]).write(to: URL(filePath: "\(folder.path)/\(record)"))
        let login = try LockedRecord.lock(.john, in: path, .ownFile, until: .now + .seconds(5))

        let repair = Threads.result { Result { try store.repair(isKeyLost: false).changes } }
        // It has found the damage, and waits for the end of all writes: a write of another secret gets no lock.
        let other = SecretName(service: "app", account: "jane")
        let impatient = FileStore(directory: path, lockTimeout: .zero)
        let isWaiting = SystemState.blocks { (try? impatient.setSecret(SecretBytes([3]), named: other)) == nil }
        try login.write(SecretBytes([2]))
        _ = consume login

        #expect(isWaiting)
        #expect(try repair().get() == [])
        #expect(try store.secret(named: .john)?.bytes == [2])
        // The login itself has set the damaged file aside.
        #expect(folder.paths.filter { $0.hasSuffix(".damaged") } == [record + ".damaged"])
    }

    @Test func `C10 every descriptor is closed when another program is started`() throws {
        try FileStore(directory: folder.path + "/s").setSecret(SecretBytes([1]), named: .john)
        let record = try LockedRecord.lock(.john, in: folder.path + "/s", .ownFile, until: .now + .seconds(5))

        let inherited = Descriptors.numbers.filter { number in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)"))?
                .contains(folder.path) == true
        }.filter { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 }

        #expect(inherited.isEmpty)
        #expect(try record.read()?.secret.bytes == [1])
    }
}
