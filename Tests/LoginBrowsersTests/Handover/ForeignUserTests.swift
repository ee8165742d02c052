import Foundation
import ProgramRunner
import Testing

@testable import LoginBrowsers

/// The kernel reports the user of a connection, even if the permissions of a folder are wrong.
@Suite(.enabled(if: geteuid() == 0, "only root can become another user"))
struct ForeignUserTests {
    private let folder = TemporaryFolder()
    private let scheme: CustomScheme
    private let good = "com.example.a://t.example/callback?code=1&state=good"

    init() throws { scheme = try #require(CustomScheme("com.example.a")) }

    private var places: [HandoverPlace] { [HandoverPlace(folder.path)] }

    /// Runs Python as a user or, for 0, as root.
    private func run(as user: Int, _ script: String) async throws -> String {
        let run = try await ProgramRun(
            "/usr/bin/timeout",
            ["600", "/usr/bin/setpriv", "--reuid=\(user)", "--clear-groups", "/usr/bin/python3", "-c", script])
        return String(decoding: run.output + run.errors, as: UTF8.self)
    }

    @Test func `A13 another user of the machine cannot hand an address over`() async throws {
        let listener = try HandoverListener(scheme, in: places) { $0 == good }
        let socket = try #require(folder.files.first)
        let script = """
            import socket
            s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            try:
                s.connect("\(folder.path)/\(socket)")
                s.send(b"\(good)")
                print(s.recv(8))
            except PermissionError: print("kept out")
            except OSError: print("hung up on")
            """

        let keptOut = try await run(as: 65534, script)
        for path in ["", "/com.example.a", "/" + socket] { chmod(folder.path + path, 0o777) }
        let hungUpOn = try await run(as: 65534, script)
        let own = try await run(as: 0, script)

        #expect(keptOut == "kept out\n")
        #expect(hungUpOn == "hung up on\n" || hungUpOn == "b''\n")
        #expect(own == "b'\\x01'\n")
        withExtendedLifetime(listener) {}
    }

    @Test func `A13 no folder is created or used in the home of another user`() {
        chown(folder.path, 65534, 65534)
        let home = [HandoverPlace("\(folder.path)/.local/state", mayBeMade: true), HandoverPlace(folder.path)]

        #expect(throws: UserAgentError.self) { try HandoverListener(scheme, in: home) { _ in true } }
        #expect(folder.files.isEmpty)
        #expect(access("\(folder.path)/.local", F_OK) != 0)
        #expect(access("\(folder.path)/com.example.a", F_OK) != 0)
    }

    @Test func `A13 another user of the machine does not receive the address`() async throws {
        mkdir("\(folder.path)/com.example.a", 0o700)
        for path in ["", "/com.example.a"] { chmod(folder.path + path, 0o777) }
        mkfifo("\(folder.path)/ready", 0o666)
        chmod("\(folder.path)/ready", 0o666)
        async let heard = run(
            as: 65534,
            """
            import os, socket
            os.umask(0)
            s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            s.bind("\(folder.path)/com.example.a/a.socket")
            s.listen()
            open("\(folder.path)/ready", "w").close()
            print(s.accept()[0].recv(9999))
            """)
        _ = try await ProgramRun("/usr/bin/timeout", ["600", "cat", "\(folder.path)/ready"])
        chmod("\(folder.path)/com.example.a", 0o700)

        #expect(!HandoverSender.offer(good, in: places))

        #expect(try await heard == "b''\n")
    }
}
