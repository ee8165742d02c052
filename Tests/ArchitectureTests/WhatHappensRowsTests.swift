import Foundation
import Testing

/// README's table "What happens when …", and the tests that show its rows.
@Suite struct WhatHappensRowsTests {
    @Test func `each row of README's table has a test for files and PostgreSQL that begins with its words`() throws {
        let readme = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
        let section = try #require(readme.components(separatedBy: "\n## What happens when …\n").dropFirst().first)
        let table = section.components(separatedBy: "\n## ")[0]
        // Without the title and the line below it.
        let rows = table.matches(of: #/(?m)^\| ([^|]+) \| [^|]+ \|$/#).map { String($0.output.1) }.dropFirst(2)
        let suite = try #require(
            try Repository.files().first { $0.path == "Tests/CredentialsTests/WhatHappensTests.swift" })
        let tests = suite.text.matches(of: #/@Test\(arguments: StoreKind\.allCases[^\n]*\)\n +func `([^`]+)`/#)
            .map { String($0.output.1) }

        #expect(rows.count >= 8 && tests.count == rows.count)
        #expect(rows.filter { row in !tests.contains { $0.hasPrefix("\(row): ") } } == [])
    }
}
