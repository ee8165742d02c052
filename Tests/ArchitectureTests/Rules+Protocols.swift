extension Rules {
    /// The public protocols that a program can name: those of the products' modules, and those that they re-export.
    ///
    /// A name that begins with an underscore is for conformances of this package.
    static func nameableProtocols(_ files: [SourceFile], _ manifest: Manifest) -> Set<String> {
        let folders = manifest.targets.filter { manifest.libraryModules.contains($0.name) }.map { $0.folder + "/" }
        let vended = files.filter { file in file.isSwift && folders.contains { file.path.hasPrefix($0) } }
        let names = vended.flatMap(\.code).compactMap { line -> String? in
            guard line.holds("public ") else { return nil }
            if let match = line.prefixMatch(of: #/\s*public protocol (\w+)/#) { return String(match.1) }
            return line.prefixMatch(of: #/@_exported public import protocol \w+\.(\w+)/#).map { String($0.1) }
        }
        return Set(names.filter { !$0.hasPrefix("_") })
    }

    /// The names to which types of the files conform.
    static func conformances(_ files: [SourceFile]) -> Set<String> {
        let kinds = ["struct ", "class ", "enum ", "actor ", "extension "]
        let words = files.flatMap(\.code).flatMap { line -> [String] in
            guard line.holds(": "), kinds.contains(where: line.holds) else { return [] }
            let plain = line.replacing(#/<[^>]*>/#, with: "")
            guard let match = plain.firstMatch(of: #/\b(?:struct|class|enum|actor|extension) \w+: ([^{]*)/#) else {
                return []
            }
            let list = match.1.split(separator: " where ", omittingEmptySubsequences: false).first ?? ""
            return list.matches(of: #/(\w+)\s*(?:,|$)/#).map { String($0.1) }
        }
        return Set(words)
    }

    /// Extensions that hide the secrets of a type, in another file than the type: `path: Type`.
    ///
    /// A linker takes from a static archive only the files that a program refers to. `print` and `dump` look up a
    /// conformance at run time, so that nothing refers to a file with conformances alone.
    static func separateRedactions(_ files: [SourceFile]) -> [String] {
        let hiding = ["_Redacted", "CustomStringConvertible", "CustomReflectable", "CustomDebug"]
        let suspects = files.filter { $0.isSwift && $0.isShipped && hiding.contains(where: $0.text.holds) }
        return suspects.flatMap { file -> [String] in
            let code = file.code.joined(separator: "\n")
            let declared = Set(code.matches(of: #/\b(?:struct|class|enum|actor|protocol) (\w+)/#).map { String($0.1) })
            return code.matches(of: #/(?m)^extension ([\w.]+): ([^{]*)\{/#).compactMap { match in
                let name = match.1.split(separator: ".").last.map(String.init) ?? ""
                let hides = hiding.contains(where: match.2.holds)
                return hides && !declared.contains(name) ? "\(file.path): \(match.1)" : nil
            }
        }
    }
}
