extension Rules {
    /// Returns the top-level names that `import module` brings: public declarations and re-exports, sorted.
    static func importedNames(of module: String, _ files: [SourceFile]) -> [String] {
        let sources = files.filter { $0.isSwift && $0.path.hasPrefix("Sources/\(module)/") }
        let names = sources.flatMap { file in
            file.code.compactMap { line in declaredName(line) ?? exportedName(line) }
        }
        return Set(names).sorted()
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
