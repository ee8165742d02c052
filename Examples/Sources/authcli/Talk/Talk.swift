import Auth0
import OpenID

/// What the program says to the person, on standard error: results go to standard output.
struct Talk: Sendable {
    /// Where it is said.
    let terminal: Terminal
    /// Whether something may move: on a terminal that knows escape sequences, while colours are wanted.
    var isLively: Bool { terminal.isInteractive && terminal.usesColours }

    /// Says things there; `isPlain` is for whoever wants no colours.
    init(_ terminal: Terminal, isPlain: Bool = false) {
        var terminal = terminal
        if isPlain { terminal.usesColours = false }
        self.terminal = terminal
    }

    /// Says a line.
    func say(_ text: String) { terminal.say(text) }

    /// Says that something is done.
    func done(_ text: String) { mark("✓", 32, text) }

    /// Says why something is not done.
    func fail(_ text: String) { mark("✗", 31, "authcli: \(text)") }

    private func mark(_ sign: String, _ colour: Int, _ text: String) {
        guard isLively, terminal.usesUTF8 else { return say(text) }
        terminal.write("\u{1B}[\(colour)m\(sign)\u{1B}[0m ")
        say(text)
    }
}
