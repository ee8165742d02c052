import Foundation
import Testing

/// The rules, applied to what is there.
@Suite struct ArchitectureTests {
    let files: [SourceFile]

    init() throws { files = try Repository.files() }

    @Test func `finds the sources it is to judge`() throws {
        let rooms = try Repository.rooms().rooms

        #expect(rooms.isSuperset(of: ["Streams", "HTTP", "Auth0"]))
        #expect(files.contains { $0.room == "Streams" } && files.contains { $0.path.hasPrefix("Tests/") })
    }

    @Test func `imports only what the table allows`() throws {
        let manifest = try Repository.manifest()

        let found = Rules.refusedImports(files, table: Rooms.table, libraries: manifest.libraryModules)

        #expect(found == [])
    }

    @Test func `has a line in the table for every room`() throws {
        let manifest = try Repository.manifest()
        let systemLibraries = Set(manifest.targets.filter { $0.type == "system" }.map(\.name))

        let unknown = Rules.unknownRooms(
            try Repository.rooms().rooms, table: Rooms.table, systemLibraries: systemLibraries)

        #expect(unknown == [])
    }

    @Test func `declares the dependencies that the table allows and the sources use`() throws {
        let found = Rules.disagreements(try Repository.manifest(), table: Rooms.table, files: files)

        #expect(found == [])
    }

    @Test func `compiles every target with the settings of the house`() throws {
        let found = Rules.missingSettings(try Repository.manifest())

        #expect(found == [])
    }

    @Test func `takes in no foreign code`() throws {
        let found = Rules.foreignCode(try Repository.manifest())

        #expect(found == [])
    }

    @Test func `documents every module that a product gives`() throws {
        let spi = try String(contentsOf: Repository.root.appending(path: ".spi.yml"), encoding: .utf8)

        let found = Rules.undocumentedModules(try Repository.manifest(), spi: spi)

        #expect(found == [])
    }

    @Test func `keeps every file short enough to read`() {
        #expect(Rules.longFiles(files) == [])
    }

    @Test func `names folders for what they are about`() {
        #expect(Rules.refusedFolders(files) == [])
    }

    @Test func `brings in full Foundation only through bridges`() {
        #expect(Rules.foundationImports(files) == [])
    }

    @Test func `explains every unchecked Sendable on its line`() {
        #expect(Rules.unexplainedUnchecked(files) == [])
    }

    @Test func `postpones nothing in a comment`() {
        let judged = files.filter { !$0.path.hasPrefix("Tests/ArchitectureTests/") }

        #expect(Rules.postponedWork(judged) == [])
    }

    @Test func `ships no private key outside the emulator`() {
        #expect(Rules.privateKeys(files) == [])
    }

    @Test func `lets no test sleep`() {
        #expect(Rules.sleeps(files) == [])
    }
}
