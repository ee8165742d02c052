import LinuxCLibrary

/// A question on the terminal of the process.
enum TerminalQuestion {
    /// Shows lines, and asks whether to continue; blocks. It is `nil` without a terminal.
    package static func ask(_ lines: [String]) -> Bool? {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        let text = Array((lines + ["Go on? [y/N] "]).joined(separator: "\n").utf8)
        guard write(terminal, text, text.count) == text.count else { return nil }
        var (answer, byte) = ([UInt8](), UInt8(0))
        while read(terminal, &byte, 1) == 1, byte != UInt8(ascii: "\n") { answer.append(byte) }
        return [UInt8(ascii: "y"), UInt8(ascii: "Y")].contains(answer.first)
    }
}
