import Foundation
import Testing

/// Each rule, shown to fail on a bad sample and to pass a good one.
@Suite struct RulesTests {
    private let systemModules: [String: Set<String>] = ["Low": [], "High": ["Glibc"]]

    @Test(arguments: [
        (text: "import Foundation", found: ["Sources/Low/A.swift imports Foundation"]),
        (text: "@testable import High", found: ["Sources/Low/A.swift imports High"]),
        (text: "public import struct High.Tower", found: ["Sources/Low/A.swift imports High"]),
        (text: "@_spi(x) internal import High", found: ["Sources/Low/A.swift imports High"]),
        (text: "// import High\n/* import High\nimport High */ let a = \"import High\"", found: []),
        (text: "let text = \"\"\"\n    import High\n    \"\"\"", found: []),
    ])
    func `refuses an import that the manifest does not declare`(text: String, found: [String]) throws {
        let manifest = try manifest(Self.target("Low"), Self.target("High", on: "Low"))

        let refused = Rules.refusedImports(
            [file("Sources/Low/A.swift", text)], manifest, systemModules: systemModules)

        #expect(refused == found)
    }

    @Test func `allows declared targets and listed system modules, and tests any system module`() throws {
        let manifest = try manifest(
            Self.target("Low"), Self.target("High", on: "Low"), Self.target("HighTests", type: "test", on: "High"))
        let files = [
            file("Sources/High/A.swift", "import Glibc\nimport Low"),
            file("Tests/HighTests/A.swift", "import Foundation\nimport High"),
        ]

        #expect(Rules.refusedImports(files, manifest, systemModules: systemModules) == [])
    }

    @Test func `refuses a target without a line in the policy, and a line without a target`() throws {
        let manifest = try manifest(Self.target("Low"), Self.target("Attic"))

        #expect(Rules.unlistedTargets(manifest, systemModules: systemModules) == ["Attic", "High"])
    }

    @Test func `refuses a declared dependency that no file imports`() throws {
        let manifest = try manifest(Self.target("Low"), Self.target("High", on: "Low"))

        let found = Rules.unusedDependencies(manifest, [file("Sources/High/A.swift", "import Glibc")])

        #expect(found == ["Package.swift: High declares Low and does not import it"])
    }

    @Test func `refuses a forbidden target that is reached through another`() throws {
        let manifest = try manifest(
            Self.target("Top", on: "High"), Self.target("High", on: "Low"), Self.target("Low"))

        #expect(Rules.forbiddenEdges(manifest, forbidden: ["Top": ["Low"]]) == ["Top reaches Low"])
    }

    @Test func `H7 compares a diagram with the dependencies that do not follow from others`() throws {
        let manifest = try manifest(
            Self.target("Top", on: "High"), Self.target("High", on: "Low"), Self.target("Low"),
            Self.target("LowTests", type: "test", on: "Low"))

        let found = Rules.diagramDifferences("graph TD\n    Top --> High\n    Top --> Low\n", manifest)

        #expect(found == ["add    High --> Low", "remove Top --> Low"])
    }

    @Test(arguments: [
        (name: "HTTP", type: "regular", isRefused: true), (name: "Demo", type: "executable", isRefused: true),
        (name: "Attic", type: "regular", isRefused: true), (name: "CCurl", type: "system", isRefused: true),
        (name: "RequestPipeline", type: "regular", isRefused: false), (name: "Low", type: "regular", isRefused: false),
        (name: "CAuth0Curl", type: "system", isRefused: false),
    ])
    func `refuses a target name that another package may have`(name: String, type: String, isRefused: Bool) throws {
        let products = #"[{"name": "Low", "targets": ["Low"], "type": {"library": ["automatic"]}}]"#
        let manifest = try manifest(Self.target(name, type: type), products: products)

        #expect(Rules.commonNames(manifest, refused: Policy.commonTargetNames) == (isRefused ? [name] : []))
    }

    @Test(arguments: [
        (line: "/// Whoever asks gets it.", found: ["A.swift:1: whoever"]),
        (line: "/// What it is.", found: ["A.swift:1: What "]),
        (line: "/// Where it is.", found: ["A.swift:1: Where "]),
        (line: "/// Lets go of the lock.", found: ["A.swift:1: lets go of"]),
        (line: "// What remains is sent.", found: []),
        (line: "// The copy is not valid any more.", found: ["A.swift:1: any more"]),
        (line: "// As many more as there are.", found: []),
        (line: "    @Test func `somebody logs in`() {", found: ["A.swift:1: somebody"]),
        (line: "/// The value.\n/// What follows is a second line.", found: []),
        (line: #"let text = "somebody""#, found: []),
    ])
    func `refuses words that cost a reader time`(line: String, found: [String]) {
        #expect(Rules.refusedWords([file("A.swift", line)]) == found)
    }

    @Test(arguments: [
        (line: "    private final class Desk: Sendable {", found: ["Tests/A.swift:1: Desk"]),
        (line: "struct Desktop { let stormCount = 0 }", found: ["Tests/A.swift:1: stormCount"]),
        (line: "private let mostBytes = 1", found: ["Tests/A.swift:1: mostBytes"]),
        (line: "enum URLDesk {}", found: ["Tests/A.swift:1: URLDesk"]),
        (line: "func open() { outdoor() }", found: []), (line: #"let page = "desk"  // let desk"#, found: []),
        (line: "let firstDesks = 1", found: ["Tests/A.swift:1: firstDesks"]),
        (line: "func open(desk: Int) {}", found: ["Tests/A.swift:1: desk"]),
        (line: "enum Place { case table, desk2 }", found: ["Tests/A.swift:1: desk2"]),
        (line: "struct Table<Desk> {}", found: ["Tests/A.swift:1: Desk"]),
    ])
    func `H9 refuses names with words of another field, in tests, too`(line: String, found: [String]) {
        #expect(Rules.refusedNames([file("Tests/A.swift", line)]) == found)
    }

    @Test func `H9 refuses files and folders with such names`() {
        #expect(Rules.refusedNames([file("Tests/Desks/Door+Open.swift", "")]).count == 2)
    }

    @Test func `H4 refuses comments of more than 120 columns, and lines of C, but not addresses`() {
        let long = String(repeating: "word ", count: 30)
        let lines = ["/// \(long)", "/// https://example.com/\(long)", "let text = \"\(long)\"", "    // \(long)"]
        let text = lines.joined(separator: "\n")

        #expect(Rules.longLines([file("A.swift", text)]) == ["A.swift:1", "A.swift:4"])
        #expect(Rules.longLines([file("a.h", text)]) == ["a.h:1", "a.h:3", "a.h:4"])
    }

    @Test(arguments: [
        (line: #"print("Nobody agreed")"#, found: ["Examples/A.swift:1: nobody"]),
        (line: "let text = \"\"\"\n    for somebody else\n    \"\"\"", found: ["Examples/A.swift:2: somebody"]),
        (line: #"print("https://a.example for nobody")  // whoever"#, found: ["Examples/A.swift:1: nobody"]),
        (line: "let nobody = \"John\"", found: []), (line: "print(1)  // nobody", found: []),
        (line: "// nobody", found: []),
    ])
    func `refuses such words in what an example prints`(line: String, found: [String]) {
        #expect(Rules.refusedWords(inLiteralsOf: [file("Examples/A.swift", line)]) == found)
        #expect(Rules.refusedWords(inLiteralsOf: [file("Sources/A.swift", line)]) == [])
    }

    @Test func `refuses such words in documents`() {
        #expect(Rules.refusedWords(inDocuments: [("A.md", "One\nfor somebody else")]) == ["A.md:2: somebody"])
    }

    @Test(arguments: [
        (text: "/// Runs.\npublic func run(a: Int) {}", found: ["Sources/Low/A.swift:2: parameter a"]),
        (text: "/// Runs.\n/// - Parameter a: The number.\npublic func run(_ a: Int) {}", found: []),
        (
            text:
                "/// Runs.\n/// - Parameters:\n///   - a: One.\npublic func run(\n    a: Int, then b: (Int, Int) -> Void\n) {}",
            found: ["Sources/Low/A.swift:4: parameter b"]
        ),
        (text: "/// Runs.\npublic init() throws {}", found: ["Sources/Low/A.swift:2: errors"]),
        (text: "/// Runs.\n/// - Throws: ``E``.\npublic init() throws {}", found: []),
        (text: "/// Runs.\npublic func run<T: Sequence<Int>>(_: Void = ()) {}", found: []),
        (
            text: "public protocol P {\n    /// Runs.\n    func run(a: Int)\n}",
            found: ["Sources/Low/A.swift:3: parameter a"]
        ),
        (text: "/// Calls the function above, whose parameters are the same.\npublic func run(a: Int) {}", found: []),
        (text: "func run(a: Int) throws {}", found: []),
        (
            text: "extension A {\n    /// Runs.\n    nonisolated public func run(a: Int) {}\n}",
            found: ["Sources/Low/A.swift:3: parameter a"]
        ),
        (text: "/// Runs.\n@inlinable public func run(a: Int) {}", found: ["Sources/Low/A.swift:2: parameter a"]),
        (
            text: "extension A {\n    /// Gets.\n    public subscript(a: Int) -> Int { 1 }\n}",
            found: ["Sources/Low/A.swift:3: parameter a"]
        ),
        (text: "/// Runs.\npublic func _run(a: Int) {}", found: []),
        (
            text: "public struct _P {\n    public func run(a: Int) {}\n}\n/// Runs.\npublic func run(b: Int) {}",
            found: ["Sources/Low/A.swift:5: parameter b"]
        ),
    ])
    func `refuses public functions that are documented in part`(text: String, found: [String]) {
        #expect(Rules.incompleteDocumentation([file("Sources/Low/A.swift", text)]) == found)
    }

    @Test(arguments: [
        (#"{"treatAllWarnings": {"_0": "error"}}"#, true), (#"{"treatAllWarnings": {"_0": "warning"}}"#, false),
        (#"{"treatAllWarnings": {"_0": "error"}}, "condition": {"config": "release"}"#, false),
    ])
    func `refuses a target without the required settings, or with a condition on one`(
        setting: String, isEnough: Bool
    ) throws {
        let settings = [
            setting, #"{"treatWarning": {"_0": "ExplicitSendable", "_1": "error"}}"#,
            #"{"enableUpcomingFeature": {"_0": "ExistentialAny"}}"#,
            #"{"enableUpcomingFeature": {"_0": "InternalImportsByDefault"}}"#,
            #"{"enableUpcomingFeature": {"_0": "MemberImportVisibility"}}"#,
        ]
        let found = (isEnough ? [] : ["treatAllWarnings error"]) + ["NonisolatedNonsendingByDefault"]

        let missing = Rules.missingSettings(try manifest(Self.target("Low", settings: settings)))

        #expect(Set(missing) == Set(found.map { "Low lacks \($0)" }))
    }

    @Test func `refuses a shipped target whose public types need not say whether they are Sendable`() throws {
        let manifest = try manifest(Self.target("Low"), Self.target("LowTests", type: "test"))

        let missing = Rules.missingSettings(manifest).filter { $0.contains("ExplicitSendable") }

        #expect(missing == ["Low lacks treatWarning ExplicitSendable error"])
    }

    @Test(arguments: [
        (target("A", type: "binary"), "A: binary"),
        (target("A", type: "plugin"), "A: plugin"),
        (target("A", plugins: "[{}]"), "A uses a plugin"),
        (target("A", settings: [#"{"unsafeFlags": {"_0": ["-x"]}}"#]), "A has unsafe flags"),
        (
            target("A", settings: [#"{"unsafeFlags": {"_0": ["-x"]}}, "condition": {"config": "release"}"#]),
            "A has unsafe flags"
        ),
    ])
    func `refuses a target that brings in foreign code`(target: String, found: String) throws {
        #expect(Rules.foreignCode(try manifest(target)) == [found])
    }

    @Test func `refuses a dependency on another package`() throws {
        let manifest = try manifest(dependencies: #"[{"sourceControl": [{"identity": "x"}]}]"#)

        #expect(Rules.foreignCode(manifest) == ["the package depends on another package"])
    }

    @Test func `refuses a library module that is not documented`() throws {
        let products = #"[{"name": "P", "targets": ["High", "Low"], "type": {"library": ["automatic"]}}]"#
        let manifest = try manifest(products: products)

        #expect(Rules.undocumentedModules(manifest, spi: "builder:\n  - platform: linux\n    - High\n") == ["Low"])
    }

    @Test(arguments: [(lines: 400, found: []), (lines: 401, found: ["A.swift has 401 lines"])])
    func `refuses a file past the longest`(lines: Int, found: [String]) {
        #expect(Rules.longFiles([file("A.swift", String(repeating: "\n", count: lines))]) == found)
    }

    @Test(arguments: ["Utils", "Helpers", "Common", "Extensions"])
    func `refuses a folder named for a kind of code`(name: String) {
        let files = [file("Sources/Low/\(name)/A.swift", ""), file("Sources/Low/\(name).swift", "")]

        #expect(Rules.refusedFolders(files) == ["Sources/Low/\(name)/A.swift"])
    }

    @Test(arguments: [
        (path: "Sources/Low/A.swift", found: ["Sources/Low/A.swift"]),
        (path: "Sources/StreamsFoundation/A.swift", found: []),
        (path: "Examples/Sources/Tour/main.swift", found: []),
        (path: "Tests/LowTests/A.swift", found: []),
    ])
    func `refuses full Foundation outside bridges`(path: String, found: [String]) {
        #expect(Rules.foundationImports([file(path, "public import Foundation")]) == found)
    }

    @Test(arguments: [
        (line: "final class A: @unchecked Sendable {", found: ["A.swift:1"]),
        (line: "final class A: @unchecked Sendable { //", found: ["A.swift:1"]),
        (line: "final class A: @unchecked Sendable {  // the handle is used by one thread only", found: []),
        (
            line: "final class A:\n    @unchecked Sendable\nwhere B: C {\n    // Unchecked: `b` belongs to the loop.",
            found: []
        ),
        (line: "final class A: @unchecked Sendable\n{\n}\n\n// Unchecked: too far away", found: ["A.swift:1"]),
        (line: "// talks about @unchecked Sendable", found: []),
    ])
    func `refuses an unchecked Sendable without a reason`(line: String, found: [String]) {
        #expect(Rules.unexplainedUnchecked([file("A.swift", line)]) == found)
    }

    @Test(arguments: ["// TODO: later", "/// FIXME this", "let a = 1  // HACK"])
    func `refuses a promise to do it later`(line: String) {
        #expect(Rules.postponedWork([file("A.swift", line), file("B.swift", "let todoList = 1")]) == ["A.swift:1"])
    }

    @Test(arguments: [
        "-----BEGIN PRIVATE" + " KEY-----", "-----BEGIN RSA PRIVATE" + " KEY-----",
        #"{"kty": "EC", "d": "870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE"}"#,
        #"let key = "{\"d\": \"870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE\"}""#,
    ])
    func `refuses a private key outside the emulator`(line: String) {
        let files = [
            file("Sources/JOSE/Key.swift", line), file("Sources/TenantEmulator/Key.swift", line),
            file("Tests/JOSETests/Key.swift", line),
        ]

        #expect(Rules.privateKeys(files) == ["Sources/JOSE/Key.swift:1"])
    }

    @Test(arguments: [
        (line: "try await Task.sleep(for: .seconds(1))", found: ["Tests/A.swift:1"]),
        (line: "usleep(100)", found: ["Tests/A.swift:1"]),
        (line: "clock_nanosleep(1, 0, &time, nil)", found: ["Tests/A.swift:1"]),
        (line: "poll(nil, 0, 100)", found: ["Tests/A.swift:1"]),
        (line: "Thread.sleep(forTimeInterval: 1)", found: ["Tests/A.swift:1"]),
        (line: "func sleep(until deadline: Instant) async throws {", found: []),
        (line: "let name = \"sleep(1)\"", found: []),
    ])
    func `refuses a test that sleeps`(line: String, found: [String]) {
        let files = [file("Tests/A.swift", line), file("Sources/Low/A.swift", line)]

        #expect(Rules.sleeps(files) == found)
    }

    @Test func `refuses a redaction in another file than its type`() {
        let redaction = "extension Low.Secret: Sendable,\n    CustomReflectable {}\n"
        let files = [
            file("Sources/Low/A.swift", redaction), file("Sources/Low/B.swift", "struct Secret {}\n" + redaction),
            file("Sources/Low/C.swift", "extension Secret: Sendable {}\n"),
        ]

        #expect(Rules.separateRedactions(files) == ["Sources/Low/A.swift: Low.Secret"])
    }

    @Test func `refuses a script that another program may hold open`() {
        let script = "let text = \"#!/bin/sh\""
        let files = [
            file("Tests/A.swift", script), file("Tests/B.swift", script + "\ntry ScriptFile.write(text, to: path)"),
            file("Sources/Low/A.swift", script),
        ]

        #expect(Rules.scriptsOfTheProcess(files) == ["Tests/A.swift"])
    }

    @Test(arguments: [
        (text: "a // b\nc", code: "a     \nc"),
        (text: "a /* b /* c */ d */ e", code: "a                   e"),
        (text: #"f("// \" no", 1)"#, code: #"f("        ", 1)"#),
        (text: ##"f(#"a"b\"#, 1)"##, code: ##"f(#"    "#, 1)"##),
        (text: "x = \"\"\"\n  // \"\n  \"\"\"; y", code: "x = \"\"\"\n      \n  \"\"\"; y"),
    ])
    func `tells code from comments and literals`(text: String, code: String) {
        #expect(file("A.swift", text).code.joined(separator: "\n") == code)
    }

    private func file(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, text: text) }

    private func manifest(
        _ targets: String..., products: String = "[]", dependencies: String = "[]"
    ) throws -> Manifest {
        let json =
            #"{"targets": [\#(targets.joined(separator: ","))], "products": \#(products), "#
            + #""dependencies": \#(dependencies)}"#
        return try JSONDecoder().decode(Manifest.self, from: Data(json.utf8))
    }

    /// A target as `swift package dump-package` prints it.
    private static func target(
        _ name: String, type: String = "regular", on dependency: String? = nil, settings: [String] = [],
        plugins: String = "null"
    ) -> String {
        let dependencies = dependency.map { #"{"byName": ["\#($0)", null]}"# } ?? ""
        let kinds = settings.map { #"{"kind": \#($0), "tool": "swift"}"# }.joined(separator: ",")
        return #"{"name": "\#(name)", "type": "\#(type)", "dependencies": [\#(dependencies)], "#
            + #""settings": [\#(kinds)], "pluginUsages": \#(plugins)}"#
    }
}
