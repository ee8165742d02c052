import QRCodeSymbols

extension Card {
    /// A text for the camera of a phone; nothing where it is too long for that.
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
