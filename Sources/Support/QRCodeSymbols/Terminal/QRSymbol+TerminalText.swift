extension QRSymbol {
    /// Returns the width of a line of ``terminalText(_:)`` in characters on the screen.
    ///
    /// - Parameter rendering: The rendering; half blocks with colors by default.
    /// - Returns: The number of columns.
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
}
