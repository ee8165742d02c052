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

    /// Identifiers with a refused word or its plural, and files and folders with one: `path:line: name`, `path: name`.
    static func refusedNames(_ files: [SourceFile]) -> [String] {
        let words = firstColumn(of: "Refused names").flatMap { $0.components(separatedBy: ", ") }
        let joined = words.map { $0.replacing(" ", with: "") }
        // A regular expression costs more than the rest, so the other files and lines are left out before.
        func names(in line: Substring) -> [String] {
            let plain = line.lowercased()
            guard joined.contains(where: plain.holds) else { return [] }
            return line.matches(of: #/\w+/#).map { String($0.output) }.filter { name in
                let inName = wordsOfName(name)
                return words.contains { inName.contains(" \($0) ") || inName.contains(" \($0)s ") }
            }
        }
        return files.flatMap { file -> [String] in
            let ofPath = names(in: Substring(file.path)).map { "\(file.path): \($0)" }
            let text = file.text.lowercased()
            guard joined.contains(where: text.holds) else { return ofPath }
            return ofPath
                + file.code.enumerated().flatMap { number, line in
                    names(in: line).map { "\(file.path):\(number + 1): \($0)" }
                }
        }
    }

    /// The words of an identifier in lower case and without digits, each between spaces.
    private static func wordsOfName(_ name: String) -> String {
        name.matches(of: #/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/#).reduce(" ") { $0 + $1.output.lowercased() + " " }
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
