import Foundation

extension Rules {
    /// Words and phrases that the style refuses in comments and documents, in lower case.
    static let refusedPhrases = refusedCells.filter { !$0.hasPrefix(firstWord) }
        .flatMap { $0.lowercased().components(separatedBy: ", ") }

    /// First words that a documentation comment must not have: a type is a noun phrase, a function a verb phrase.
    static let refusedBeginnings = refusedCells.filter { $0.hasPrefix(firstWord) }
        .flatMap { $0.dropFirst(firstWord.count).components(separatedBy: ", ") }.map { "\($0) " }

    private static let firstWord = "a first word "

    private static let refusedCells = firstColumn(of: "Refused words")

    /// Returns the first column of a table of the style.
    static func firstColumn(of heading: String) -> [String] {
        let style = try? String(contentsOf: Repository.root.appending(path: "Documentation/Style.md"), encoding: .utf8)
        let table = style?.components(separatedBy: "### \(heading)\n").last?.components(separatedBy: "\n##").first
        let rows = (table ?? "").split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
        return rows.map { $0.dropFirst(2).components(separatedBy: " |")[0] }
    }

    /// Comments and test names with refused words: `path:line: word`.
    static func refusedWords(_ files: [SourceFile]) -> [String] {
        files.filter { !$0.path.hasPrefix("Tests/ArchitectureTests/") }.flatMap { file -> [String] in
            let text = file.text.lowercased()
            let beginnings = refusedBeginnings.map { "/// \($0.lowercased())" }
            guard (refusedPhrases + beginnings).contains(where: text.holds) else { return [] }
            var isFirst = true
            return file.lines.enumerated().compactMap { number, line -> String? in
                let prose = prose(of: line)
                defer { isFirst = prose == nil }
                guard let prose else { return nil }
                let word = refusedWord(in: prose, isFirst: isFirst && line.contains("///"))
                return word.map { "\(file.path):\(number + 1): \($0)" }
            }
        }
    }

    /// Lines of examples whose string literals have refused words: `path:line: word`.
    ///
    /// People read them: they are output, or a page of the manual.
    static func refusedWords(inLiteralsOf files: [SourceFile]) -> [String] {
        files.filter(\.isExample).flatMap { file in
            zip(file.lines, file.code).enumerated().compactMap { number, line -> String? in
                let (text, code) = (withoutComment(line.0, line.1).lowercased(), line.1.lowercased())
                let word = refusedPhrases.first { has($0, in: text) && !code.contains($0) }
                return word.map { "\(file.path):\(number + 1): \($0)" }
            }
        }
    }

    /// The code and the literals of a line; `code` is the line with blanks in place of literals and comments.
    private static func withoutComment(_ line: Substring, _ code: Substring) -> Substring {
        let visible = code.utf8.reversed().drop { $0 == UInt8(ascii: " ") }.count
        // A line of a literal of several lines has nothing visible, and neither has a comment.
        guard visible == 0 else { return Substring(line.utf8.prefix(visible)) }
        return line.drop { $0 == " " }.hasPrefix("//") ? "" : line
    }

    /// Comment lines of Swift files, and any lines of C files, that are longer than 120 columns: `path:line`. Addresses
    /// and rows of a table cannot be broken.
    static func longLines(_ files: [SourceFile]) -> [String] {
        files.filter { !$0.path.hasPrefix("Tests/Vectors/") }.flatMap { file in
            file.lines.enumerated().compactMap { number, line -> String? in
                guard line.utf8.count > 120, line.count > 120 else { return nil }
                let text = line.drop { $0 == " " }
                guard !file.isSwift || text.hasPrefix("//"), !text.contains("http"), !text.hasPrefix("/// |") else {
                    return nil
                }
                return "\(file.path):\(number + 1)"
            }
        }
    }

    /// Lines of Markdown documents with refused words.
    ///
    /// The style lists the words.
    static func refusedWords(inDocuments documents: [(path: String, text: String)]) -> [String] {
        documents.filter { $0.path != "Documentation/Style.md" }.flatMap { document in
            document.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
                number, line in
                refusedWord(in: line, isFirst: false).map { "\(document.path):\(number + 1): \($0)" }
            }
        }
    }

    /// The comment of a line, or the name of the test that it declares.
    private static func prose(of line: Substring) -> Substring? {
        if let start = line.range(of: "//") { return line[start.upperBound...].drop { $0 == "/" || $0 == " " } }
        guard let start = line.range(of: "func `") else { return nil }
        return line[start.upperBound...].prefix { $0 != "`" }
    }

    private static func refusedWord(in prose: Substring, isFirst: Bool) -> String? {
        if isFirst, let word = refusedBeginnings.first(where: { prose.hasPrefix($0) }) { return word }
        // Quotations and code are other people's words.
        guard prose.utf8.count > 5, !prose.contains("`somebody") else { return nil }
        let text = prose.lowercased()
        return refusedPhrases.first { has($0, in: text) }
    }

    /// Whether a text has a phrase at the beginning of a word: `many more` is not `any more`.
    private static func has(_ phrase: String, in text: String) -> Bool {
        text.holds(phrase)
            && text.ranges(of: phrase).contains { range in
                text[..<range.lowerBound].last.map { !$0.isLetter } ?? true
            }
    }
}
