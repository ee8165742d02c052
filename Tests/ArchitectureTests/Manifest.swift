/// The manifest of a package as `swift package dump-package` prints it, as far as the rules ask.
struct Manifest: Decodable, Sendable {
    /// A target and what it depends on.
    struct Target: Decodable {
        let name: String
        let type: String
        /// Relative to the package; `nil` where the manifest leaves it to SwiftPM.
        let path: String?
        let dependencies: [Dependency]
        let settings: [Setting]
        let pluginUsages: [Ignored]?

        /// The targets and products it names.
        var dependencyNames: Set<String> { Set(dependencies.map(\.name)) }
        /// The folder of its sources.
        var folder: String { path ?? (type == "test" ? "Tests/" : "Sources/") + name }
    }

    /// A product and the targets in it.
    struct Product: Decodable {
        let name: String
        let targets: [String]
        /// One key: `library`, `executable` or `plugin`.
        let type: [String: [String]?]
    }

    /// A dependency of a target: `{"byName": ["HTTP", null]}`.
    struct Dependency: Decodable {
        let name: String

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.singleValueContainer().decode([String: [FirstString]].self)
            name = kinds.values.first?.first?.text ?? ""
        }
    }

    /// A build setting: `{"kind": {"enableUpcomingFeature": {"_0": "ExistentialAny"}}, "tool": "swift"}`.
    struct Setting: Decodable {
        /// The name of a feature, or the kind with its texts: `treatAllWarnings error`, `unsafeFlags`.
        let name: String
        /// Whether only some configurations or platforms have it.
        let isConditional: Bool

        private enum Key: CodingKey { case kind, condition }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let kinds = try container.decode([String: [String: FirstString]].self, forKey: .kind)
            let texts = kinds.values.flatMap { values in values.sorted { $0.key < $1.key } }.compactMap {
                $0.value.text
            }
            name = (kinds.keys.filter { $0 != "enableUpcomingFeature" } + texts).joined(separator: " ")
            isConditional = container.contains(.condition)
        }
    }

    /// A string; `nil` for any other value.
    struct FirstString: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
    }

    /// A value of which only the number matters.
    struct Ignored: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    let targets: [Target]
    let products: [Product]
    let dependencies: [Ignored]
}

extension Manifest {
    /// The modules of the library products.
    var libraryModules: Set<String> {
        Set(products.filter { $0.type.keys.contains("library") }.flatMap(\.targets))
    }

    /// The names of all targets.
    var targetNames: Set<String> { Set(targets.map(\.name)) }

    /// Returns the targets that `name` reaches, directly or through others.
    func reachable(from name: String) -> Set<String> {
        var found: Set<String> = []
        var pending = [name]
        while let next = pending.popLast() {
            guard let target = targets.first(where: { $0.name == next }) else { continue }
            pending += target.dependencyNames.filter { found.insert($0).inserted }
        }
        return found
    }
}
