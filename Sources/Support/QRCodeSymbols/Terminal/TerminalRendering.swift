/// The rendering of a QR code as terminal text.
public struct TerminalRendering: Sendable, Hashable {
    /// Whether one character shows two modules, one above the other, with half blocks, which need UTF-8. Otherwise two
    /// ASCII characters show one module.
    public var usesHalfBlocks: Bool
    /// Whether escape sequences set the colours: black on white, independent of the terminal's colours.
    ///
    /// Without them the characters show the light modules, which is right on a dark terminal. On a light terminal the
    /// symbol is inverted, which most phones can read too.
    public var usesColours: Bool
    /// The width of the light border around the symbol in modules; a camera needs four.
    public var quietZone: Int

    /// Creates a rendering.
    ///
    /// - Parameters:
    ///   - usesHalfBlocks: Whether one character shows two modules with half blocks; `true` by default.
    ///   - usesColours: Whether escape sequences set the colours; `true` by default.
    ///   - quietZone: The width of the light border in modules; 4 by default, negative values become 0.
    public init(usesHalfBlocks: Bool = true, usesColours: Bool = true, quietZone: Int = 4) {
        (self.usesHalfBlocks, self.usesColours, self.quietZone) = (usesHalfBlocks, usesColours, max(0, quietZone))
    }
}

extension QRSymbol {
    /// Returns the width of a line of ``text(_:)`` in characters on the screen.
    ///
    /// - Parameter rendering: The rendering; half blocks with colours by default.
    /// - Returns: The number of columns.
    public func columns(_ rendering: TerminalRendering = TerminalRendering()) -> Int {
        (side + 2 * rendering.quietZone) * (rendering.usesHalfBlocks ? 1 : 2)
    }

    /// Returns the symbol as terminal text.
    ///
    /// - Parameter rendering: The rendering; half blocks with colours by default.
    /// - Returns: The lines, each with its line feed.
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

    /// Returns two rows as half blocks, which show either the dark or the light modules.
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
