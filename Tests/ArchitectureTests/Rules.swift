/// The rules of the house, as functions from what is there to what is wrong with it.
enum Rules {
    /// Imports that the table does not allow: `path imports X`.
    static func refusedImports(_ files: [SourceFile], table: [Room], libraries: Set<String>) -> [String] {
        let allowed = Dictionary(table.map { ($0.name, $0.imports) }) { $0.union($1) }
        return files.filter(\.isSwift).flatMap { file -> [String] in
            guard let room = file.room else { return [] }
            let examples = libraries.union(Rooms.systemModulesOfExamples)
            let imports = room == Rooms.examples ? examples : allowed[room] ?? []
            return file.imports.subtracting(imports).sorted().map { "\(file.path) imports \($0)" }
        }
    }

    /// Folders below `Sources` that the table does not know. Module maps of system libraries begin with a capital C.
    static func unknownRooms(_ rooms: Set<String>, table: [Room], systemLibraries: Set<String>) -> [String] {
        rooms.subtracting(table.map(\.name)).subtracting(systemLibraries).sorted()
    }

    /// Declared dependencies that the table does not allow, and imports that are not declared.
    static func disagreements(_ manifest: Manifest, table: [Room], files: [SourceFile]) -> [String] {
        let allowed = Dictionary(table.map { ($0.name, $0.imports) }) { $0.union($1) }
        let modules = manifest.targetNames
        return manifest.targets.flatMap { target -> [String] in
            let declared = target.dependencyNames
            let line = allowed[target.name]
            let refused = line.map { declared.subtracting($0) } ?? []
            let sources = files.filter { $0.isSwift && $0.isPart(of: target.name) }
            let imported = sources.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
            let undeclared = imported.intersection(modules).subtracting(declared).subtracting([target.name])
            return refused.sorted().map { "Package.swift: \(target.name) must not depend on \($0)" }
                + undeclared.sorted().map { "Package.swift: \(target.name) imports \($0) and does not declare it" }
        }
    }

    /// Settings of the house that a Swift target lacks: without them a warning passes for good.
    static func missingSettings(_ manifest: Manifest) -> [String] {
        manifest.targets.filter { $0.type != "system" }.flatMap { target in
            Rooms.requiredSettings.subtracting(target.settingNames).sorted().map { "\(target.name) lacks \($0)" }
        }
    }

    /// Ways in for code that nobody here has read: package dependencies, plugins, binaries, unsafe flags.
    ///
    /// - SeeAlso: threats.md, P1
    static func foreignCode(_ manifest: Manifest) -> [String] {
        let packages = manifest.dependencies.isEmpty ? [] : ["the package depends on another package"]
        let plugins = manifest.products.filter { $0.type.keys.contains("plugin") }.map { "\($0.name) is a plugin" }
        return packages + plugins
            + manifest.targets.flatMap { target -> [String] in
                let isForeign = ["binary", "plugin", "macro"].contains(target.type)
                let kinds = isForeign ? ["\(target.name): \(target.type)"] : []
                let used = (target.pluginUsages ?? []).isEmpty ? [] : ["\(target.name) uses a plugin"]
                let flags = target.settingNames.contains("unsafeFlags") ? ["\(target.name) has unsafe flags"] : []
                return kinds + used + flags
            }
    }

    /// Modules that a library product gives to people, and that `.spi.yml` does not have documented.
    static func undocumentedModules(_ manifest: Manifest, spi: String) -> [String] {
        let listed = Set(spi.matches(of: #/ +- (\w+)\n/#).map { String($0.1) })
        return manifest.libraryModules.subtracting(listed).sorted()
    }

    /// Files that are too long to be read in one go.
    static func longFiles(_ files: [SourceFile]) -> [String] {
        files.filter { $0.length > Rooms.longestFile }.map { "\($0.path) has \($0.length) lines" }
    }

    /// Files in a folder named for a kind of code.
    static func refusedFolders(_ files: [SourceFile]) -> [String] {
        files.map(\.path).filter { path in
            path.split(separator: "/").dropLast().contains { Rooms.refusedFolders.contains(String($0)) }
        }
    }

    /// Full `Foundation` outside bridges, tests, benchmarks and examples.
    static func foundationImports(_ files: [SourceFile]) -> [String] {
        files.filter { file in
            guard file.isSwift, let room = file.room, room != Rooms.examples else { return false }
            guard !Rooms.foundationBridges.contains(room) else { return false }
            return !file.imports.isDisjoint(with: ["Foundation", "FoundationNetworking", "FoundationXML"])
        }.map(\.path)
    }

    /// `@unchecked Sendable` without a reason: a comment on its line or, where the line has no room, one that begins
    /// with `// Unchecked:` in the three lines below.
    static func unexplainedUnchecked(_ files: [SourceFile]) -> [String] {
        files.filter(\.isSwift).flatMap { file in
            guard file.text.contains("@unchecked") else { return [String]() }
            let lines = file.lines
            return file.code.enumerated().compactMap { number, code -> String? in
                guard code.contains("@unchecked") else { return nil }
                let below = lines[number...].dropFirst().prefix(3)
                let isExplained =
                    lines[number].contains(#/\/\/.*\w{3}/#) || below.contains { $0.contains("// Unchecked: ") }
                return isExplained ? nil : "\(file.path):\(number + 1)"
            }
        }
    }

    /// Promises to do it later.
    static func postponedWork(_ files: [SourceFile]) -> [String] {
        let suspects = files.filter { file in ["TODO", "FIXME", "XXX", "HACK"].contains { file.text.contains($0) } }
        return occurrences(of: #/(?:^|\W)(?:TODO|FIXME|XXX|HACK)(?:\W|$)/#, in: suspects, \.lines)
    }

    /// Private keys in what is shipped; the emulator signs with keys of its own.
    ///
    /// - SeeAlso: threats.md, P3
    static func privateKeys(_ files: [SourceFile]) -> [String] {
        let shipped = files.filter { file in
            file.room != nil && file.room != "TenantEmulator"
                && (file.text.contains("PRIVATE KEY") || file.text.contains(#""d""#))
        }
        return occurrences(of: #/-----BEGIN [A-Z ]*PRIVATE KEY|"d"\s*:\s*"[A-Za-z0-9_-]{40,}"/#, in: shipped, \.lines)
    }

    /// Tests that wait for time to pass; a manual clock may declare `sleep`, nobody may call it.
    static func sleeps(_ files: [SourceFile]) -> [String] {
        let tests = files.filter { $0.isSwift && $0.path.hasPrefix("Tests/") && $0.text.contains("sleep") }
        return occurrences(of: #/(?:^|\W)(?:u|nano)?sleep\s*\(/#, in: tests) { file in
            file.code.map { $0.replacing("func sleep(", with: "") }
        }
    }

    private static func occurrences(
        of pattern: Regex<Substring>, in files: [SourceFile], _ view: (SourceFile) -> [Substring]
    ) -> [String] {
        files.flatMap { file in
            view(file).enumerated().compactMap { number, line in
                line.contains(pattern) ? "\(file.path):\(number + 1)" : nil
            }
        }
    }
}

extension SourceFile {
    /// Whether it belongs to a target that lies where SwiftPM looks, or to an example.
    fileprivate func isPart(of target: String) -> Bool {
        room == target || example == target || path.hasPrefix("Tests/\(target)/")
    }
}
