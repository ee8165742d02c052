import Foundation
import Testing

/// The list of call shapes in `Documentation/SeedRows.md`.
@Suite struct SeedRowsTests {
    private static let rows = 1...79

    @Test func `each of the 79 rows is in the list and has a test`() throws {
        let list = try String(contentsOf: Repository.root.appending(path: "Documentation/SeedRows.md"), encoding: .utf8)
        let listed = list.matches(of: #/(?m)^\| (\d+) \| /#).compactMap { Int($0.output.1) }
        let tested = try Self.testNames().reduce(into: Set<Int>()) { $0.formUnion(Self.rows(in: $1)) }

        #expect(Set(listed) == Set(Self.rows))
        #expect(Self.rows.filter { !tested.contains($0) } == [])
    }

    @Test(
        arguments: [
            ("row 31 a login", [31]), ("rows 2 to 5 and 9 chains", [2, 3, 4, 5, 9]),
            ("row 19, 20 and 23", [19, 20, 23]),
            ("rows 33 and 34, 36 x", [33, 34, 36]), ("a row of 5", []), ("T7 row 8", [8]),
        ])
    func `a name of a test tells its rows`(name: String, rows: [Int]) {
        #expect(Self.rows(in: name).sorted() == rows)
    }

    private static func testNames() throws -> [String] {
        try Repository.files().filter { $0.path.hasPrefix("Tests/") }.flatMap { file in
            file.text.matches(of: /func `([^`]+)`/).map { String($0.output.1) }
        }
    }

    private static func rows(in name: String) -> [Int] {
        name.matches(of: /\brows? ((?:\d+(?:, | and | to )?)+)/).flatMap { match in
            match.output.1.matches(of: /(\d+) to (\d+)|(\d+)/).flatMap { part -> [Int] in
                if let first = part.output.1.flatMap({ Int($0) }), let last = part.output.2.flatMap({ Int($0) }) {
                    return first <= last ? Array(first...last) : []
                }
                return part.output.3.flatMap { Int($0) }.map { [$0] } ?? []
            }
        }
    }
}
