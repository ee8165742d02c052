import Foundation
import Testing

/// What the README shows is what the build compiles, and what it names is there.
@Suite struct ReadmeTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }

    @Test(arguments: ["FirstCallback/main.swift", "FirstAsync/FirstAsync.swift", "FirstPublisher/main.swift"])
    func `shows the first programs as they compile`(path: String) throws {
        let program = try text("Examples/Sources/\(path)")

        #expect(try text("README.md").contains("```swift\n\(program)```"))
    }

    @Test func `names files that exist, none over 400 lines`() throws {
        let readme = try text("README.md")
        let paths = readme.matches(of: /`(Sources\/[^`…]+\.swift)`/).map { String($0.1) }

        #expect(paths.count == 8)
        for path in paths { #expect(try text(path).split(separator: "\n").count <= 400) }
    }

    @Test func `has its two commands in the Makefile`() throws {
        let commands = try text("README.md").matches(of: /(?m)^make (\w+)/).map { String($0.1) }
        let makefile = try text("Makefile")

        #expect(commands == ["demo", "test"])
        for command in commands { #expect(makefile.contains("\n\(command):")) }
    }
}
