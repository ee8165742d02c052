/// The image on a terminal, from the characters and escape sequences that symbols are drawn with.
struct Screen {
    /// Half letters, row by row, `true` being dark.
    private(set) var picture: [[Bool]] = []
    /// The number of characters of the longest line.
    private(set) var columns = 0

    /// Shows lines on a terminal whose own colours are light on dark, or dark on light.
    init(isDark: Bool, showing text: String) {
        for line in text.split(separator: "\n") {
            let cells = Self.cells(of: line, isDark: isDark)
            columns = max(columns, cells.count)
            // A letter is twice as high as it is wide.
            picture.append(cells.map(\.upper))
            picture.append(cells.map(\.lower))
        }
        if !text.contains(where: { "█▀▄".contains($0) }) { widen() }
    }

    /// Two letters are one module in a drawing without half blocks: each is a square of two by two.
    private mutating func widen() {
        picture = stride(from: 0, to: picture.count, by: 2).map { row in
            stride(from: 0, to: picture[row].count, by: 2).map { picture[row][$0] }
        }
    }

    private static func cells(of line: Substring, isDark: Bool) -> [(upper: Bool, lower: Bool)] {
        var (ink, paper) = (!isDark, isDark)
        var cells: [(upper: Bool, lower: Bool)] = []
        var rest = line[...]
        while let letter = rest.popFirst() {
            switch letter {
            case "\u{1B}":
                let codes = rest.prefix { $0 != "m" }.dropFirst().split(separator: ";")
                rest = rest.drop { $0 != "m" }.dropFirst()
                if codes == ["0"] { (ink, paper) = (!isDark, isDark) }
                for index in codes.indices.dropLast(2) where codes[index + 1] == "5" {
                    let isBlack = codes[index + 2] == "16"
                    if codes[index] == "38" { ink = isBlack }
                    if codes[index] == "48" { paper = isBlack }
                }
            case "█", "#": cells.append((ink, ink))
            case "▀": cells.append((ink, paper))
            case "▄": cells.append((paper, ink))
            default: cells.append((paper, paper))
            }
        }
        return cells
    }
}
