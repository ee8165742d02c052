import Testing

/// Programs outside the package implement every public protocol, with the modules of the products only.
///
/// `make lint` compiles them: a protocol whose requirements name a type that a program cannot name has no client.
@Suite struct ProtocolClientsTests {
    @Test func `implements every public protocol outside the package`() async throws {
        let files = try Repository.files()
        let protocols = Rules.nameableProtocols(files, try await Repository.manifest())

        let implemented = Rules.conformances(files.filter { $0.path.hasPrefix("Tests/Fixtures/ProtocolClients/") })

        #expect(protocols.count > 35)
        #expect(protocols.subtracting(implemented).sorted() == [])
    }

    @Test(arguments: ["ProtocolClients", "Recipes"])
    func `imports only modules of products`(folder: String) async throws {
        let files = try Repository.files().filter { $0.path.hasPrefix("Tests/Fixtures/\(folder)/") }
        let manifest = try await Repository.manifest()

        let found = files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }.intersection(manifest.targetNames)

        #expect(!found.isEmpty)
        #expect(found.subtracting(manifest.libraryModules).sorted() == [])
    }

    @Test func `reads conformances of declarations with generic parameters and conditions`() {
        let file = SourceFile(
            path: "Tests/A.swift",
            text: """
                struct A<Upstream: B>: Publishers.C where Upstream.Output == D {
                final class E: F, @unchecked Sendable {  // G
                extension H: I {}
                let j: K
                """)

        #expect(Rules.conformances([file]) == ["C", "F", "Sendable", "I"])
    }
}
