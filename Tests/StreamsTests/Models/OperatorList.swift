import Foundation

/// The operators of `Publisher`, read from the sources of `Streams` and `StreamsExtras`.
enum OperatorList {
    /// The signatures of the public functions in extensions of `Publisher` that return a publisher: `drop(while:)`.
    static func read() throws -> Set<String> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Streams")
        var operators: Set<String> = []
        for module in ["Streams", "StreamsExtras"] {
            let folder = root.appending(path: module).standardizedFileURL
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "swift" else { continue }
                operators.formUnion(signatures(in: try String(contentsOf: file, encoding: .utf8)))
            }
        }
        return operators
    }

    private static func signatures(in source: String) -> [String] {
        let parts = ("\n" + source).components(separatedBy: "\nextension Publisher ").dropFirst()
        return parts.flatMap { part -> [String] in
            let block = part.components(separatedBy: "\n}\n")[0]
            return block.components(separatedBy: "public func ").dropFirst().compactMap(signature)
        }
    }

    /// The signature of a function whose text begins at its name; `nil` if it returns no publisher.
    private static func signature(_ text: String) -> String? {
        let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "`" }.replacing("`", with: "")
        guard let open = text.firstIndex(of: "(") else { return nil }
        var (depth, labels, word, close) = (0, "", "", text.endIndex)
        var isLabel = false
        for index in text[open...].indices {
            let character = text[index]
            if "([{<".contains(character) { depth += 1 }
            if depth == 1, character == "(" || character == "," {
                (isLabel, word) = (true, "")
            } else if isLabel, !character.isWhitespace, character != ":" {
                word.append(character)
            } else if isLabel, !word.isEmpty {
                labels += word + ":"
                isLabel = false
            }
            if ")]}".contains(character) || (character == ">" && text[text.index(before: index)] != "-") { depth -= 1 }
            if depth == 0 {
                close = text.index(after: index)
                break
            }
        }
        let result = text[close...].prefix { $0 != "{" }
        guard result.contains("Publishers.") || result.contains("AnyPublisher<") else { return nil }
        return "\(name)(\(labels))"
    }
}
