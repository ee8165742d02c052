import ProgramRunner
import QRCodeSymbols
import Synchronization
import Testing

@testable import OpenID

@Suite struct TerminalOutputTests {
    private let seen = Page()

    private func terminal(columns: Int? = nil, usesColor: Bool = false) -> TerminalOutput {
        TerminalOutput(columns: columns, usesColor: usesColor) { [seen] in seen.write($0) }
    }

    @Test(arguments: [
        ("plain", "plain"), ("a\u{1B}[2Jb", #"a\u{1B}[2Jb"#), ("a\nb\r", #"a\u{A}b\u{D}"#),
        ("a\u{202E}b\u{9B}c\u{7}", #"a\u{202E}b\u{9B}c\u{7}"#), ("é漢🔐", "é漢🔐"),
    ])
    func `L2 control characters in a line are escaped`(text: String, shown: String) {
        terminal().writeLine(text)

        #expect(seen.text == shown + "\n")
        #expect(terminal().emphasized(text) == shown)
        #expect(terminal(usesColor: true).emphasized(text) == "\u{1B}[1m\(shown)\u{1B}[0m")
    }

    @Test func `writes a text of the program unchanged`() {
        terminal().write("\u{1B}[0m")

        #expect(seen.text == "\u{1B}[0m")
    }

    @Test func `draws a QR code on an interactive terminal that is wide enough`() throws {
        let symbol = try QRSymbol("https://t.example/")
        let columns = symbol.side + 8
        var unread = terminal()
        unread.isInteractive = false

        #expect(
            terminal(columns: columns).drawing(symbol)
                == symbol.terminalText(QRSymbol.TerminalRendering(usesColor: false)))
        #expect(terminal(columns: columns - 1).drawing(symbol) == nil)
        #expect(terminal().drawing(symbol) != nil)
        #expect(unread.drawing(symbol) == nil)
    }

    @Test(arguments: [
        (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false), (["LC_CTYPE": "de_AT.utf8", "LANG": "C"], true),
        (["LANG": "C.UTF-8"], true), (["LANG": "en_US"], false), ([:], false),
        (["LC_ALL": "", "LANG": "en_US.UTF-8"], true),
    ])
    func `uses UTF-8 when the locale has it`(environment: [String: String], expected: Bool) {
        #expect(TerminalOutput.showsUTF8 { environment[$0] } == expected)
    }

    @Test(arguments: [
        (["TERM": "xterm-256color"], true), (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "dumb"], false),
        ([:], false), (["TERM": "xterm", "NO_COLOR": ""], true), (["TERM": ""], false),
    ])
    func `shows colors unless NO_COLOR is set or the terminal is dumb`(environment: [String: String], expected: Bool) {
        #expect(TerminalOutput.showsColor { environment[$0] } == expected)
    }

    @Test func `standard error is interactive only when it is a terminal`() async {
        await #expect(processExitsWith: .success) {
            let screen = try TerminalScreen.ofThisProcess(columns: 61)
            let terminal = TerminalOutput.standardError
            terminal.writeLine("hello")

            #expect(terminal.isInteractive)
            #expect(terminal.columns == 61)
            #expect(await screen.text(showing: "hello").contains("hello\r\n"))
        }
    }
}

/// The texts that were written.
final class Page: Sendable {
    private let written = Mutex("")

    var text: String { written.withLock { $0 } }

    func write(_ text: String) { written.withLock { $0 += text } }
}
