/// A `mimeapps.list` file; a change preserves every unrelated line (MIME Applications).
struct MimeApplications: Sendable, Hashable {
    private var lines: [String]

    /// Parses a file.
    init(_ text: String) {
        // By bytes, because CR LF is one `Character` in Swift.
        lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
        if lines.last == "" { lines.removeLast() }
    }

    /// The contents of the file.
    var text: String { lines.map { $0 + "\n" }.joined() }

    /// The default entries of a type in order of preference; `nil` when the file does not mention the type.
    func defaults(for type: String) -> [String]? { line(of: type, in: Self.defaults).map { Self.entries(lines[$0]) } }

    /// Makes an entry the first default of a type.
    mutating func choose(_ entry: String, for type: String) {
        if let line = line(of: type, in: Self.removed) { drop(entry, at: line, type) }
        if let line = line(of: type, in: Self.defaults) {
            set([entry] + Self.entries(lines[line]).filter { $0 != entry }, at: line, type)
        } else if let group = lines.firstIndex(where: { Self.trimmed($0) == Self.defaults }) {
            lines.insert("\(type)=\(entry);", at: group + 1)
        } else {
            lines += (lines.isEmpty ? [] : [""]) + [Self.defaults, "\(type)=\(entry);"]
        }
    }

    /// Removes an entry from the defaults and associations of a type.
    mutating func forget(_ entry: String, for type: String) {
        for group in [Self.defaults, Self.added] {
            if let line = line(of: type, in: group) { drop(entry, at: line, type) }
        }
    }

    private static let defaults = "[Default Applications]"
    private static let added = "[Added Associations]"
    private static let removed = "[Removed Associations]"

    private mutating func drop(_ entry: String, at line: Int, _ type: String) {
        let entries = Self.entries(lines[line])
        guard entries.contains(entry) else { return }
        set(entries.filter { $0 != entry }, at: line, type)
    }

    private mutating func set(_ entries: [String], at line: Int, _ type: String) {
        if entries.isEmpty {
            lines.remove(at: line)
        } else {
            lines[line] = "\(type)=" + entries.map { $0 + ";" }.joined()
        }
    }

    /// The index of the line about a type in a group.
    private func line(of type: String, in group: String) -> Int? {
        var isInside = false
        return lines.indices.first { index in
            let line = Self.trimmed(lines[index])
            if line.hasPrefix("[") { isInside = line == group }
            guard isInside, let key = line.split(separator: "=", maxSplits: 1).first else { return false }
            return line.contains("=") && Self.trimmed(String(key)) == type
        }
    }

    private static func entries(_ line: String) -> [String] {
        guard let value = line.split(separator: "=", maxSplits: 1).dropFirst().first else { return [] }
        return value.split(separator: ";").map { trimmed(String($0)) }.filter { !$0.isEmpty }
    }

    private static func trimmed(_ line: String) -> String { String(Substring(line.utf8.trimmed)) }
}
