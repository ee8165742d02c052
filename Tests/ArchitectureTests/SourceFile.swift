import Foundation

/// A file of the repository, as text.
struct SourceFile {
    /// Relative to the repository, with forward slashes.
    let path: String
    let text: String
    /// The lines as they are written, comments and literals included.
    let lines: [Substring]
    /// The lines with comments and the insides of string literals blanked out; those of Swift files only.
    let code: [Substring]
    /// The modules that are imported, whatever the access level, attributes or kind written around the name.
    let imports: Set<String>

    init(path: String, text: String) {
        self.path = path
        self.text = text
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var blanking = Blanking()
        let blanked = path.hasSuffix(".swift") ? blanking.run(over: text) : ""
        code = blanked.split(separator: "\n", omittingEmptySubsequences: false)
        imports = Self.imports(of: code)
    }

    /// The number of lines as an editor counts them.
    var length: Int { text.isEmpty ? 0 : lines.count - (text.hasSuffix("\n") ? 1 : 0) }

    var isSwift: Bool { path.hasSuffix(".swift") }

    /// Whether it is part of what users build: a file below `Sources`.
    var isShipped: Bool { path.hasPrefix("Sources/") }

    /// Whether it is part of an example.
    var isExample: Bool { path.hasPrefix("Examples/") }
}

extension SourceFile {
    private static func imports(of code: [Substring]) -> Set<String> {
        let candidates = code.filter { $0.holds("import ") }
        return Set(candidates.compactMap { line in line.prefixMatch(of: importPattern).map { String($0.1) } })
    }

    // A literal in the function would be parsed for each file. The value is never changed.
    nonisolated(unsafe) private static let importPattern =
        #/
        \s*(?:(?:@\w+(?:\([^)]*\))?|public|package|internal|fileprivate|private)\s+)*
        import\s+(?:(?:struct|class|enum|protocol|typealias|func|var|let)\s+)?(\w+)
        /#
}

/// Replaces comments and the insides of string literals by spaces; line ends stay where they are.
///
/// It knows line comments, nested block comments and all literals of strings but their interpolations, which count as
/// text.
struct Blanking {
    private enum State: Equatable {
        case code
        case lineComment
        case blockComment(depth: Int)
        case string(pounds: Int, multiline: Bool)
    }

    private var state = State.code

    mutating func run(over text: String) -> String {
        var bytes = Array(text.utf8)
        // The end for `strcspn`.
        bytes.append(0)
        var position = 0
        while position < bytes.count - 1 {
            let (length, visible) = step(bytes, position)
            if !visible { Self.hide(&bytes, position..<(position + length)) }
            position += length
        }
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }

    private static func hide(_ bytes: inout [UInt8], _ range: Range<Int>) {
        for position in range where bytes[position] != newline { bytes[position] = space }
    }

    /// How many bytes to take at `position`, and whether they are code.
    private mutating func step(_ bytes: [UInt8], _ position: Int) -> (length: Int, visible: Bool) {
        switch state {
        case .code: stepInCode(bytes, position)
        case .lineComment: stepInLineComment(bytes, position)
        case .blockComment(let depth): stepInBlockComment(bytes, position, depth)
        case .string(let pounds, let multiline): stepInString(bytes, position, pounds, multiline)
        }
    }

    private mutating func stepInCode(_ bytes: [UInt8], _ position: Int) -> (length: Int, visible: Bool) {
        let plain = bytes.count(before: "\"/#", from: position)
        if plain > 0 { return (plain, true) }
        if bytes.holds("//", at: position) {
            state = .lineComment
            return (2, false)
        }
        if bytes.holds("/*", at: position) {
            state = .blockComment(depth: 1)
            return (2, false)
        }
        let pounds = bytes[position...].prefix { $0 == Self.pound }.count
        if bytes.holds("\"\"\"", at: position + pounds) {
            state = .string(pounds: pounds, multiline: true)
            return (pounds + 3, true)
        }
        if bytes.holds("\"", at: position + pounds) {
            state = .string(pounds: pounds, multiline: false)
            return (pounds + 1, true)
        }
        return (max(pounds, 1), true)
    }

    private mutating func stepInLineComment(_ bytes: [UInt8], _ position: Int) -> (length: Int, visible: Bool) {
        state = .code
        return (bytes.count(before: "\n", from: position), false)
    }

    private mutating func stepInBlockComment(
        _ bytes: [UInt8], _ position: Int, _ depth: Int
    ) -> (length: Int, visible: Bool) {
        let plain = bytes.count(before: "/*", from: position)
        if plain > 0 { return (plain, false) }
        if bytes.holds("/*", at: position) {
            state = .blockComment(depth: depth + 1)
            return (2, false)
        }
        if bytes.holds("*/", at: position) {
            state = depth == 1 ? .code : .blockComment(depth: depth - 1)
            return (2, false)
        }
        return (1, false)
    }

    private mutating func stepInString(
        _ bytes: [UInt8], _ position: Int, _ pounds: Int, _ multiline: Bool
    ) -> (length: Int, visible: Bool) {
        let plain = bytes.count(before: "\\\"\n", from: position)
        if plain > 0 { return (plain, false) }
        let fence = String(repeating: "#", count: pounds)
        if bytes.holds("\\" + fence, at: position) { return (min(pounds + 2, bytes.count - 1 - position), false) }
        let end = (multiline ? "\"\"\"" : "\"") + fence
        if bytes.holds(end, at: position) {
            state = .code
            return (end.utf8.count, true)
        }
        if !multiline, bytes[position] == Self.newline { state = .code }
        return (1, false)
    }

    private static let newline = UInt8(ascii: "\n")
    private static let space = UInt8(ascii: " ")
    private static let pound = UInt8(ascii: "#")
}

extension [UInt8] {
    fileprivate func holds(_ text: String, at position: Int) -> Bool {
        position + text.utf8.count <= count && self[position...].starts(with: text.utf8)
    }

    /// How many bytes from `position` on come before one of the given ones; the last byte is zero.
    fileprivate func count(before stops: String, from position: Int) -> Int {
        withUnsafeBytes { bytes in
            bytes.baseAddress.map { strcspn($0.assumingMemoryBound(to: CChar.self) + position, stops) } ?? 0
        }
    }
}

extension StringProtocol {
    /// Whether the bytes of `text` are in this text: a filter before a regular expression, which costs a hundred times
    /// as much.
    func holds(_ text: String) -> Bool {
        var wanted = text
        return wanted.withUTF8 { wanted in
            utf8.withContiguousStorageIfAvailable { Self.holds(UnsafeRawBufferPointer($0), wanted) }
        } ?? contains(text)
    }

    private static func holds(_ bytes: UnsafeRawBufferPointer, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = wanted.baseAddress else { return true }
        var rest = bytes
        while rest.count >= wanted.count, let start = rest.baseAddress,
            let next = memchr(start, Int32(first.pointee), rest.count - wanted.count + 1)
        {
            if memcmp(next, first, wanted.count) == 0 { return true }
            rest = UnsafeRawBufferPointer(rebasing: rest[(start.distance(to: next) + 1)...])
        }
        return false
    }
}
