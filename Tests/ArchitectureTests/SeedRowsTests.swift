import Foundation
import Testing

/// The list of call shapes in `Documentation/SeedRows.md`, and the tests that prove them.
@Suite struct SeedRowsTests {
    private static let rows = 1...79

    /// A test whose name has the numbers of rows.
    private struct Proof: Hashable, CustomStringConvertible {
        let rows: [Int]
        let name: String
        let file: String

        /// The line of the list.
        var description: String {
            "| \(rows.map(String.init).joined(separator: ", ")) | \(name) | `\(file)` |"
        }
    }

    private let list: String

    init() throws {
        list = try String(contentsOf: Repository.root.appending(path: "Documentation/SeedRows.md"), encoding: .utf8)
    }

    @Test func `each of the 79 rows is in the list and has a test`() throws {
        let listed = list.matches(of: #/(?m)^\| (\d+) \| [^|]+ \|(?: [^|`]+ \|)?$/#).compactMap { Int($0.output.1) }
        let tested = try Self.proofs().reduce(into: Set<Int>()) { $0.formUnion($1.rows) }

        #expect(Set(listed) == Set(Self.rows))
        #expect(Self.rows.filter { !tested.contains($0) } == [])
    }

    @Test func `the list has the tests of the sources and no others`() throws {
        let lines = list.matches(of: #/(?m)^\| [\d, ]+ \| .+ \| `Tests\/[^`|]+` \|$/#).map { String($0.output) }
        let proofs = try Self.proofs().map(\.description)

        #expect(proofs.count > 100)
        #expect(proofs.filter { !lines.contains($0) } == [], "missing in Documentation/SeedRows.md")
        #expect(lines.filter { !proofs.contains($0) } == [], "no such test")
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

    /// The tests of the sources that name rows.
    private static func proofs() throws -> [Proof] {
        try Repository.files().filter { $0.path.hasPrefix("Tests/") }.flatMap { file in
            file.text.matches(of: /func `([^`]+)`/).compactMap { match in
                let rows = rows(in: String(match.output.1))
                return rows.isEmpty ? nil : Proof(rows: rows.sorted(), name: String(match.output.1), file: file.path)
            }
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
