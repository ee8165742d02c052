import ByteEncodings
package import QRCodeSymbols

/// An output for messages to a user: a terminal, or its replacement in a test or a window.
public struct TerminalOutput: Sendable {
    /// Whether a user reads the output; otherwise programs write plain lines without a QR code.
    public var isInteractive: Bool
    /// The number of characters in a line; `nil` when it is unknown.
    public var columns: Int?
    /// Whether the terminal shows colors and bold text, by escape sequences.
    public var usesColor: Bool
    /// Whether the terminal shows UTF-8, not only ASCII.
    public var usesUTF8: Bool
    /// The text that asks a user to log in on another device, with its line ends; English by default.
    ///
    /// The closure puts the parts of the instructions into sentences of the program. Its text is written unchanged,
    /// including escape sequences; the instructions contain the values of the server in escaped form.
    ///
    /// ```swift
    /// terminal.deviceText = { "Öffne \($0.address) und gib den Code \($0.code) ein.\n" }
    /// ```
    public var deviceText: @Sendable (DeviceInstructions) -> String = { $0.english }
    private let sink: @Sendable (String) -> Void

    /// Creates a terminal: the memberwise initializer, whose parameters are the same as the properties, and a closure,
    /// which receives each text that is written, on the thread that writes it.
    public init(
        isInteractive: Bool = true, columns: Int? = nil, usesColor: Bool = false, usesUTF8: Bool = true,
        writingTo sink: @escaping @Sendable (String) -> Void
    ) {
        (self.isInteractive, self.columns) = (isInteractive, columns)
        (self.usesColor, self.usesUTF8, self.sink) = (usesColor, usesUTF8, sink)
    }

    /// Writes a text unchanged, including its escape sequences; blocks as long as the closure of the terminal does.
    ///
    /// - Parameter text: A text of the program; never a text of a server.
    public func write(_ text: String) { sink(text) }

    /// Writes a line in which control characters are escaped, so that it cannot move the cursor or forge another line
    /// (CWE-117, CWE-150).
    ///
    /// - Parameter line: The line, without its end; it may contain text of a server or another user.
    public func writeLine(_ line: String) { sink(Self.escaped(line) + "\n") }

    /// Escapes the characters that a terminal would interpret.
    ///
    /// - Parameter text: Any text.
    /// - Returns: A text of one line that is safe to write.
    public static func escaped(_ text: String) -> String { text.escapedForLog }

    /// Escapes a text and makes it bold if the terminal supports it.
    package func emphasized(_ text: String) -> String {
        usesColor ? "\u{1B}[1m\(Self.escaped(text))\u{1B}[0m" : Self.escaped(text)
    }

    /// Draws a QR code; `nil` when the terminal is not interactive or too narrow.
    package func drawing(_ symbol: QRSymbol) -> String? {
        let rendering = QRSymbol.TerminalRendering(usesHalfBlocks: usesUTF8, usesColor: usesColor)
        guard isInteractive, columns.map({ symbol.columns(rendering) <= $0 }) ?? true else { return nil }
        return symbol.terminalText(rendering)
    }

    /// Asks a user to log in on another device: shows the address, the code, its lifetime, and a QR code when the
    /// terminal is interactive and wide enough.
    ///
    /// The text is ``deviceText``. It is written in one call, so that texts of several threads do not mix; blocks until
    /// the terminal accepts it.
    ///
    /// - Parameters:
    ///   - device: The response with the codes.
    ///   - timeout: The time for which the program waits for the login; `nil`, the default, when it waits until the
    ///     codes expire.
    public func show(_ device: DeviceAuthorization, timeout: Duration? = nil) {
        write(deviceText(DeviceInstructions(device, on: self, timeout: timeout)))
    }
}
