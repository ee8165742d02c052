import RequestPipeline
public import QRCodeSymbols

/// Where a program talks to a person: a terminal, or what takes its place in a test or a window.
public struct Terminal: Sendable {
    /// Whether a person is reading. Where nobody is, a program writes plain lines and nothing that moves.
    public var isInteractive: Bool
    /// How many letters a line has; `nil` when that is not known.
    public var columns: Int?
    /// Whether it shows colours and bold letters, by escape sequences.
    public var usesColours: Bool
    /// Whether it shows more than ASCII.
    public var usesUTF8: Bool
    private let sink: @Sendable (String) -> Void

    /// Makes a terminal of something that takes texts.
    ///
    /// - Parameters:
    ///   - isInteractive: Whether a person is reading.
    ///   - columns: How many letters a line has; `nil` when that is not known.
    ///   - usesColours: Whether it knows escape sequences for colours.
    ///   - usesUTF8: Whether it shows more than ASCII.
    ///   - sink: Takes what is written, from any thread, in order when the calls are.
    public init(
        isInteractive: Bool = true, columns: Int? = nil, usesColours: Bool = false, usesUTF8: Bool = true,
        writingTo sink: @escaping @Sendable (String) -> Void
    ) {
        (self.isInteractive, self.columns) = (isInteractive, columns)
        (self.usesColours, self.usesUTF8, self.sink) = (usesColours, usesUTF8, sink)
    }

    /// Writes a text as it is, escape sequences included; for what the program itself made.
    public func write(_ text: String) { sink(text) }

    /// Writes a line in which nothing can move the cursor, forge another line or hide one: what a server or another
    /// person wrote may be in it (CWE-117, CWE-150).
    public func say(_ line: String) { sink(Self.escaped(line) + "\n") }

    /// A text with everything made visible that a terminal would obey.
    public static func escaped(_ text: String) -> String { text.escapedForLog }

    /// A text in bold letters, escaped; as it is where there are none.
    public func emphasized(_ text: String) -> String {
        usesColours ? "\u{1B}[1m\(Self.escaped(text))\u{1B}[0m" : Self.escaped(text)
    }

    /// A QR code as this terminal shows it.
    ///
    /// - Returns: Lines, or `nil` where nobody is reading or a line has no room for it.
    public func drawing(_ symbol: QRSymbol) -> String? {
        let rendering = TerminalRendering(usesHalfBlocks: usesUTF8, usesColours: usesColours)
        guard isInteractive, columns.map({ symbol.columns(rendering) <= $0 }) ?? true else { return nil }
        return symbol.text(rendering)
    }
}
