import LinuxCLibrary
import SecretStorage

/// A conversation on a terminal.
struct TerminalDialog {
    let path: String

    /// Shows a message and reads its answer; blocks.
    ///
    /// - Parameters:
    ///   - message: The message; its control characters are escaped.
    ///   - attempt: The attempt, which ends the wait.
    /// - Returns: The answer; `nil` for a message that needs none.
    /// - Throws: ``UserPresenceError``; the terminal's settings are restored.
    func answer(_ message: PAMMessage, _ attempt: PresenceAttempt) throws(UserPresenceError) -> SecretBytes? {
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
            Self.write(text + "\n", to: terminal)
            return nil
        }
        guard message.kind == .secretQuestion else {
            Self.write(text, to: terminal)
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
            Self.write("\n", to: terminal)
        }
        Self.write(text, to: terminal)
        return try AnswerLine.read(from: terminal, settings, attempt)
    }

    private static func write(_ text: String, to terminal: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { LinuxCLibrary.write(terminal, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
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
