import Foundation
import ProgramRunner

/// The files of the repository that this test was compiled from.
enum Repository {
    /// The folder of `Package.swift`.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Everything a person reads as code in `Sources`, `Tests` and `Benchmarks`; read once.
    static func files() throws -> [SourceFile] { try loadedFiles.get() }

    /// The package as SwiftPM understands it; asked once.
    static func manifest() throws -> Manifest { try loadedManifest.get() }

    private static let loadedFiles = Result { try ["Sources", "Tests", "Benchmarks"].flatMap(files(in:)) }
    private static let loadedManifest = Result { try dumpedManifest() }

    /// The names of the folders directly below `Sources`, and of the ones directly below `Examples/Sources`.
    static func rooms() throws -> (rooms: Set<String>, examples: Set<String>) {
        let rooms = try folders(in: "Sources")
        return (
            rooms.subtracting([Rooms.examples]),
            rooms.contains(Rooms.examples) ? try folders(in: "Sources/\(Rooms.examples)") : []
        )
    }

    /// In a scratch folder of its own: `swift test` holds the lock of the usual one while this runs.
    private static func dumpedManifest() throws -> Manifest {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "architecture-\(getpid())")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let words = ["swift", "package", "--package-path", root.path, "--scratch-path", scratch.path, "dump-package"]
        let dump = try ProgramRun(waitingFor: "/usr/bin/env", words)
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

    private static func folders(in folder: String) throws -> Set<String> {
        let top = root.appending(path: folder)
        let entries = try FileManager.default.contentsOfDirectory(
            at: top, includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles)
        return try Set(
            entries.filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
                .map(\.lastPathComponent))
    }

    private static func isCode(_ name: String) -> Bool {
        [".swift", ".c", ".h", ".modulemap"].contains { name.hasSuffix($0) }
    }
}
