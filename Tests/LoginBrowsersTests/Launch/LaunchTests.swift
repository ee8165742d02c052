import Dispatch
import Glibc
import HTTPMessages
import LoginBrowsers
import ProgramRunner
import Synchronization
import TestEvents
import Testing

/// Tests that start real programs.
@Suite struct LaunchTests {
    private let address: HTTPURL
    private let folder = TemporaryFolder()
    /// A file in which a fixture browser writes its arguments.
    private let file: String

    init() throws {
        address = try HTTPURL("https://t.example/authorize?a=1&b=`id`'%22".filter { $0 != "`" })
        file = folder.path + "/said"
    }

    private func start(_ words: [String]) async throws -> Int32? {
        try await callbackValue { _ = try ChildProgram.start(words, ended: $0) }
    }

    /// Opens the address with commands of which each fails.
    private func failure(of commands: [BrowserCommand]) async throws -> UserAgentError {
        try await callbackValue { try SystemBrowser.open(address, with: commands, failed: $0) }
    }

    private func text() -> String {
        guard let stream = fopen(file, "r") else { return "" }
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = fread(&bytes, 1, bytes.count, stream)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    @Test func `reports how a program ended`() async throws {
        defer { unlink(file) }
        #expect(try await start(["true"]) == 0)
        #expect(try await start(["sh", "-c", "exit 7"]) == 7)
        #expect(try await start(["sh", "-c", "kill -9 $$"]) == 137)
    }

    @Test func `A6 the address is one argument, whatever its characters`() async throws {
        let status = try await start(["sh", "-c", "printf '%s\\n' \"$#\" \"$@\" > \(file)", "sh", address.string])

        #expect(status == 0)
        #expect(text() == "1\n\(address.string)\n")
    }

    @Test func `C10 a browser inherits no descriptor, terminal or signal mask of this process`() async throws {
        let script = "{ ls /proc/self/fd | wc -w; ps -o sid= -p $$; echo $$; grep SigBlk /proc/self/status; } > \(file)"

        #expect(try await start(["sh", "-c", script]) == 0)

        let lines = text().split(separator: "\n").map { String($0.filter { !$0.isWhitespace }) }
        try #require(lines.count == 4)
        // 0, 1 and 2, and the folder that `ls` reads.
        #expect(lines[0] == "4")
        #expect(lines[1] == lines[2])
        #expect(lines[3] == "SigBlk:0000000000000000")
    }

    @Test func `uses the first installed command`() async throws {
        let commands = [["/nonexistent/browser"], ["sh", "-c", "exit 3"]].map { BrowserCommand(words: $0) }
        defer { unlink(file) }

        let error = try await failure(of: commands)
        #expect(error.code == .failed)
        #expect("\(error)".contains("status 3") && !"\(error)".contains("t.example"))
    }

    @Test func `a failed command is followed by the next, and the failure of the last one is reported`() async throws {
        let report = BrowserCommand(words: ["sh", "-c", "printf %%s \"$1\" > \(file); exit 4", "sh", "%s"])
        let commands = [BrowserCommand(words: ["false"]), BrowserCommand(words: ["/nonexistent"]), report]

        let error = try await failure(of: commands)
        #expect(text() == address.string)
        let failures = "false ended with status 1, /nonexistent is not installed, sh ended with status 4"
        #expect(error.detail.hasPrefix("\(failures); set BROWSER"))
    }

    @Test func `a failed command is named together with those that are not installed`() async throws {
        let commands = [["false"], ["/nonexistent/xdg-open"]].map { BrowserCommand(words: $0) }

        let error = try await failure(of: commands)
        #expect(error.code == .failed)
        let failures = "false ended with status 1, /nonexistent/xdg-open is not installed"
        #expect(error.detail.hasPrefix("\(failures); set BROWSER"))
        #expect(error.detail.contains("terminalProvider()") && error.detail.contains("deviceAuthorization()"))
    }

    @Test func `a failed command after the end of the login is followed by none`() async throws {
        unlink(file)
        try #require(mkfifo(file, 0o600) == 0)
        defer { unlink(file) }
        let ends = ["sh", "-c", "read over <\(file); exit 3"]
        let isOver = Mutex(false)
        let child = open(file, O_RDWR | O_CLOEXEC)
        defer { close(child) }

        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                let next = BrowserCommand(words: ["/bin/sh", "-c", "exit 4", "sh"])
                let asked: @Sendable () -> Bool = {
                    defer { continuation.resume() }
                    return !isOver.withLock { $0 }
                }
                try SystemBrowser.open(address, with: [BrowserCommand(words: ends), next], while: asked) { _ in
                    Issue.record("the next one was started")
                }
                isOver.withLock { $0 = true }
                write(child, "\n", 1)
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    @Test func `explains what to do when no program opens addresses`() {
        let error = #expect(throws: UserAgentError.self) {
            try SystemBrowser.open(address, with: [BrowserCommand(words: ["/nonexistent"])]) { _ in }
        }
        #expect(error?.code == .notFound)
        #expect(error?.detail.hasPrefix("/nonexistent is not installed; set BROWSER") == true)
    }

    @Test func `a private window has a profile of its own, which is gone when it closes`() async throws {
        let kind = PrivateWindow.Kind(program: fixture("browser-that-reports"), isFirefox: false)
        let window = PrivateWindow()
        _ = try await callbackValue {
            try window.open(address, in: [kind], options: ["--report=\(file)"], closed: $0)
        }

        let lines = text().split(separator: "\n").map(String.init)
        try #require(lines.count == 2)
        #expect(lines[0] == "700")
        #expect(access(lines[1], F_OK) != 0)
    }

    @Test(arguments: ["/snap/browser-that-reports/common", ""])
    func `the profile of a browser that is a snap is in the home, where the snap sees it`(
        profiles: String
    ) async throws {
        try #require(try await start(["mkdir", "-p", folder.path + profiles]) == 0)
        let kind = PrivateWindow.Kind(program: fixture("browser-that-reports"), isFirefox: false)
        let window = PrivateWindow(snaps: ["/nonexistent", "\(Checkout.fixtures)/browsers"], home: folder.path)
        _ = try await callbackValue {
            try window.open(address, in: [kind], options: ["--report=\(file)"], closed: $0)
        }

        let profile = text().split(separator: "\n").last.map(String.init) ?? ""
        #expect(profile.hasPrefix("\(folder.path)\(profiles)/auth0-login-"))
        #expect(access(profile, F_OK) != 0)
    }

    @Test func `a private window can be closed by the program`() async throws {
        defer { unlink(file) }
        let kind = PrivateWindow.Kind(program: fixture("browser-that-stays"), isFirefox: true)
        let window = PrivateWindow()
        _ = try await callbackValue { closed in
            try window.open(address, in: [kind], closed: closed)
            window.close()
        }
    }

    @Test(arguments: [("true", nil), ("false", UserAgentError.Code.failed)])
    func `a browser that fails is not mistaken for a window that the user closed`(
        program: String, code: UserAgentError.Code?
    ) async throws {
        let kind = PrivateWindow.Kind(program: program, isFirefox: false)
        let failure = try await callbackValue { try PrivateWindow().open(address, in: [kind], closed: $0) }

        #expect(failure?.code == code)
        #expect(failure.map { $0.detail.hasSuffix("than root") == (geteuid() == 0) } ?? true)
    }

    @Test func `closing a private window removes its profile, even while a process still writes there`() async throws {
        unlink(file)
        try #require(mkfifo(file, 0o600) == 0)
        let kind = PrivateWindow.Kind(program: fixture("browser-that-lingers"), isFirefox: false)
        let window = PrivateWindow()

        try window.open(address, in: [kind], options: ["--report=\(file)"]) { _ in }
        let profile = try await callbackValue { said in
            DispatchQueue.global().async { said(text().filter { $0 != "\n" }) }
        }
        let wasThere = access(profile, F_OK) == 0
        window.close()

        #expect(wasThere && profile.hasPrefix("/tmp/auth0-login-"))
        #expect(access(profile, F_OK) != 0)
    }

    @Test func `a browser that ignores SIGTERM is killed`() async throws {
        unlink(file)
        try #require(mkfifo(file, 0o600) == 0)
        let kind = PrivateWindow.Kind(program: fixture("browser-that-refuses"), isFirefox: false)
        let window = PrivateWindow()

        try window.open(address, in: [kind], options: ["--report=\(file)"]) { _ in }
        let said = try await callbackValue { done in DispatchQueue.global().async { done(text().dropLast()) } }
        window.close()

        let words = said.split(separator: " ").map(String.init)
        try #require(words.count == 2 && words[0].hasPrefix("/tmp/auth0-login-"))
        #expect(access(words[0], F_OK) != 0)
        #expect(Int32(words[1]).map { kill($0, 0) } == -1)
    }

    @Test func `A15 a killed program leaves no window and no profile`() async throws {
        unlink(file)
        try #require(mkfifo(file, 0o600) == 0)
        let report = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer {
            close(report)
            unlink(file)
        }

        await #expect(processExitsWith: .signal(SIGKILL)) {
            [
                address = address.string as String, file = file as String,
                program = fixture("browser-that-refuses") as String
            ] in
            let kind = PrivateWindow.Kind(program: program, isFirefox: true)
            try PrivateWindow().open(HTTPURL(address), in: [kind], options: ["--report=\(file)"]) { _ in }
            // The browser reports that it has opened the window.
            var first = pollfd(fd: open(file, O_RDWR), events: Int16(POLLIN), revents: 0)
            poll(&first, 1, -1)
            kill(getpid(), SIGKILL)
        }

        var bytes = [UInt8](repeating: 0, count: 256)
        let said = String(decoding: bytes[..<max(0, read(report, &bytes, bytes.count) - 1)], as: UTF8.self)
        let words = said.split(separator: " ").map(String.init)
        try #require(words.count == 2 && words[0].hasPrefix("/tmp/auth0-login-"))
        let browser = try #require(Int32(words[1]))
        let profile = words[0]
        #expect(await SystemState.reaches { access(profile, F_OK) != 0 })
        #expect(await SystemState.reaches { kill(browser, 0) != 0 })
    }

    @Test func `a private window that is closed while it opens does not stay`() async throws {
        defer { unlink(file) }
        let kind = PrivateWindow.Kind(program: fixture("browser-that-stays"), isFirefox: true)
        let window = PrivateWindow()
        window.close()

        _ = try await callbackValue { try window.open(address, in: [kind], closed: $0) }
    }

    private func fixture(_ name: String) -> String { "\(Checkout.fixtures)/browsers/\(name)" }
}
