import Auth0
import Glibc
import OpenID

/// The messages to the user, on standard error; results go to standard output.
struct UserOutput: Sendable {
    /// The terminal that shows the messages.
    let terminal: TerminalOutput
    /// Whether animation is possible: on a terminal that supports escape sequences, with colors enabled.
    var canAnimate: Bool { terminal.isInteractive && terminal.usesColor }

    /// Creates the messages for a terminal; `isPlain` disables colors.
    init(_ terminal: TerminalOutput, isPlain: Bool = false) {
        var terminal = terminal
        if isPlain { terminal.usesColor = false }
        self.terminal = terminal
    }

    /// Writes a line.
    func writeLine(_ text: String) { terminal.writeLine(text) }

    /// Writes that an action has succeeded.
    func done(_ text: String) { mark("✓", 32, text) }

    /// Writes the reason an action has failed.
    func fail(_ text: String) { mark("✗", 31, "authcli: \(text)") }

    /// Asks whether to go on; yes without a terminal, where a script has decided.
    func confirms(_ question: String) -> Bool {
        guard terminal.isInteractive, isatty(STDIN_FILENO) == 1 else { return true }
        // Nothing has begun, so Ctrl-C ends the program at once.
        let handler = signal(SIGINT, SIG_DFL)
        defer { signal(SIGINT, handler) }
        writeLine("\(question) [y/N]")
        return readLine()?.lowercased().hasPrefix("y") ?? false
    }

    private func mark(_ sign: String, _ color: Int, _ text: String) {
        guard canAnimate, terminal.usesUTF8 else { return writeLine(text) }
        terminal.write("\u{1B}[\(color)m\(sign)\u{1B}[0m ")
        writeLine(text)
    }
}
