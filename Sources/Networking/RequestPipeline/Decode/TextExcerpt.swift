import ByteEncodings
import HTTPMessages

/// An excerpt of the text of an error response that is not JSON, such as the page of a proxy or a firewall.
///
/// The page identifies the intermediary that refused the request, but is not trusted and may repeat the request. Values
/// of the request, tokens, JSON, markup and control characters are removed, and 200 characters are left.
enum TextExcerpt {
    private static let maximumBytes = 16 * 1024
    private static let maximumScalars = 200
    /// The minimum length of a word of token characters that is removed: tokens, codes and verifiers are longer.
    private static let tokenLength = 32

    /// Returns the excerpt; `nil` if the body has no text, or begins like JSON, whose members could be secrets.
    static func make(of body: [UInt8], without sent: SentValues) -> String? {
        let text = String(decoding: sent.removed(from: body, upTo: maximumBytes), as: UTF8.self)
        let first = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
        guard let first, !"{[\"".unicodeScalars.contains(first) else { return nil }
        let words = withoutMarkup(text).split(whereSeparator: \.isWhitespace).map(withoutSecret)
        let line = words.joined(separator: " ").unicodeScalars
        guard !line.isEmpty else { return nil }
        let excerpt = String(line.prefix(maximumScalars)).escapedForLog
        return line.count > maximumScalars ? excerpt + "…" : excerpt
    }

    /// Returns the text without tags, scripts and style sheets, and without the characters of tags.
    private static func withoutMarkup(_ text: String) -> String {
        var kept = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            kept += rest[..<start] + " "
            let tag = rest[start...].dropFirst()
            let name = tag.prefix(6).lowercased()
            let isHidden = name == "script" || name.hasPrefix("style")
            guard let end = isHidden ? tag.firstRange(of: "</")?.lowerBound : tag.firstIndex(of: ">") else {
                return kept
            }
            rest = isHidden ? tag[end...] : tag[tag.index(after: end)...]
        }
        return (kept + rest).filter { $0 != ">" }
    }

    /// Returns a word without the value of a parameter; an ellipsis for a token, JSON or a value of the request.
    private static func withoutSecret(_ word: Substring) -> String {
        if word.unicodeScalars.contains(where: { $0 == SentValues.placeholder || "\"{}".unicodeScalars.contains($0) }) {
            return "…"
        }
        if let equals = word.firstIndex(of: "=") { return word[...equals] + "…" }
        var (run, longest) = (0, 0)
        for byte in word.utf8 {
            run = byte.isOpaqueByte ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest < tokenLength ? String(word) : "…"
    }
}
