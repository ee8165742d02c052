import QRCodeSymbols

extension Card {
    /// Renders a text as a QR code; `nil` if the text is too long.
    static func symbol(_ text: String, label: String) -> HTML? {
        guard let symbol = try? QRSymbol(text, errorCorrection: .low) else { return nil }
        let quiet = 4
        let side = symbol.side + 2 * quiet
        var path = ""
        for row in 0..<symbol.side {
            for column in 0..<symbol.side where symbol[row, column] { path += "M\(column) \(row)h1v1h-1z" }
        }
        return """
            <svg class="symbol" viewBox="-\(quiet) -\(quiet) \(side) \(side)" role="img" aria-label="\(label)">\
            <path id="symbol" d="\(path)"/></svg>

            """
    }
}
