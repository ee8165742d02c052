extension Rules {
    /// The lines of a diagram of the targets in `Sources`: each dependency that does not follow from others.
    static func diagram(of manifest: Manifest) -> [String] {
        let targets = manifest.targets.filter { $0.type != "test" && $0.folder.hasPrefix("Sources/") }
        let swift = Set(targets.filter { !$0.folder.hasPrefix("Sources/CModules/") }.map(\.name))
        return targets.filter { swift.contains($0.name) }.flatMap { target in
            let direct = target.dependencyNames.intersection(swift)
            let indirect = direct.reduce(into: Set<String>()) { $0.formUnion(manifest.reachable(from: $1)) }
            return direct.subtracting(indirect).map { "\(target.name) --> \($0)" }
        }.sorted()
    }

    /// The differences of the diagram in a document from that of the manifest: lines to add and lines to remove.
    static func diagramDifferences(_ document: String, _ manifest: Manifest) -> [String] {
        let lines = document.split(separator: "\n").drop { $0 != "graph TD" }.prefix { $0 != "```" }
        let shown = Set(lines.filter { $0.contains(" --> ") }.map { String($0.drop { $0 == " " }) })
        let actual = Set(diagram(of: manifest))
        return actual.subtracting(shown).sorted().map { "add    \($0)" }
            + shown.subtracting(actual).sorted().map { "remove \($0)" }
    }
}
