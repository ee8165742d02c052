import Glibc
import HTTPMessages
import LoginBrowsers
import Testing

@Suite struct BrowserCommandTests {
    private let address = "https://t.example/authorize?state=a%20b&x=$(id)"

    @Test(arguments: [
        ("", []), ("firefox", [["firefox", "URL"]]),
        ("w3m:lynx -nopause", [["w3m", "URL"], ["lynx", "-nopause", "URL"]]),
        ("open --to=%s now", [["open", "--to=URL", "now"]]), ("a%%b%c %s", [["a%b:", "URL"]]),
        ("::  :x", [["x", "URL"]]), ("a %%s", [["a", "%s", "URL"]]),
        ("a%", [["a%", "URL"]]), ("a%z", [["a%z", "URL"]]),
    ])
    func `A6 BROWSER is a list of arguments and not a shell command`(variable: String, lines: [[String]]) throws {
        let url = try HTTPURL(address)

        let found = BrowserCommand.commands(in: variable).map { $0.words(opening: url) }

        #expect(found == lines.map { $0.map { $0 == "URL" ? address : $0 == "--to=URL" ? "--to=\(address)" : $0 } })
    }

    @Test(arguments: [
        (["PATH": "/bin", "BROWSER": "/nonexistent:sh -c %s"], true), (["PATH": "/bin", "BROWSER": "/bin/sh"], true),
        (["PATH": "/bin", "BROWSER": "/bin"], false), (["PATH": "/nonexistent", "BROWSER": "sh"], false),
        (["PATH": "/bin"], false), (["PATH": "OPENER"], false), (["PATH": "OPENER", "DISPLAY": ":0"], true),
        (["PATH": "OPENER", "WAYLAND_DISPLAY": "wayland-0"], true), (["PATH": "/nonexistent", "DISPLAY": ":0"], false),
    ])
    func `knows whether a program can open a page`(environment: [String: String], expected: Bool) async {
        // In a process of its own, because the environment belongs to the process.
        await #expect(processExitsWith: .success) { [environment, expected] in
            var template = Array("/tmp/auth0-opener-XXXXXX".utf8CString)
            let folder = String(cString: mkdtemp(&template))
            symlink("/bin/sh", folder + "/xdg-open")
            for name in ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"] { unsetenv(name) }
            for (name, value) in environment { setenv(name, value == "OPENER" ? folder : value, 1) }
            #expect(SystemBrowser.isAvailable == expected)
            unlink(folder + "/xdg-open")
            rmdir(folder)
        }
    }

    @Test func `xdg-open is the last resort`() {
        #expect(BrowserCommand.preferred.last == BrowserCommand(words: ["xdg-open"]))
    }
}
