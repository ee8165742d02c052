import Foundation
import SecretStorage
import Testing
import UserPresencePAM

/// The conversation on a terminal.
@Suite(.timeLimit(.minutes(30))) struct TerminalTests {
    private func verifying(
        _ folder: PAMFolder, on terminal: TypedTerminal, title: String? = nil
    ) -> Task<Void, any Error> {
        let check = folder.check(conversation: .terminal(at: terminal.path))
        return Task { try await check.verify(title: title) }
    }

    @Test func `a password is read from the terminal and not shown`() async throws {
        let terminal = try TypedTerminal()
        let verifying = verifying(try .withPassword(), on: terminal)
        _ = await terminal.screen(showing: "Password")
        #expect(!terminal.isEchoing)

        terminal.type("open sesame\r")
        try await verifying.value

        #expect(await terminal.screen(showing: "\r\n").contains("sesame") == false)
        #expect(terminal.isEchoing)
    }

    @Test(arguments: ["opex\u{7F}n sesame\n", "opeü\u{8}n sesame\n", "wrong\u{15}open sesame\n", "\u{7F}open sesame\n"])
    func `a password can be corrected while it is typed`(keys: String) async throws {
        let terminal = try TypedTerminal()
        let verifying = verifying(try .withPassword(), on: terminal)
        _ = await terminal.screen(showing: "Password")

        terminal.type(keys)

        try await verifying.value
    }

    @Test(arguments: ["\u{3}", "open sesame\u{3}", "\u{4}"])
    func `Ctrl-C and Ctrl-D cancel the check, and the terminal is as before`(keys: String) async throws {
        let terminal = try TypedTerminal()
        let verifying = verifying(try .withPassword(), on: terminal)
        _ = await terminal.screen(showing: "Password")

        terminal.type(keys)

        await #expect(throws: UserPresenceError(.cancelled)) { try await verifying.value }
        #expect(terminal.isEchoing)
    }

    @Test func `a cancelled task leaves the terminal as before`() async throws {
        let terminal = try TypedTerminal()
        let verifying = verifying(try .withPassword(), on: terminal)
        _ = await terminal.screen(showing: "Password")
        #expect(!terminal.isEchoing)

        verifying.cancel()

        await #expect(throws: UserPresenceError(.cancelled)) { try await verifying.value }
        _ = await terminal.screen(showing: "\r\n")
        #expect(terminal.isEchoing)
    }

    @Test func `checks at the same time ask one after the other, and the terminal is as before`() async throws {
        let terminal = try TypedTerminal()
        let folders = [try PAMFolder.withPassword(), try PAMFolder.withPassword()]
        let checks = folders.map { verifying($0, on: terminal) }

        for _ in checks {
            let seen = await terminal.screen(showing: "Password")
            try #require(seen.components(separatedBy: "Password").count == 2)
            #expect(!terminal.isEchoing)
            terminal.type("open sesame\n")
        }

        for check in checks { try await check.value }
        #expect(terminal.isEchoing)
    }

    @Test func `a password of more bytes than PAM takes is denied`() async throws {
        let terminal = try TypedTerminal()
        let verifying = verifying(try .withPassword(), on: terminal)
        _ = await terminal.screen(showing: "Password")

        terminal.type(String(repeating: "a", count: 512))

        await #expect(throws: UserPresenceError(.denied)) { try await verifying.value }
        #expect(terminal.isEchoing)
    }

    @Test func `the title comes first, without the control characters of a terminal`() async throws {
        let terminal = try TypedTerminal()
        let verifying = verifying(
            try PAMFolder("auth required pam_permit.so"), on: terminal, title: "Read\u{1B}[2J\u{9B}me")

        #expect(await terminal.screen(showing: "\r\n") == "Read\u{FFFD}[2J\u{FFFD}me\r\n")
        try await verifying.value
    }

    @Test(arguments: ["/dev/null", "/nonexistent/tty"])
    func `a process without a terminal cannot ask`(path: String) async throws {
        let folder = try PAMFolder.withPassword()

        await #expect(throws: UserPresenceError(.unavailable)) {
            try await folder.check(conversation: .terminal(at: path)).verify()
        }
    }

    @Test func `a process in the background of its terminal does not ask`() async {
        await #expect(processExitsWith: .success) {
            // A session of its own with the terminal, in whose foreground another program runs.
            if getpgrp() == getpid() { try #require(getsid(0) == getpid()) } else { try #require(setsid() > 0) }
            let terminal = try TypedTerminal()
            let descriptor = open(terminal.path, O_RDWR)
            let other = Process()
            other.executableURL = URL(filePath: "/bin/sleep")
            other.arguments = ["60"]
            try other.run()
            defer { other.terminate() }
            signal(SIGTTOU, SIG_IGN)
            try #require(tcsetpgrp(descriptor, getpgid(other.processIdentifier)) == 0)
            try #require(tcgetpgrp(descriptor) != getpgrp())
            let folder = try PAMFolder.withPassword()

            await #expect(throws: UserPresenceError(.unavailable)) {
                try await folder.check(conversation: .terminal(at: terminal.path)).verify()
            }
        }
    }
}
