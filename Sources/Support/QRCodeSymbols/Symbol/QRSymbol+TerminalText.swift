extension QRSymbol {
    /// Returns the width of a line of ``terminalText(_:)`` in characters on the screen.
    package func columns(_ rendering: TerminalRendering = TerminalRendering()) -> Int {
        (side + 2 * rendering.quietZone) * (rendering.usesHalfBlocks ? 1 : 2)
    }

    /// Returns the symbol as terminal text.
    ///
    /// - Parameter rendering: The rendering; half blocks with colors by default.
    /// - Returns: The lines, each with its line feed.
    public func terminalText(_ rendering: TerminalRendering = TerminalRendering()) -> String {
        let range = -rendering.quietZone..<(side + rendering.quietZone)
        let height = rendering.usesHalfBlocks ? 2 : 1
        return stride(from: range.lowerBound, to: range.upperBound, by: height).map { row in
            switch (rendering.usesHalfBlocks, rendering.usesColor) {
            case (true, true): "\u{1B}[38;5;16;48;5;231m\(halfBlocks(row, range, drawing: true))\u{1B}[0m\n"
            case (true, false): "\(halfBlocks(row, range, drawing: false))\n"
            case (false, true): "\(coloredSpaces(row, range))\u{1B}[0m\n"
            case (false, false): range.map { isDark(row: row, column: $0) ? "  " : "##" }.joined() + "\n"
            }
        }.joined()
    }

    /// Returns two rows as half blocks, which show either the dark or the light modules.
    private func halfBlocks(_ row: Int, _ range: Range<Int>, drawing drawsDark: Bool) -> String {
        range.map { column in
            let upper = isDark(row: row, column: column) == drawsDark
            let lower = row + 1 < range.upperBound && isDark(row: row + 1, column: column) == drawsDark
            return switch (upper, lower) {
            case (true, true): "█"
            case (true, false): "▀"
            case (false, true): "▄"
            case (false, false): " "
            }
        }.joined()
    }

    private func coloredSpaces(_ row: Int, _ range: Range<Int>) -> String {
        var text = ""
        var last: Bool?
        for column in range {
            let isDark = self.isDark(row: row, column: column)
            if isDark != last { text += "\u{1B}[48;5;\(isDark ? 16 : 231)m" }
            last = isDark
            text += "  "
        }
        return text
    }

    /// The rendering of a QR code as terminal text.
    public struct TerminalRendering: Sendable, Hashable {
        /// Whether one character shows two modules, one above the other, with half blocks, which need UTF-8; `true`
        /// by default. Otherwise two ASCII characters show one module.
        public var usesHalfBlocks: Bool
        /// Whether escape sequences set the colors: black on white, independent of the terminal's colors; `true`
        /// by default.
        ///
        /// Without them the characters show the light modules, which is right on a dark terminal. On a light terminal
        /// the symbol is inverted, which most phones can read too.
        public var usesColor: Bool
        /// The width of the light border around the symbol in modules; a camera needs four, the default. Negative
        /// values become 0.
        public var quietZone: Int { didSet { quietZone = max(0, quietZone) } }

        /// Creates a rendering: the memberwise initializer, whose parameters are the same as the properties.
        public init(usesHalfBlocks: Bool = true, usesColor: Bool = true, quietZone: Int = 4) {
            (self.usesHalfBlocks, self.usesColor, self.quietZone) = (usesHalfBlocks, usesColor, max(0, quietZone))
        }
    }
}
