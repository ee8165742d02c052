import Glibc
import HTTPMessages
import LinuxSystemCalls
import LoginBrowsers
import ProgramRunner
import Testing

/// Programs whose environment belongs to a user with fewer privileges; each in a process of its own, whose auxiliary
/// vector is changed to the one that the kernel gives to a set-user-ID program.
@Suite struct PrivilegeTests {
    private static let address = "https://t.example/authorize?state=SECRET"

    @Test func `A17, S10 a set-user-ID program starts no browser, not even the one that BROWSER and PATH name`() async {
        let folder = TemporaryFolder()
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            try ScriptFile.write("#!/bin/sh\ntouch \(folder)/started\n", to: "\(folder)/xdg-open")
            setenv("BROWSER", "\(folder)/xdg-open", 1)
            setenv("PATH", folder, 1)
            setenv("DISPLAY", ":0", 1)
            #expect(SystemBrowser.isAvailable)
            #expect(ProgramSearch.path(of: "xdg-open") == "\(folder)/xdg-open")
            try SetUserID.pretend()

            let url = try HTTPURL(PrivilegeTests.address)
            let kind = PrivateWindow.Kind(program: "\(folder)/xdg-open", isFirefox: false)
            let failures = [
                #expect(throws: UserAgentError.self) { try SystemBrowser.open(url) { _ in } },
                #expect(throws: UserAgentError.self) { try PrivateWindow().open(url, in: [kind]) { _ in } },
                #expect(throws: UserAgentError.self) { try ChildProgram.start(["/bin/true"]) { _ in } },
            ]

            #expect(failures.allSatisfy { $0?.code == .privileged })
            #expect(!SystemBrowser.isAvailable)
            #expect(ProgramSearch.path(of: "xdg-open") == nil)
            #expect(BrowserCommand.preferred == [BrowserCommand(words: ["xdg-open"])])
            #expect(access("\(folder)/started", F_OK) != 0)
        }
        withExtendedLifetime(folder) {}
    }

    @Test func `A17 a set-user-ID program registers no handler of a scheme`() async {
        let folder = TemporaryFolder()
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            setenv("HOME", folder, 1)
            setenv("XDG_DATA_HOME", "\(folder)/data", 1)
            try SetUserID.pretend()

            let error = #expect(throws: SchemeHandlerError.self) {
                try SchemeHandler(application: "com.example.notes", executable: "/bin/true").register()
            }

            #expect(error?.code == .noPlace)
            #expect(access("\(folder)/data", F_OK) != 0)
        }
        withExtendedLifetime(folder) {}
    }

    @Test func `A17 a browser is started by its absolute path, and relative folders of PATH are ignored`() async {
        let folder = TemporaryFolder()
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            for name in ["here", "there"] { mkdir("\(folder)/\(name)", 0o700) }
            try ScriptFile.write("#!/bin/sh\nexit 3\n", to: "\(folder)/here/opener")
            try ScriptFile.write("#!/bin/sh\necho \"$0\" > \(folder)/said\n", to: "\(folder)/there/opener")
            chdir("\(folder)/here")
            setenv("PATH", ".::../here:\(folder)/there:/bin", 1)

            let status = try await PrivilegeTests.end(of: ["opener"])

            #expect(status == 0)
            #expect(try PrivilegeTests.text("\(folder)/said") == "\(folder)/there/opener\n")
            for words in [["./opener"], ["../here/opener"], ["/nonexistent"], [""]] {
                #expect(throws: UserAgentError(.notFound, "")) { try ChildProgram.start(words) { _ in } }
            }
        }
        withExtendedLifetime(folder) {}
    }

    @Test func `A17 a browser does not inherit the variables of the SDK`() async {
        let folder = TemporaryFolder()
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            setenv("AUTH0_CLIENT_SECRET", "SECRET", 1)
            setenv("LANG", "xx_XX", 1)

            let status = try await PrivilegeTests.end(of: ["/bin/sh", "-c", "env > \(folder)/said"])

            let text = try PrivilegeTests.text("\(folder)/said")
            #expect(status == 0)
            #expect(text.contains("LANG=xx_XX\n"))
            #expect(!text.contains("AUTH0_"))
        }
        withExtendedLifetime(folder) {}
    }

    private static func end(of words: [String]) async throws -> Int32? {
        try await callbackValue { _ = try ChildProgram.start(words, ended: $0) }
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try ProgramRun(waitingFor: "/bin/cat", [path]).output, as: UTF8.self)
    }
}
