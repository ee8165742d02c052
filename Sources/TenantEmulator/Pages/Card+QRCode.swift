import QRCodeSymbols

extension Card {
    /// Renders a text as a QR code; `nil` if the text is too long.
    static func symbol(_ text: String, label: String) -> HTML? {
        guard let symbol = try? QRSymbol(text, errorCorrection: .low) else { return nil }
        let quiet = 4
        let side = symbol.side + 2 * quiet
        return """
            <svg class="symbol" viewBox="-\(quiet) -\(quiet) \(side) \(side)" role="img" aria-label="\(label)">\
            <path id="symbol" d="\(symbol.pathData)"/></svg>

            """
    }
}
