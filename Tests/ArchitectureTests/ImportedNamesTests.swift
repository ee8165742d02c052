import Foundation
import Testing

/// The top-level names that one import brings into a program.
///
/// A name more is a name that may clash with the program's own or with another package's; the lists show every change in a
/// review. They are `Tests/Fixtures/ImportedNames/<Module>.txt`.
@Suite struct ImportedNamesTests {
    @Test(arguments: ["Auth0", "OpenID"])
    func `an import brings the listed names and no others`(module: String) throws {
        let list = Repository.root.appending(path: "Tests/Fixtures/ImportedNames/\(module).txt")
        let listed = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)

        let found = Rules.importedNames(of: module, try Repository.files())

        #expect(found.count <= Policy.mostImportedNames[module] ?? 0)
        #expect(Set(found).subtracting(listed) == [], "not listed in \(list.path)")
        #expect(Set(listed).subtracting(found) == [], "listed in \(list.path), and not there")
    }

    @Test func `finds declarations and scoped re-exports`() {
        let files = [
            SourceFile(
                path: "Sources/Low/A.swift",
                text: "public struct A {\n    public struct Inner {}\n}\npublic func make() {}\nstruct Hidden {}\n"),
            SourceFile(
                path: "Sources/Low/Exports.swift", text: "@_exported public import struct High.B\nimport High\n"),
            SourceFile(path: "Sources/High/C.swift", text: "public struct C {}\n"),
        ]

        #expect(Rules.importedNames(of: "Low", files) == ["A", "B", "make"])
    }

    @Test func `counts a whole module as its name`() {
        let file = SourceFile(path: "Sources/Low/Exports.swift", text: "@_exported public import High\n")

        #expect(Rules.importedNames(of: "Low", [file]) == ["the whole of High"])
    }
}
