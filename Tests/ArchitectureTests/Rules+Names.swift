import Foundation

extension Rules {
    /// Returns the top-level names that `import module` brings: public declarations and re-exports, sorted.
    static func importedNames(of module: String, _ files: [SourceFile]) -> [String] {
        let sources = files.filter { $0.isSwift && $0.path.hasPrefix("Sources/\(module)/") }
        let names = sources.flatMap { file in
            file.code.compactMap { line in declaredName(line) ?? exportedName(line) }
        }
        return Set(names).sorted()
    }

    /// Declarations with a refused word in their names: `path:line: name`.
    static func refusedNames(_ files: [SourceFile]) -> [String] {
        let words = firstColumn(of: "Refused names").flatMap { $0.components(separatedBy: ", ") }
        let joined = words.map { $0.replacing(" ", with: "") }
        // A regular expression costs more than the rest, so the other files and lines are left out before.
        return files.filter(\.isSwift).flatMap { file -> [String] in
            let text = file.text.lowercased()
            guard joined.contains(where: text.holds) else { return [] }
            return file.code.enumerated().flatMap { number, line -> [String] in
                let plain = line.lowercased()
                guard joined.contains(where: plain.holds) else { return [] }
                let pattern = #/\b(?:class|struct|enum|actor|protocol|typealias|func|var|let|case) (\w+)/#
                return line.matches(of: pattern).map { String($0.1) }.filter { name in
                    words.contains { wordsOfName(name).contains(" \($0) ") }
                }.map { "\(file.path):\(number + 1): \($0)" }
            }
        }
    }

    /// The words of an identifier in lower case, each between spaces.
    private static func wordsOfName(_ name: String) -> String {
        name.matches(of: #/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/#).reduce(" ") { $0 + $1.output.lowercased() + " " }
    }

    /// The name of a public declaration that begins in the first column.
    private static func declaredName(_ line: Substring) -> String? {
        // The literal is parsed at each evaluation, a millisecond, so the other lines are left out before.
        guard line.hasPrefix("public") || line.hasPrefix("@") else { return nil }
        let pattern =
            #/
            (?:@\w+(?:\([^)]*\))?\s+)*public\s+(?:(?:final|indirect|nonisolated)\s+)*
            (?:class|struct|enum|protocol|actor|typealias|func|let|var)\s+(\w+)
            /#
        return line.prefixMatch(of: pattern).map { String($0.1) }
    }

    /// The name of a scoped re-export; for a whole module, a text that no list has.
    private static func exportedName(_ line: Substring) -> String? {
        guard line.hasPrefix("@_exported") else { return nil }
        let name = line.split(separator: " ").last ?? ""
        let parts = name.split(separator: ".")
        return parts.count == 2 ? String(parts[1]) : "the whole of \(name)"
    }
}
