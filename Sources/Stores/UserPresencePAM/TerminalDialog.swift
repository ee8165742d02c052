import LinuxCLibrary
import LinuxSystemCalls
import SecretStorage
import Synchronization

/// A conversation on a terminal.
struct TerminalDialog {
    let path: String

    /// Held from a question to its answer: a second one would share the input, and restore the settings of the first.
    private static let turn = Mutex(())

    /// Shows a message, with its control characters escaped, and returns its answer, `nil` for a message that needs
    /// none; blocks, also while another attempt asks. The terminal's settings are restored.
    func answer(_ message: PAMMessage, _ attempt: PresenceAttempt) throws(UserPresenceError) -> SecretBytes? {
        try Self.turn.withLock { _ throws(UserPresenceError) in
            // The attempt may have ended while another one asked.
            guard !attempt.isOver else { throw UserPresenceError(.cancelled) }
            return try show(message, attempt)
        }
    }

    private func show(_ message: PAMMessage, _ attempt: PresenceAttempt) throws(UserPresenceError) -> SecretBytes? {
        let terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { throw UserPresenceError(.unavailable, detail: "the process has no terminal") }
        defer { close(terminal) }
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else {
            throw UserPresenceError(.unavailable, detail: "\(path) is no terminal")
        }
        // If a shell runs another program in the foreground, the user types for that program.
        let foreground = tcgetpgrp(terminal)
        guard foreground < 0 || foreground == getpgrp() else {
            throw UserPresenceError(.unavailable, detail: "the process is in the background of its terminal")
        }
        let text = Self.escaped(message.text)
        guard message.isQuestion else {
            try? OpenFile.write(Array("\(text)\n".utf8), to: terminal)
            return nil
        }
        guard message.kind == .secretQuestion else {
            try? OpenFile.write(Array(text.utf8), to: terminal)
            return try AnswerLine.read(from: terminal, settings, attempt)
        }

        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
        withUnsafeMutableBytes(of: &silent.c_cc) { ($0[Int(VMIN)], $0[Int(VTIME)]) = (1, 0) }
        // The settings come first, because an answer may follow the question at once.
        guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else {
            throw UserPresenceError(.unavailable, detail: "the terminal would show the answer")
        }
        defer {
            tcsetattr(terminal, TCSAFLUSH, &settings)
            try? OpenFile.write(Array("\n".utf8), to: terminal)
        }
        try? OpenFile.write(Array(text.utf8), to: terminal)
        return try AnswerLine.read(from: terminal, settings, attempt)
    }

    /// Replaces the characters that a terminal would interpret, except line ends and tabs.
    private static func escaped(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                    return isControl && scalar != "\n" && scalar != "\t" ? "\u{FFFD}" : scalar
                }))
    }
}
