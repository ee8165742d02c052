import HTTP
import Testing
import UserAgents

@Suite struct BrowserCommandTests {
    private let address = "https://t.example/authorize?state=a%20b&x=$(id)"

    @Test(arguments: [
        ("", []), ("firefox", [["firefox", "URL"]]),
        ("w3m:lynx -nopause", [["w3m", "URL"], ["lynx", "-nopause", "URL"]]),
        ("open --to=%s now", [["open", "--to=URL", "now"]]), ("a%%b%c %s", [["a%b:", "URL"]]),
        ("::  :x", [["x", "URL"]]),
        ("a%", [["a%", "URL"]]), ("a%z", [["a%z", "URL"]]),
    ])
    func `A6 BROWSER is words and no shell's line`(variable: String, lines: [[String]]) throws {
        let url = try HTTPURL(address)

        let found = BrowserCommand.commands(in: variable).map { $0.words(opening: url) }

        #expect(found == lines.map { $0.map { $0 == "URL" ? address : $0 == "--to=URL" ? "--to=\(address)" : $0 } })
    }

    @Test func `xdg-open is the last resort`() {
        #expect(BrowserCommand.preferred.last == BrowserCommand(words: ["xdg-open"]))
    }
}
