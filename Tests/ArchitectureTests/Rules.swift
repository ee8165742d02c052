/// The rules of the repository, as functions from the files and the manifest to the list of violations.
enum Rules {
    /// Imports that the manifest does not declare, or that the policy does not allow: `path imports X`.
    ///
    /// Tests may import any module of the toolchain.
    static func refusedImports(
        _ files: [SourceFile], _ manifest: Manifest, systemModules: [String: Set<String>]
    ) -> [String] {
        let own = manifest.targetNames
        return byTarget(files, manifest).flatMap { target, file -> [String] in
            let declared = target.dependencyNames
            let refused = file.imports.filter { module in
                if own.contains(module) { return !declared.contains(module) }
                return file.isShipped && systemModules[target.name]?.contains(module) != true
            }
            return refused.sorted().map { "\(file.path) imports \($0)" }
        }
    }

    /// Swift targets of `Sources` without a line in the policy, and lines without a target.
    static func unlistedTargets(_ manifest: Manifest, systemModules: [String: Set<String>]) -> [String] {
        let shipped = Set(
            manifest.targets.filter { $0.type != "system" && $0.folder.hasPrefix("Sources/") }.map(\.name))
        return shipped.symmetricDifference(systemModules.keys).sorted()
    }

    /// Declared dependencies that no source file imports.
    static func unusedDependencies(_ manifest: Manifest, _ files: [SourceFile]) -> [String] {
        let imports = byTarget(files, manifest).reduce(into: [String: Set<String>]()) { imports, entry in
            imports[entry.target.name, default: []].formUnion(entry.file.imports)
        }
        return manifest.targets.filter { $0.type != "system" }.flatMap { target -> [String] in
            let imported = imports[target.name] ?? []
            return target.dependencyNames.subtracting(imported).sorted().map {
                "Package.swift: \(target.name) declares \($0) and does not import it"
            }
        }
    }

    /// Each Swift file with the target that it belongs to.
    private static func byTarget(
        _ files: [SourceFile], _ manifest: Manifest
    ) -> [(target: Manifest.Target, file: SourceFile)] {
        let folders = manifest.targets.map { ($0.folder + "/", $0) }.sorted { $0.0.utf8.count > $1.0.utf8.count }
        return files.filter(\.isSwift).compactMap { file in
            folders.first { file.path.hasPrefix($0.0) }.map { (target: $0.1, file: file) }
        }
    }

    /// Targets that reach a target that the policy forbids them.
    static func forbiddenEdges(_ manifest: Manifest, forbidden: [String: Set<String>]) -> [String] {
        forbidden.sorted { $0.key < $1.key }.flatMap { name, never in
            manifest.reachable(from: name).intersection(never).sorted().map { "\(name) reaches \($0)" }
        }
    }

    /// Targets with a name that another package may have, and system modules without the prefix.
    static func commonNames(_ manifest: Manifest, refused: Set<String>) -> [String] {
        let products = Set(manifest.products.map(\.name))
        return manifest.targets.filter { target in
            if target.type == "system" { return !target.name.hasPrefix("CAuth0") }
            let humps = target.name.filter(\.isUppercase).count
            return refused.contains(target.name) || (humps < 2 && !products.contains(target.name))
        }.map(\.name)
    }

    /// Required settings that a Swift target lacks or has in some cases only: without them a warning passes unseen.
    static func missingSettings(_ manifest: Manifest) -> [String] {
        manifest.targets.filter { $0.type != "system" }.flatMap { target in
            let isShipped = target.type != "test" && target.folder.hasPrefix("Sources/")
            let required = isShipped ? Policy.requiredSettings.union(Policy.shippedSettings) : Policy.requiredSettings
            let settings = target.settings.filter { !$0.isConditional }.map(\.name)
            return required.subtracting(settings).sorted().map { "\(target.name) lacks \($0)" }
        }
    }

    /// Ways in for unreviewed code: package dependencies, plugins, binaries, unsafe flags outside tests.
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
                let isUnsafe = target.type != "test" && target.settings.contains { $0.name == "unsafeFlags" }
                let flags = isUnsafe ? ["\(target.name) has unsafe flags"] : []
                return kinds + used + flags
            }
    }

    /// Modules of library products that `.spi.yml` does not name.
    static func undocumentedModules(_ manifest: Manifest, spi: String) -> [String] {
        let listed = Set(spi.matches(of: #/ +- (\w+)\n/#).map { String($0.1) })
        return manifest.libraryModules.subtracting(listed).sorted()
    }

    /// Files over the longest allowed length.
    static func longFiles(_ files: [SourceFile]) -> [String] {
        files.filter { $0.length > Policy.longestFile }.map { "\($0.path) has \($0.length) lines" }
    }

    /// Files in a folder named for a kind of code.
    static func refusedFolders(_ files: [SourceFile]) -> [String] {
        files.map(\.path).filter { path in
            path.split(separator: "/").dropLast().contains { Policy.refusedFolders.contains(String($0)) }
        }
    }

    /// Full `Foundation` outside bridges, tests, benchmarks and examples.
    static func foundationImports(_ files: [SourceFile]) -> [String] {
        files.filter { file in
            guard file.isSwift, file.isShipped else { return false }
            guard !Policy.foundationBridges.contains(where: { file.path.contains("/\($0)/") }) else { return false }
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

    /// Comments that postpone work.
    static func postponedWork(_ files: [SourceFile]) -> [String] {
        let suspects = files.filter { file in ["TODO", "FIXME", "XXX", "HACK"].contains { file.text.contains($0) } }
        return occurrences(of: #/(?:^|\W)(?:TODO|FIXME|XXX|HACK)(?:\W|$)/#, in: suspects, \.lines)
    }

    /// Private keys in shipped sources; the emulator signs with keys of its own.
    ///
    /// - SeeAlso: threats.md, P3
    static func privateKeys(_ files: [SourceFile]) -> [String] {
        let shipped = files.filter { file in
            file.isShipped && !file.path.hasPrefix("Sources/TenantEmulator/")
                && ["PRIVATE KEY", #""d""#, #"\"d\""#].contains { file.text.contains($0) }
        }
        return occurrences(
            of: #/-----BEGIN [A-Z ]*PRIVATE KEY|"d\\?"\s*:\s*\\?"[A-Za-z0-9_-]{40,}/#, in: shipped, \.lines)
    }

    /// Tests that call `sleep`, or `poll` without a descriptor; a manual clock may declare it.
    ///
    /// `SystemState`, and programs of tests that wait for another process, look at it again and again.
    static func sleeps(_ files: [SourceFile]) -> [String] {
        let tests = files.filter { file in
            file.isSwift && file.path.hasPrefix("Tests/") && ["sleep", "poll(nil"].contains { file.text.contains($0) }
                && !file.path.hasSuffix("Program.swift") && !file.path.hasSuffix("/SystemState.swift")
        }
        return occurrences(of: #/(?:^|\W)(?:clock_)?(?:u|nano)?sleep\s*\(|(?:^|\W)poll\(nil,/#, in: tests) { file in
            file.code.map { $0.replacing("func sleep(", with: "") }
        }
    }

    /// Tests with a script that `ScriptFile` does not write, so that starting it can fail with `ETXTBSY`.
    static func scriptsOfTheProcess(_ files: [SourceFile]) -> [String] {
        let tests = files.filter { $0.isSwift && $0.path.hasPrefix("Tests/") }
        let unsafe = tests.filter { file in
            !file.path.contains("/ArchitectureTests/") && file.text.contains("#!/")
                && !file.code.contains { $0.contains("ScriptFile") }
        }
        return unsafe.map(\.path)
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
