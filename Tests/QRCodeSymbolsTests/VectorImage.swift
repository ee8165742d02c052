import Foundation
import FoundationXML

/// An SVG document of filled rectangles, drawn with one pixel for each unit.
final class VectorImage: NSObject, XMLParserDelegate {
    struct NotUnderstood: Error {}

    /// The pixels, row by row, `true` being black.
    private(set) var picture: [[Bool]] = []
    private(set) var viewBox: [Int] = []
    private(set) var width: String?
    private(set) var height: String?
    /// Why the drawing is none; `nil` if it is one.
    private var problem: (any Error)?

    /// Parses and draws a document.
    ///
    /// - Throws: The error of the XML parser, or ``NotUnderstood`` for other elements and commands than those of
    ///   rectangles.
    init(_ text: String) throws {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.shouldProcessNamespaces = true
        parser.delegate = self
        guard parser.parse() else { throw parser.parserError ?? NotUnderstood() }
        if let problem { throw problem }
        // The background has to be white, from edge to edge; nothing is behind it.
        guard picture.count == viewBox.last else { throw NotUnderstood() }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        do {
            guard namespaceURI == "http://www.w3.org/2000/svg" else { throw NotUnderstood() }
            switch name {
            case "svg":
                viewBox = (attributes["viewBox"] ?? "").split(separator: " ").compactMap { Int($0) }
                guard viewBox.count == 4, viewBox[2] > 0, viewBox[3] > 0 else { throw NotUnderstood() }
                (width, height) = (attributes["width"], attributes["height"])
            case "path": try draw(attributes["d"] ?? "", isBlack: Self.isBlack(attributes["fill"]))
            default: throw NotUnderstood()
            }
        } catch { problem = problem ?? error }
    }

    private static func isBlack(_ color: String?) throws -> Bool {
        switch color {
        case "#000": true
        case "#fff": false
        default: throw NotUnderstood()
        }
    }

    /// Draws rectangles: `M` to a corner, `h`, `v`, `h` along three sides, and `z`.
    private func draw(_ path: String, isBlack: Bool) throws {
        for rectangle in path.split(separator: "z") {
            guard let match = rectangle.wholeMatch(of: #/M(-?\d+) (-?\d+)h(\d+)v(\d+)h-(\d+)/#),
                let left = Int(match.1), let top = Int(match.2), let width = Int(match.3), let height = Int(match.4),
                Int(match.5) == width, viewBox.count == 4
            else { throw NotUnderstood() }
            try fill(top - viewBox[1], left - viewBox[0], width, height, isBlack)
        }
    }

    private func fill(_ top: Int, _ left: Int, _ width: Int, _ height: Int, _ isBlack: Bool) throws {
        if picture.isEmpty {
            guard !isBlack, top == 0, left == 0, width == viewBox[2], height == viewBox[3] else {
                throw NotUnderstood()
            }
            picture = Array(repeating: Array(repeating: false, count: width), count: height)
            return
        }
        guard top >= 0, left >= 0, top + height <= viewBox[3], left + width <= viewBox[2] else { throw NotUnderstood() }
        for row in top..<(top + height) {
            for column in left..<(left + width) { picture[row][column] = isBlack }
        }
    }
}
