extension QRSymbol {
    /// The rendering of a QR code as terminal text.
    public struct TerminalRendering: Sendable, Hashable {
        /// Whether one character shows two modules, one above the other, with half blocks, which need UTF-8. Otherwise
        /// two ASCII characters show one module.
        public var usesHalfBlocks: Bool
        /// Whether escape sequences set the colors: black on white, independent of the terminal's colors.
        ///
        /// Without them the characters show the light modules, which is right on a dark terminal. On a light terminal
        /// the symbol is inverted, which most phones can read too.
        public var usesColor: Bool
        /// The width of the light border around the symbol in modules; a camera needs four. Negative values become 0.
        public var quietZone: Int { didSet { quietZone = max(0, quietZone) } }

        /// Creates a rendering.
        ///
        /// - Parameters:
        ///   - usesHalfBlocks: Whether one character shows two modules with half blocks; `true` by default.
        ///   - usesColor: Whether escape sequences set the colors; `true` by default.
        ///   - quietZone: The width of the light border in modules; 4 by default, negative values become 0.
        public init(usesHalfBlocks: Bool = true, usesColor: Bool = true, quietZone: Int = 4) {
            (self.usesHalfBlocks, self.usesColor, self.quietZone) = (usesHalfBlocks, usesColor, max(0, quietZone))
        }
    }
}
