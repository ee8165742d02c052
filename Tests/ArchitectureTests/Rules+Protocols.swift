extension Rules {
    /// The public protocols that a program can name: those of the products' modules, and those that they re-export.
    ///
    /// A name that begins with an underscore is for conformances of this package.
    static func nameableProtocols(_ files: [SourceFile], _ manifest: Manifest) -> Set<String> {
        let folders = manifest.targets.filter { manifest.libraryModules.contains($0.name) }.map { $0.folder + "/" }
        let vended = files.filter { file in file.isSwift && folders.contains { file.path.hasPrefix($0) } }
        let names = vended.flatMap(\.code).compactMap { line -> String? in
            if let match = line.firstMatch(of: #/^\s*public protocol (\w+)/#) { return String(match.1) }
            return line.firstMatch(of: #/^@_exported public import protocol \w+\.(\w+)/#).map { String($0.1) }
        }
        return Set(names.filter { !$0.hasPrefix("_") })
    }

    /// The names to which types of the files conform.
    static func conformances(_ files: [SourceFile]) -> Set<String> {
        let words = files.flatMap(\.code).flatMap { line -> [String] in
            let plain = line.replacing(#/<[^>]*>/#, with: "")
            guard let match = plain.firstMatch(of: #/\b(?:struct|class|enum|actor|extension) \w+: ([^{]*)/#) else {
                return []
            }
            let list = match.1.split(separator: " where ", omittingEmptySubsequences: false).first ?? ""
            return list.matches(of: #/(\w+)\s*(?:,|$)/#).map { String($0.1) }
        }
        return Set(words)
    }
}
