/// The known name that a wrong word of a command line resembles.
package enum Suggestion {
    /// Returns ` (did you mean NAME?)` with the nearest name; an empty text if more than a third of each name differs.
    package static func text(for word: some StringProtocol, from names: [String]) -> String {
        let near = names.map { (name: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
        guard let near, near.distance <= max(1, near.name.count / 3) else { return "" }
        return " (did you mean \(near.name)?)"
    }

    /// Returns the options in a text of `--help`.
    package static func options(in help: String) -> [String] {
        help.split { !$0.isLetter && $0 != "-" }.map(String.init).filter { $0.hasPrefix("--") && $0.count > 3 }
    }

    /// Returns the number of characters to insert, remove, replace or exchange with the next one.
    private static func distance(_ word: some StringProtocol, _ name: String) -> Int {
        let (word, name) = (Array(word.prefix(32)), Array(name))
        var rows = [Array(0...name.count)]
        for (index, character) in word.enumerated() {
            var row = [index + 1]
            for column in name.indices {
                let replaced = rows[index][column] + (name[column] == character ? 0 : 1)
                var least = min(replaced, rows[index][column + 1] + 1, row[column] + 1)
                if index > 0, column > 0, character == name[column - 1], word[index - 1] == name[column] {
                    least = min(least, rows[index - 1][column - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[word.count][name.count]
    }
}
