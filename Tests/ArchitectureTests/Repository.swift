import Foundation
import ProgramRunner

/// The files of the repository that this test was compiled from.
enum Repository {
    /// The folder of `Package.swift`.
    static let root = URL(filePath: Checkout.path)

    /// The source files of `Sources`, `Examples`, `Tests` and `Benchmarks`; read once.
    static func files() throws -> [SourceFile] { try loadedFiles.get() }

    /// The package as SwiftPM understands it; asked once, without blocking the threads of other tests.
    static func manifest() async throws -> Manifest { try await loadedManifest.value }

    private static let loadedFiles = Result { try ["Sources", "Examples", "Tests", "Benchmarks"].flatMap(files(in:)) }
    private static let loadedManifest = Task { try await dumpedManifest() }

    /// The texts of scripts, the programs that tests start, and the files that make and SwiftPM read.
    static func scripts() throws -> [(path: String, text: String)] {
        let folders = [
            "scripts", "Tests/Fixtures", "Tests/Providers", "Tests/Judges", "Packaging", ".ci", ".github",
            "Documentation/Site",
        ]
        let names = folders.flatMap { folder in
            let walk = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
            return walk?.compactMap { $0 as? String }.map { "\(folder)/\($0)" } ?? []
        }
        // A file that is no text, or a folder, cannot be decoded.
        return (["Makefile", "Containerfile", "Package.swift"] + names.sorted()).compactMap { name in
            (try? String(contentsOf: root.appending(path: name), encoding: .utf8)).map { (name, $0) }
        }
    }

    /// The Markdown documents, of the repository and of the modules, and the tutorials; read once.
    static func documents() throws -> [(path: String, text: String)] { try loadedDocuments.get() }

    private static let loadedDocuments = Result { try readDocuments() }

    private static func readDocuments() throws -> [(path: String, text: String)] {
        guard let walk = FileManager.default.enumerator(atPath: root.path) else { return [] }
        var found: [(path: String, text: String)] = []
        for case let name as String in walk {
            let isHidden = name.hasPrefix(".") && !name.hasPrefix(".github")
            if isHidden || name.hasPrefix("Tests/Vectors") || name.contains("/.") { walk.skipDescendants() }
            guard [".md", ".tutorial"].contains(where: name.hasSuffix), !isHidden else { continue }
            found.append((name, try String(contentsOf: root.appending(path: name), encoding: .utf8)))
        }
        return found
    }

    /// In a scratch folder of its own: `swift test` holds the lock of the usual one while this runs.
    private static func dumpedManifest() async throws -> Manifest {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "architecture-\(getpid())")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let words = ["swift", "package", "--package-path", root.path, "--scratch-path", scratch.path, "dump-package"]
        let dump = try await ProgramRun("/usr/bin/env", words)
        return try JSONDecoder().decode(Manifest.self, from: Data(dump.output))
    }

    private static func files(in folder: String) throws -> [SourceFile] {
        let top = root.appending(path: folder)
        guard let walk = FileManager.default.enumerator(atPath: top.path) else { return [] }
        var found: [SourceFile] = []
        for case let name as String in walk {
            if name.split(separator: "/").last?.hasPrefix(".") == true { walk.skipDescendants() }
            guard isCode(name), !name.contains(".build") else { continue }
            let text = try String(contentsOf: top.appending(path: name), encoding: .utf8)
            found.append(SourceFile(path: "\(folder)/\(name)", text: text))
        }
        return found.sorted { $0.path < $1.path }
    }

    private static func isCode(_ name: String) -> Bool {
        [".swift", ".c", ".h", ".modulemap"].contains { name.hasSuffix($0) }
    }
}
