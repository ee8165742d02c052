import Foundation
import Testing

/// The rows of `Documentation/Threats.md`, and the tests that name them.
///
/// The emulator's and the stores' own lists of findings have identifiers, too; tests write those in lower case with the
/// name of the target (`emulator-a4`), so that a search for `A4` finds the tests of the threat.
@Suite struct ThreatRowsTests {
    private static let rows: Result<[String], any Error> = Result {
        let file = Repository.root.appending(path: "Documentation/Threats.md")
        return try String(contentsOf: file, encoding: .utf8).matches(of: #/(?m)^\| ([A-Z]\d+) \|/#).map {
            String($0.output.1)
        }
    }

    /// The identifiers in the names of all tests.
    private static func tested() throws -> Set<String> {
        try Repository.files().filter { $0.path.hasPrefix("Tests/") && $0.isSwift }.reduce(into: []) { found, file in
            for name in file.text.matches(of: /func `([^`]+)`/) {
                found.formUnion(name.output.1.matches(of: /\b[A-Z]\d+\b/).map { String($0.output) })
            }
        }
    }

    @Test func `each row of the threats has a test that names it`() throws {
        let rows = try Self.rows.get()
        let tested = try Self.tested()

        #expect(rows.count > 85)
        #expect(rows.filter { !tested.contains($0) } == [])
    }

    @Test func `M2 compares no secret by ==`() throws {
        #expect(Rules.variableTimeComparisons(try Repository.files()) == [])
    }

    @Test(arguments: [
        ("    guard state == expected else { return }", true), ("    if values[\"state\"] != session.state {", true),
        ("    token.hash.elementsEqual(other)", true), ("    return mac.isSame(as: other)", true),
        ("    guard ConstantTime.areEqual(state, expected) else { return }", false),
        ("    guard hash.count == 32, nonce == nil, state != nil else { return }", false),
        ("    if held.state == .ended { return }", false), ("    guard stateful == 1 else { return }", false),
    ])
    func `M2 finds comparisons of secrets`(line: String, isFound: Bool) {
        let file = SourceFile(path: "Sources/OpenID/A.swift", text: "\(line)\nConstantTime\n")
        let other = SourceFile(path: "Sources/OpenID/B.swift", text: line)

        #expect(Rules.variableTimeComparisons([file, other]).count == (isFound ? 1 : 0))
    }
}
