import Foundation
import Testing

/// The documents for readers of the repository, compared with what the repository contains.
@Suite struct ReadmeTests {
    private static let documents = ["README.md", "CONTRIBUTING.md", "SECURITY.md"] + maintenance
    private static let maintenance = [
        "README", "Architecture", "StreamsCore", "Decisions", "Style", "Threats", "SeedRows", "Performance",
        "Comparison",
    ].map { "Documentation/\($0).md" }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }

    @Test func `shows the first program as it compiles, and the README is short`() throws {
        let program = try text("Examples/Sources/FirstAsync/FirstAsync.swift")

        #expect(try text("Sources/Auth0/Documentation.docc/FirstLogin.md").contains("```swift\n\(program)```"))
        #expect(try text("README.md").count { $0 == "\n" } <= 150)
    }

    @Test func `shows the recipes as they compile`() throws {
        let article = try text("Sources/OpenID/Documentation.docc/Recipes.md")
        let folder = "Tests/Fixtures/Recipes"
        let programs = try FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: folder).path)
            .filter { $0.hasSuffix(".swift") }

        #expect(programs.count == article.matches(of: /```swift\n/).count)
        for program in programs {
            #expect(article.contains("```swift\n\(try text("\(folder)/\(program)"))```"), "\(program)")
        }
    }

    @Test(arguments: ["LoginByHand": "ManualFlow", "SessionsAcrossStarts": "SessionsOf2017", "Servers": "WebServer"])
    func `quotes the examples as they compile`(article: String, example: String) throws {
        let folder = "Examples/Sources/\(example)"
        let files = try FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: folder).path)
        let sources = try files.map { condensed(try text("\(folder)/\($0)")) }
        let blocks = try text("Sources/Auth0/Documentation.docc/\(article).md")
            .matches(of: /```swift\n((?s).*?)```/).map { condensed(String($0.1)) }
            .filter { !$0.contains("import PackageDescription") }

        #expect(blocks.count > 5)
        #expect(blocks.filter { block in !sources.contains { $0.contains(block) } } == [])
    }

    /// Returns the text without indentation and empty lines.
    private func condensed(_ text: String) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    @Test func `lists the eight files of one login, none over 400 lines`() throws {
        let contributing = try text("CONTRIBUTING.md")
        let paths = contributing.matches(of: /(?m)^\d\. `(Sources\/[^`]+\.swift)`/).map { String($0.1) }

        #expect(paths.count == 8)
        for path in paths { #expect(try text(path).split(separator: "\n").count <= 400) }
    }

    @Test func `H10 each task of CONTRIBUTING has an example in sources and tests`() throws {
        let section = try text("CONTRIBUTING.md").components(separatedBy: "\n## How to add …\n").last
        let tasks = section?.components(separatedBy: "\n## ")[0].components(separatedBy: "\n### ").dropFirst() ?? []
        let files = try Repository.files()

        #expect(tasks.count == 6)
        for task in tasks {
            let match = try #require(task.firstMatch(of: /Example: `git grep -lw (\w+)`/), "\(task)")
            let example = String(match.output.1)
            let paths = files.filter { $0.text.holds(example) }.map(\.path)
            for folder in ["Sources/", "Tests/"] { #expect(paths.contains { $0.hasPrefix(folder) }, "\(example)") }
        }
    }

    @Test(arguments: documents)
    func `names only files and folders that exist`(document: String) throws {
        let named = try text(document)
            .matches(of: /`((?:Sources|Tests|Examples|Benchmarks|Documentation|scripts)\/[\w.\/+-]+)`/)
            .map { String($0.1) }

        let missing = named.filter { !FileManager.default.fileExists(atPath: Repository.root.appending(path: $0).path) }

        #expect(missing == [])
    }

    @Test(arguments: documents)
    func `links only to files that exist`(document: String) throws {
        let folder = Repository.root.appending(path: document).deletingLastPathComponent()
        let links = try text(document).matches(of: /\]\(([\w.\/+-]+)(?:#[\w-]+)?\)/).map { String($0.1) }

        let missing = links.filter { !FileManager.default.fileExists(atPath: folder.appending(path: $0).path) }

        #expect(missing == [])
    }

    @Test(arguments: ["README.md", "Documentation/Site/auth0-streams.md"])
    func `names every library product`(document: String) throws {
        let products = try text("Package.swift").matches(of: /\.library\(\s*name: "(\w+)"/).map { String($0.1) }
        let document = try text(document)

        #expect(products.count > 10)
        #expect(products.filter { !document.contains("`\($0)`") } == [])
    }

    @Test func `the Makefile installs what the manifest names for the modules, and nothing else`() throws {
        let needed = try text("Package.swift").matches(of: /apt: "([^"]+)"/).map { String($0.1) }
        let installed = try text("Makefile").matches(of: /(?m)^(?:SDK|PROGRAM|MODULE)_PACKAGES := (.+)$/)
            .flatMap { $0.1.split(separator: " ").map(String.init) }.filter { !$0.hasPrefix("$") }

        #expect(Set(installed) == Set(needed + ["pkg-config"]))
    }

    @Test func `has its two commands in the Makefile`() throws {
        let commands = try text("README.md").matches(of: /(?m)^make (\w+)/).map { String($0.1) }
        let makefile = try text("Makefile")

        #expect(commands == ["demo", "test"])
        for command in commands { #expect(makefile.contains("\n\(command):")) }
    }

    @Test func `the Makefile works in a folder whose path has a space, and with several jobs`() throws {
        let makefile = try text("Makefile")

        #expect(makefile.matches(of: /[^"]\$\(CURDIR\)/).isEmpty)
        #expect(makefile.contains("\n.NOTPARALLEL:\n"))
    }

    @Test func `explains every command of the Makefile`() throws {
        let commands = try text("Makefile").matches(of: #/(?m)^([a-z-]+):.* ##/#).map { String($0.1) }
        let contributing = try text("CONTRIBUTING.md")

        #expect(commands.count > 10)
        #expect(commands.filter { $0 != "help" && !contributing.contains("| `make \($0)") } == [])
    }
}
