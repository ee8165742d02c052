import Foundation
import LinuxSystemCalls
import OpenSSLCryptography
import ProgramRunner
import Synchronization
import Testing

@testable import SecretStorage

@Suite struct ProcessTests {
    let folder = TemporaryFolder()

    private var store: FileStore { FileStore(directory: folder.path + "/s") }

    @Test func `processes that create a secret at the same time agree on one`() async throws {
        await withTaskGroup { group in
            for number in 1...6 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [path = folder.path as String, number = number as Int] in
                        let store = FileStore(directory: path + "/s")
                        let own = try await store.secret(named: .john, orStore: SecretBytes([UInt8(number)]))
                        // The result of each process, compared after the end of all.
                        try Data(own.bytes).write(to: URL(filePath: "\(path)/got-\(number)"))
                    }
                }
            }
        }

        let agreed = try #require(try await store.secret(named: .john)?.bytes)
        #expect(agreed.count == 1)
        for number in 1...6 { #expect(try folder.bytes("got-\(number)") == agreed) }
    }

    @Test func `C3 a write waits for another one of the same secret no longer than configured`() throws {
        try store.setSecret(SecretBytes([1]), named: .john)
        let impatient = FileStore(directory: folder.path + "/s", lockTimeout: .milliseconds(5))
        let holder = Mutex<LockedRecord?>(nil)
        holder.withLock { [path = folder.path + "/s"] in
            $0 = try? LockedRecord.lock(.john, in: path, .ownFile, until: .now)
        }

        let error = #expect(throws: SecretStoreError(.lockTimeout)) {
            try impatient.setSecret(SecretBytes([2]), named: .john)
        }

        #expect(error?.isRetryable == true)
        #expect(try impatient.secret(named: .john)?.bytes == [1])
        holder.withLock { $0 = nil }
        try impatient.setSecret(SecretBytes([2]), named: .john)
    }

    @Test func `C10 leaves no descriptor open and passes none to other programs`() throws {
        try store.setSecret(SecretBytes([1]), named: .john)
        let before = Descriptors.targets

        for _ in 0..<20 {
            try store.setSecret(SecretBytes([2]), named: .john)
            _ = try store.secret(named: .john)
            _ = try store.accounts(ofService: "app")
        }

        #expect(Descriptors.targets.filter { $0.contains(folder.path) } == before.filter { $0.contains(folder.path) })
    }

    @Test(arguments: [
        (["XDG_STATE_HOME": "state"], false), (["XDG_STATE_HOME": "../x", "HOME": "/tmp"], false), ([:], false),
        (["HOME": ""], false), (["HOME": "tmp"], false), (["HOME": "/does/not/exist"], false), (["HOME": "/tmp"], true),
        (["XDG_STATE_HOME": "/tmp"], true), (["XDG_STATE_HOME": "/tmp/j\u{FFFD}rg", "HOME": "/tmp"], false),
    ])
    func `S10 an untrustworthy environment is refused`(environment: [String: String], isPrivileged: Bool) {
        #expect(throws: SecretStoreError(.noPlace)) {
            try StateFolder.path(of: "app", isPrivileged: isPrivileged, in: UserFolders { environment[$0] })
        }
    }

    @Test(arguments: [
        (["HOME": "/tmp"], "/tmp/.local/state/app/secrets"),
        (["HOME": "/", "XDG_STATE_HOME": "/tmp"], "/tmp/app/secrets"),
        (["HOME": "/tmp", "XDG_STATE_HOME": ""], "/tmp/.local/state/app/secrets"),
        (["HOME": "/tmp/j\u{FFFD}rg", "XDG_STATE_HOME": "/tmp"], "/tmp/app/secrets"),
    ])
    func `S10 finds the state folder`(environment: [String: String], path: String) throws {
        #expect(try StateFolder.path(of: "app", isPrivileged: false, in: UserFolders { environment[$0] }) == path)
    }

    @Test func `S10 a folder whose name is not UTF-8 is refused, and no other one takes its place`() {
        let name = Array((folder.path + "/j").utf8CString.dropLast()) + [CChar(bitPattern: 0xF6), 0]
        #expect(mkdir(name, 0o700) == 0 && symlink(name, folder.path + "/link") == 0)
        defer { #expect(rmdir(name) == 0) }

        #expect(throws: SecretStoreError(.noPlace)) {
            let home = folder.path + "/link"
            return try StateFolder.path(
                of: "app", isPrivileged: false, in: UserFolders { $0 == "HOME" ? home : nil })
        }
    }

    @Test(arguments: [
        ("/usr/bin/notes", "notes"), ("/opt/a b/notes (deleted)", "notes"), ("", "auth0"), ("/", "auth0"),
    ])
    func `the application is named after its executable`(path: String, name: String) {
        #expect(ApplicationID.name(ofExecutable: RunningProgram.path(ofLink: Array(path.utf8))) == name)
    }

    @Test(arguments: ["..", ".hidden", "a/b", "", "a\0b", "e\u{301}", String(repeating: "a", count: 65)])
    func `S7 an application ID never names another folder`(id: String) {
        #expect(ApplicationID.folderName(id).hasPrefix("auth0-"))
        #expect(ApplicationID.folderName(id).utf8.count == 70)
    }

    @Test func `an ordinary application ID is the name of its folder`() {
        #expect(ApplicationID.folderName("com.example.notes-1_2") == "com.example.notes-1_2")
        #expect(!ApplicationID.default.isEmpty)
    }
}
