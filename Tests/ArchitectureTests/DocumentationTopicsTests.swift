import Foundation
import Testing

/// The documentation page of each module that people can import.
@Suite struct DocumentationTopicsTests {
    /// The modules of `.spi.yml`.
    private static let modules: [String] = {
        let list = (try? String(contentsOf: Repository.root.appending(path: ".spi.yml"), encoding: .utf8)) ?? ""
        return list.matches(of: /(?m)^ +- (\w+)$/).map { String($0.1) }
    }()

    @Test func `there are modules`() { #expect(Self.modules.count > 20) }

    @Test(arguments: modules)
    func `each page begins with code`(module: String) throws {
        let page = try #require(try catalogue(of: module)["\(module).md"])

        let overview = try #require(page.firstRange(of: "## Overview\n"))
        let beginning = page[overview.upperBound...].replacing(/<!--(?s:.*?)-->/, with: "")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(page.hasPrefix("# ``\(module)``\n"))
        #expect(beginning.hasPrefix("```swift\n"), "\(beginning.prefix(60))")
    }

    @Test(arguments: modules)
    func `each name of a module is in a group of its page`(module: String) throws {
        let groups = try catalogue(of: module).values.compactMap { page in
            page.firstRange(of: "\n## Topics\n").map { page[$0.upperBound...] }
        }
        let grouped = Set(groups.flatMap { $0.matches(of: /(?m)^- ``([^`]+)``$/).map { name(of: $0.1) } })

        let missing = try names(of: module).subtracting(grouped)

        #expect(missing.sorted() == [])
    }

    /// The names that a module declares at its top level; extensions of types of other modules have none.
    private func names(of module: String) throws -> Set<String> {
        let listing = Repository.root.appending(path: "Documentation/API/\(module).txt")
        let lines = try String(contentsOf: listing, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("\(module) | ") }
        let declared = lines.compactMap { line in
            line.firstMatch(of: /\b(?:struct|class|enum|protocol|typealias|func|let|var|actor) (\w+)/)?.1
        }
        return Set(declared.map(String.init))
    }

    /// The last part of a link to a symbol, without parameters and disambiguation.
    private func name(of link: Substring) -> String {
        let path = link.prefix { $0 != "(" && $0 != "-" }
        return String(path.split(separator: "/").last ?? path)
    }

    /// The pages in the catalogue of a module by their file names.
    private func catalogue(of module: String) throws -> [String: String] {
        var pages: [String: String] = [:]
        for document in try Repository.documents()
        where document.path.contains("/\(module)/Documentation.docc/") {
            pages[document.path.split(separator: "/").last.map(String.init) ?? ""] = document.text
        }
        return pages
    }
}
