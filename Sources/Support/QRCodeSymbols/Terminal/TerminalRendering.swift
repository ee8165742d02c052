/// How a QR code is drawn with the letters of a terminal.
public struct TerminalRendering: Sendable, Hashable {
    /// Whether two modules, one above the other, share a letter: half blocks, which need UTF-8. Otherwise a module is two
    /// letters of ASCII.
    public var usesHalfBlocks: Bool
    /// Whether colours are set, by escape sequences: black on white, whatever the terminal's own colours are.
    ///
    /// Without them light modules are drawn and dark ones are not, which is right on a dark terminal. On a light one the
    /// symbol is inverted, which most phones read too.
    public var usesColours: Bool
    /// How many light modules surround the symbol; a camera needs four.
    public var quietZone: Int

    /// Makes a rendering.
    public init(usesHalfBlocks: Bool = true, usesColours: Bool = true, quietZone: Int = 4) {
        (self.usesHalfBlocks, self.usesColours, self.quietZone) = (usesHalfBlocks, usesColours, max(0, quietZone))
    }
}

extension QRSymbol {
    /// How many letters a line of ``text(_:)`` has on the screen.
    public func columns(_ rendering: TerminalRendering = TerminalRendering()) -> Int {
        (side + 2 * rendering.quietZone) * (rendering.usesHalfBlocks ? 1 : 2)
    }

    /// The symbol for a terminal.
    ///
    /// - Parameter rendering: How to draw it.
    /// - Returns: Lines, each with its end.
    public func text(_ rendering: TerminalRendering = TerminalRendering()) -> String {
        let range = -rendering.quietZone..<(side + rendering.quietZone)
        let height = rendering.usesHalfBlocks ? 2 : 1
        return stride(from: range.lowerBound, to: range.upperBound, by: height).map { row in
            switch (rendering.usesHalfBlocks, rendering.usesColours) {
            case (true, true): "\u{1B}[38;5;16;48;5;231m\(halfBlocks(row, range, drawing: true))\u{1B}[0m\n"
            case (true, false): "\(halfBlocks(row, range, drawing: false))\n"
            case (false, true): "\(colouredSpaces(row, range))\u{1B}[0m\n"
            case (false, false): range.map { self[row, $0] ? "  " : "##" }.joined() + "\n"
            }
        }.joined()
    }

    /// Two rows, those modules drawn that are dark or that are not.
    private func halfBlocks(_ row: Int, _ range: Range<Int>, drawing isDark: Bool) -> String {
        range.map { column in
            switch (self[row, column] == isDark, row + 1 < range.upperBound && self[row + 1, column] == isDark) {
            case (true, true): "█"
            case (true, false): "▀"
            case (false, true): "▄"
            case (false, false): " "
            }
        }.joined()
    }

    private func colouredSpaces(_ row: Int, _ range: Range<Int>) -> String {
        var text = ""
        var last: Bool?
        for column in range {
            let isDark = self[row, column]
            if isDark != last { text += "\u{1B}[48;5;\(isDark ? 16 : 231)m" }
            last = isDark
            text += "  "
        }
        return text
    }
}
