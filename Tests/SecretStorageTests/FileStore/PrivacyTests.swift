import Foundation
import OpenSSLCryptography
import ProgramRunner
import Testing

@testable import SecretStorage

@Suite struct PrivacyTests {
    let folder = TemporaryFolder()
    let name = SecretName(service: "service-canary", account: "account-canary")

    private var store: FileStore { FileStore(directory: folder.path + "/state/app/secrets") }
    private var files: [String] { folder.paths.filter { $0.contains("secrets/") } }

    @Test(arguments: [0 as mode_t, 0o022, 0o077, 0o777])
    func `S1 folders are 0700 and files 0600 regardless of the umask`(mask: mode_t) async {
        await #expect(processExitsWith: .success) { [path = folder.path as String, mask = mask as mode_t] in
            if geteuid() == 0 {
                chown(path, 65534, 65534)
                setuid(65534)
            }
            umask(mask)
            let store = FileStore(directory: path + "/state/app/secrets")
            let name = SecretName(service: "app", account: "john")
            do {
                try await store.setSecret(SecretBytes([1]), named: name)
                try await store.setSecret(SecretBytes([2]), named: name)
                _exit(try await store.secret(named: name)?.bytes == [2] ? 0 : 2)
            } catch { _exit(1) }
        }

        #expect(files.count == 3)
        for path in folder.paths { #expect(folder.mode(path) == (files.contains(path) ? 0o600 : 0o700), "\(path)") }
    }

    /// A program that is killed between the creation and the mode of a file, under a strict umask; or a wrong `chmod`.
    @Test(arguments: ["", "/..", "/lock", "/key", "record"], [0 as mode_t, 0o200, 0o600])
    func `C27 a login is stored, and a repair works, where the user has no access`(
        file: String, mode: mode_t
    ) async throws {
        let directory = folder.path + "/state/s"
        for isRepaired in [false, true] {
            try await FileStore(directory: directory).setSecret(SecretBytes([1]), named: name)
            let record = try #require(folder.paths.first { $0.hasSuffix(".sealed") })
            if geteuid() == 0 {
                for path in folder.paths + [""] { chown("\(folder.path)/\(path)", 65534, 65534) }
            }
            chmod(file == "record" ? "\(folder.path)/\(record)" : directory + file, mode)

            await #expect(processExitsWith: .success) {
                [directory = directory as String, isRepaired = isRepaired as Bool] in
                if geteuid() == 0 { setuid(65534) }
                let store = FileStore(directory: directory)
                let name = SecretName(service: "service-canary", account: "account-canary")
                do {
                    if isRepaired {
                        _ = try store.repair(isKeyLost: false)
                        _exit(try await store.secret(named: name)?.bytes == [1] ? 0 : 2)
                    }
                    try await store.setSecret(SecretBytes([2]), named: name)
                    _exit(try await store.secret(named: name)?.bytes == [2] ? 0 : 3)
                } catch {
                    Issue.record(error)
                    _exit(1)
                }
            }
            if geteuid() == 0 {
                for path in folder.paths + [""] { chown("\(folder.path)/\(path)", 0, 0) }
            }
        }
    }

    @Test func `S7 S9 neither a name nor a secret is visible in the folder`() throws {
        try store.setSecret(SecretBytes(Array("secret-canary".utf8)), named: name)

        for file in files {
            #expect(!file.contains("canary"))
            #expect(!String(decoding: try folder.bytes(file), as: Unicode.ASCII.self).contains("canary"))
        }
    }

    @Test func `S4 a secret never has the same file contents twice`() throws {
        let master = SecretBytes([UInt8](repeating: 1, count: 32))
        let record = try SealedRecord(of: name, master: master)
        var seen: Set<[UInt8]> = []

        let writes = Soak.isOn ? 100_000 : 2_000
        for _ in 0..<writes {
            seen.insert(Array(try record.seal(SecretBytes([1]), as: name, generation: 1).dropFirst(17).prefix(44)))
        }

        #expect(seen.count == writes)
    }

    @Test(arguments: ["link", "fifo", "second name", "folder", "readable by others", "somebody else's"])
    func `S2 refuses a record that is`(plant: String) throws {
        try store.setSecret(SecretBytes([1]), named: name)
        let file = try #require(files.first { $0.hasSuffix(".sealed") })
        let path = "\(folder.path)/\(file)"
        switch plant {
        case "link":
            rename(path, path + ".moved")
            symlink(path + ".moved", path)
        case "fifo":
            unlink(path)
            mkfifo(path, 0o600)
        case "second name": link(path, path + ".other")
        case "folder":
            unlink(path)
            mkdir(path, 0o700)
        case "readable by others": chmod(path, 0o644)
        default:
            guard geteuid() == 0 else { return }
            chown(path, 65534, 65534)
        }

        #expect(throws: SecretStoreError(.notPrivate)) { try store.secret(named: name) }
        #expect(throws: SecretStoreError(.notPrivate)) { try store.secret(named: name, orStore: SecretBytes([2])) }
    }

    @Test(arguments: ["state", "state/app", "state/app/secrets"])
    func `S2 follows no symbolic link in its path`(step: String) throws {
        try store.setSecret(SecretBytes([1]), named: name)
        let path = "\(folder.path)/\(step)"
        rename(path, folder.path + "/elsewhere")
        symlink(folder.path + "/elsewhere", path)

        let error = #expect(throws: SecretStoreError.self) { try store.secret(named: name) }
        #expect(error == SecretStoreError(.notPrivate))
        #expect(error?.description.contains("must be a folder and no link: \(path)") == true)
        #expect(throws: SecretStoreError(.notPrivate)) { try store.setSecret(SecretBytes([2]), named: name) }
    }

    @Test func `S2 C27 a lock with another name is put aside`() throws {
        try store.setSecret(SecretBytes([1]), named: name)
        link("\(folder.path)/state/app/secrets/lock", folder.path + "/another")

        try store.setSecret(SecretBytes([2]), named: name)

        #expect(files.contains { $0.hasSuffix("/lock.damaged") })
        #expect(try store.secret(named: name)?.bytes == [2])
    }

    @Test func `S2 C27 a link in place of the lock is not followed, and is put aside`() throws {
        try store.setSecret(SecretBytes([1]), named: name)
        let lock = "\(folder.path)/state/app/secrets/lock"
        unlink(lock)
        symlink(folder.path + "/made", lock)

        try store.setSecret(SecretBytes([2]), named: name)

        #expect(!folder.paths.contains("made"))
        #expect(files.contains { $0.hasSuffix("/lock.damaged") })
    }

    /// Only root can give a folder to a group of several users.
    private static let open: [(parent: String, mode: mode_t)] =
        [("state", 0o777), ("", 0o777), ("", 0o722), ("state", 0o702)] + (geteuid() == 0 ? [("state/app", 0o770)] : [])

    @Test(arguments: open)
    func `S2 D2 refuses a folder below one that others can write to`(parent: String, mode: mode_t) throws {
        try store.setSecret(SecretBytes([1]), named: name)
        if geteuid() == 0 { chown("\(folder.path)/\(parent)", 0, 100) }
        chmod("\(folder.path)/\(parent)", mode)

        #expect(throws: SecretStoreError(.notPrivate)) { try store.secret(named: name) }
        #expect(throws: SecretStoreError(.notPrivate)) { try store.setSecret(SecretBytes([2]), named: name) }
        #expect(throws: SecretStoreError(.notPrivate)) { try store.removeSecret(named: name) }
        chmod("\(folder.path)/\(parent)", mode | S_ISVTX)
        #expect(try store.secret(named: name)?.bytes == [1])
        chmod("\(folder.path)/\(parent)", 0o755)
        #expect(try store.secret(named: name)?.bytes == [1])
    }

    @Test func `S2 D2 refuses a folder below one of another user`() throws {
        guard geteuid() == 0 else { return }
        try store.setSecret(SecretBytes([1]), named: name)
        chown("\(folder.path)/state", 65534, 65534)

        #expect(throws: SecretStoreError(.notPrivate)) { try store.secret(named: name) }
        #expect(throws: SecretStoreError(.notPrivate)) { try store.setSecret(SecretBytes([2]), named: name) }
    }

    @Test func `S1 refuses a folder with access for others`() throws {
        try store.setSecret(SecretBytes([1]), named: name)
        chmod("\(folder.path)/state/app/secrets", 0o750)

        #expect(throws: SecretStoreError(.notPrivate)) { try store.secret(named: name) }
    }

    @Test(arguments: ["", "relative", "/", "/a/../b", "/a/./b", "/a\0b"])
    func `S10 refuses a path that is not absolute and normalized`(path: String) {
        #expect(throws: SecretStoreError(.noPlace)) { try FileStore(directory: path).secret(named: name) }
    }
}
