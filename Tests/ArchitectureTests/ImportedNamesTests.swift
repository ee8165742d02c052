import Foundation
import Testing

/// The top-level names that one import brings into a program.
///
/// A name more is a name that may clash with the program's own or with another package's; the lists show every change
/// in a review. They are `Tests/Fixtures/ImportedNames/<Module>.txt`.
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

    /// Types of the other modules need an import of their own: stores, keys, passkeys, messages.
    @Test func `P6 import Auth0 brings each type of OpenID and RequestPipeline that a member mentions`() throws {
        let listing = try ["Auth0", "OpenID", "RequestPipeline"].flatMap { module in
            try String(
                contentsOf: Repository.root.appending(path: "Documentation/API/\(module).txt"), encoding: .utf8
            ).split(separator: "\n").compactMap { line -> (owner: Substring, text: Substring)? in
                line.firstRange(of: " | ").map { (line[..<$0.lowerBound], line[$0.upperBound...]) }
            }
        }
        let imported = Set(
            try String(
                contentsOf: Repository.root.appending(path: "Tests/Fixtures/ImportedNames/Auth0.txt"), encoding: .utf8
            ).split(separator: "\n"))
        let declaration = /^(?:@\w+ |final )*(?:struct|class|enum|protocol) (\w+)/
        let others = listing.filter { !$0.owner.contains(".") && $0.owner != "Auth0" }
            .compactMap { $0.text.firstMatch(of: declaration)?.output.1 }
        // A member of the requests of OpenID, and two names that an alias replaces.
        let exceptions: Set<Substring> = ["OpenIDError", "BrowserLogin", "StoredLogin"]

        let members = listing.filter { line in
            let parts = line.owner.split(separator: ".")
            return parts[0] == "Auth0" || parts.count > 1 && imported.contains(parts[1])
        }
        let mentioned = Set(members.flatMap { $0.text.matches(of: /\b[A-Z]\w+/).map(\.output) })

        #expect(!members.isEmpty && !others.isEmpty)
        #expect(mentioned.intersection(others).subtracting(imported).subtracting(exceptions) == [])
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
