import Foundation

extension Rules {
    /// Words and phrases that the style refuses in comments and documents, in lower case.
    static let refusedPhrases = [
        "whoever", "whomever", "somebody", "nobody", "anybody", "someone", "what it gives", "how it may fail",
        "the same with the usual values", "one's turn", "whoever's", "who is told", "is believed", "flow together",
        "of the house", "the right way round", "one of their kin", "into the void", "goes with whoever",
    ]

    /// First words that a documentation comment must not have: a type is a noun phrase, a function a verb phrase.
    static let refusedBeginnings = ["What ", "Who ", "Whose ", "Whom "]

    /// Comments and test names with refused words: `path:line: word`.
    static func refusedWords(_ files: [SourceFile]) -> [String] {
        files.filter { $0.isSwift && !$0.path.hasPrefix("Tests/ArchitectureTests/") }.flatMap { file -> [String] in
            let text = file.text.lowercased()
            let beginnings = refusedBeginnings.map { "/// \($0.lowercased())" }
            guard (refusedPhrases + beginnings).contains(where: text.contains) else { return [] }
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
        return refusedPhrases.first { text.contains($0) }
    }
}
