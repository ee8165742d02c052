import Foundation
import Streams
import StreamsTesting
import Testing

@Suite struct MarbleTests {
    @Test(arguments: diagrams)
    func `an operator does what its diagram shows`(diagram: Diagram) {
        #expect(diagram.play().map(\.description) == diagram.observers.map(\.sees.description))
    }

    @Test(arguments: ["", "-a-b|", "[a1]-(b|)", "#", "(a[bc]#)"])
    func `marbles are written as they are read`(text: String) {
        #expect(Marbles(stringLiteral: text).description == text)
    }

    @Test func `a publisher of marbles starts again for each subscriber, at any time of the clock`() {
        let clock = ManualScheduler()
        clock.advance(by: .seconds(5))
        let source = clock.publisher("a-(b#)")

        #expect(clock.marbles(of: source.map { $0 + $0 }) == "[aa]-([bb]#)")
        #expect(clock.marbles(of: source.replaceError(with: "c"), for: .seconds(1)) == "a")
        #expect(clock.marbles(of: source.delay(for: .seconds(1), scheduler: clock)).description == "-a-(b#)")
    }

    @Test func `N4: debounce loses the value that waits when upstream finishes, as the documentation shows`() {
        let clock = ManualScheduler()
        let typed = clock.publisher("ab---c|")

        #expect(clock.marbles(of: typed.debounce(for: .seconds(2), scheduler: clock)) == "---b--|")
    }

    /// Writes the drawings instead, when `scripts/marbles` says so.
    @Test(arguments: diagrams)
    func `the drawing in the documentation is that of the diagram; if not, run scripts marbles`(diagram: Diagram) throws
    {
        let file = Self.resources.appending(path: "\(diagram.name).svg")
        let drawing = Drawing(diagram).svg
        if ProcessInfo.processInfo.environment["WRITE_MARBLES"] == "1" {
            try Data(drawing.utf8).write(to: file)
        }

        let kept = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        #expect(kept == drawing)
    }

    @Test func `the documentation has no drawing without a diagram`() throws {
        let kept = try FileManager.default.contentsOfDirectory(atPath: Self.resources.path)
            .filter { $0.hasSuffix(".svg") && $0 != "demand-flow.svg" }

        #expect(Set(kept) == Set(diagrams.map { "\($0.name).svg" }))
    }

    private static let resources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/Streams/Streams/Documentation.docc/Resources").standardized
}
