import Foundation
import Testing

/// The rules, applied to the repository.
@Suite struct ArchitectureTests {
    let files: [SourceFile]

    init() throws { files = try Repository.files() }

    @Test func `finds the sources that it judges`() throws {
        #expect(files.filter(\.isShipped).count > 500)
        #expect(files.contains(where: \.isExample) && files.contains { $0.path.hasPrefix("Tests/") })
    }

    @Test func `imports only what the manifest declares and the policy allows`() async throws {
        let found = Rules.refusedImports(files, try await Repository.manifest(), systemModules: Policy.systemModules)

        #expect(found == [])
    }

    @Test func `has a line in the policy for every target`() async throws {
        let found = Rules.unlistedTargets(try await Repository.manifest(), systemModules: Policy.systemModules)

        #expect(found == [])
    }

    @Test func `the policy names only targets that exist, so that each of its lines can be broken`() async throws {
        let others = Policy.foundationBridges.union(Policy.mostImportedNames.keys)
        let named = Policy.forbidden.reduce(others) { $0.union($1.value).union([$1.key]) }

        #expect(named.subtracting(try await Repository.manifest().targetNames) == [])
    }

    @Test func `declares no dependency that the sources do not use`() async throws {
        let found = Rules.unusedDependencies(try await Repository.manifest(), files)

        #expect(found == [])
    }

    @Test func `H7 draws the dependencies of the manifest, and no others`() async throws {
        let document = try String(
            contentsOf: Repository.root.appending(path: "Documentation/Architecture.md"), encoding: .utf8)

        let found = Rules.diagramDifferences(document, try await Repository.manifest())

        #expect(found == [])
    }

    @Test func `H7 the map of CONTRIBUTING has the folder of every target`() async throws {
        let map = try String(contentsOf: Repository.root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
        let folders = try await Repository.manifest().targets.filter { !["test", "system"].contains($0.type) }
            .map(\.folder).filter { !$0.hasPrefix("Tests/Support/") }

        let missing = folders.filter { folder in
            !map.contains("`\(folder)`") && !map.contains("`…/\(folder.split(separator: "/").last ?? "")`")
        }

        #expect(missing == [])
    }

    @Test func `keeps apart what must not depend on each other`() async throws {
        let found = Rules.forbiddenEdges(try await Repository.manifest(), forbidden: Policy.forbidden)

        #expect(found == [])
    }

    @Test func `names targets so that no other package has the same`() async throws {
        let found = Rules.commonNames(try await Repository.manifest(), refused: Policy.commonTargetNames)

        #expect(found == [])
    }

    @Test func `compiles every target with the required settings`() async throws {
        let found = Rules.missingSettings(try await Repository.manifest())

        #expect(found == [])
    }

    @Test func `P1 takes in no foreign code`() async throws {
        let found = Rules.foreignCode(try await Repository.manifest())

        #expect(found == [])
    }

    @Test func `documents every module of a product`() async throws {
        let spi = try String(contentsOf: Repository.root.appending(path: ".spi.yml"), encoding: .utf8)

        let found = Rules.undocumentedModules(try await Repository.manifest(), spi: spi)

        #expect(found == [])
    }

    @Test func `keeps every file short enough to read`() {
        #expect(Rules.longFiles(files) == [])
    }

    @Test func `names folders for what they are about`() {
        #expect(Rules.refusedFolders(files) == [])
    }

    @Test func `imports full Foundation only in bridges`() {
        #expect(Rules.foundationImports(files) == [])
    }

    @Test func `explains every unchecked Sendable on its line`() {
        #expect(Rules.unexplainedUnchecked(files) == [])
    }

    @Test func `postpones nothing in a comment, a script or a document`() throws {
        let texts = try Repository.scripts() + Repository.documents()
        let judged = files.filter { !$0.path.hasPrefix("Tests/ArchitectureTests/") }

        #expect(Rules.postponedWork(judged + texts.map { SourceFile(path: $0.path, text: $0.text) }) == [])
    }

    @Test func `P3 ships no private key outside the emulator`() {
        #expect(Rules.privateKeys(files) == [])
    }

    @Test func `K6 hides the secrets of a type in the file of the type`() {
        #expect(Rules.separateRedactions(files) == [])
    }

    @Test(arguments: [["pthread_create(", "thrd_create(", "= Thread", "Thread.detach"], ["pthread_atfork("]])
    func `starts threads, and counts forks, in the one file that has the rules for both`(calls: [String]) {
        let calling = files.filter { file in
            file.path.hasPrefix("Sources/") && calls.contains { file.text.contains($0) }
        }

        #expect(calling.map(\.path) == ["Sources/Support/LinuxSystemCalls/Threads/BackgroundThread.swift"])
    }

    @Test func `lets no test write a program that it starts`() {
        #expect(Rules.scriptsOfTheProcess(files) == [])
    }

    @Test func `lets no test sleep`() {
        #expect(Rules.sleeps(files) == [])
    }

    @Test func `writes plain technical English in comments, documents and test names`() throws {
        let documents = try Repository.documents() + Repository.scripts()

        #expect(Rules.refusedWords(files) + Rules.refusedWords(inDocuments: documents) == [])
        #expect(documents.contains { $0.path.hasSuffix(".tutorial") })
    }

    @Test func `writes plain technical English in what the examples print`() {
        #expect(Rules.refusedWords(inLiteralsOf: files) == [])
    }

    @Test func `H9 names types and members by the words of the field`() {
        #expect(Rules.refusedNames(files) == [])
    }

    @Test func `keeps comments and C files within 120 columns, which swift-format does not check`() {
        #expect(Rules.longLines(files) == [])
    }

    @Test func `documents the parameters and errors of every public function`() {
        #expect(Rules.incompleteDocumentation(files) == [])
    }
}
