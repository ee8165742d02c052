enum UserQueryCondition: Sendable {
    /// The end of a range; `nil` as the value for an open end.
    struct End: Sendable {
        let value: String?
        /// Whether the value itself is in the range.
        let counts: Bool
    }

    case value(String)
    /// The parts of a pattern between its stars.
    case pattern([String])
    case range(low: End, high: End)

    private static let open = End(value: nil, counts: true)
    /// The minimum number of characters of a pattern, unless it is a prefix.
    private static let minimumPattern = 3

    /// Parses the part of a term after the colon; `nil` if it is malformed or has syntax that is not supported.
    static func parsed(
        _ marks: ArraySlice<UserQueryParser.Mark>, ignoringCase ignoresCase: Bool
    ) -> UserQueryCondition? {
        let spelled = { (text: String) in ignoresCase ? text.lowercased() : text }
        let isQuoted = marks.first.map { $0.character == "\"" && !$0.isLiteral } ?? false
        let marks = isQuoted ? marks.dropFirst() : marks
        let text = spelled(String(marks.map(\.character)))
        guard !isQuoted else { return marks.allSatisfy(\.isLiteral) ? .value(text) : nil }
        guard let first = marks.first else { return nil }
        if !first.isLiteral, "[{".contains(first.character) { return range(text) }
        if !first.isLiteral, "<>".contains(first.character) {
            let counts = text.dropFirst().first == "="
            let end = End(value: String(text.dropFirst(counts ? 2 : 1)), counts: counts)
            guard end.value?.isEmpty == false else { return nil }
            return first.character == ">" ? .range(low: end, high: open) : .range(low: open, high: end)
        }
        // Regular expressions, single-character wildcards, fuzzy searches, weights and other operators are unsupported.
        guard first.isLiteral || !"/!".contains(first.character),
            !marks.contains(where: { !$0.isLiteral && "?~^\"[]{}".contains($0.character) }),
            // A single bar or ampersand is an ordinary character, as in the ID of a user.
            !zip(marks, marks.dropFirst()).contains(where: { one, next in
                "|&".contains(one.character) && one == next && !one.isLiteral
            })
        else { return nil }
        return pattern(marks, spelled)
    }

    private static func range(_ text: String) -> UserQueryCondition? {
        let ends = text.dropFirst().dropLast().split(separator: " ").map(String.init)
        guard let last = text.last, "]}".contains(last), ends.count == 3, ends[1].lowercased() == "to" else {
            return nil
        }
        func end(_ text: String, _ counts: Bool) -> End { End(value: text == "*" ? nil : text, counts: counts) }
        return .range(low: end(ends[0], text.first == "["), high: end(ends[2], last == "]"))
    }

    private static func pattern(
        _ marks: ArraySlice<UserQueryParser.Mark>, _ spelled: (String) -> String
    ) -> UserQueryCondition? {
        let parts = marks.split(omittingEmptySubsequences: false) { $0.character == "*" && !$0.isLiteral }
            .map { spelled(String($0.map(\.character))) }
        guard parts.count > 1 else { return .value(parts[0]) }
        let isBeginning = parts.count == 2 && parts[1].isEmpty
        guard isBeginning || parts.reduce(0, { $0 + $1.count }) >= minimumPattern else { return nil }
        return .pattern(parts)
    }

    /// Whether a value meets the condition; in lower case if the condition ignores case.
    func holds(for text: String) -> Bool {
        switch self {
        case .value(let value): text == value
        case .pattern(let parts): Self.matches(text, parts)
        case .range(let low, let high):
            low.value.map { Self.isOrdered($0, text, orEqual: low.counts) } != false
                && high.value.map { Self.isOrdered(text, $0, orEqual: high.counts) } != false
        }
    }

    private static func matches(_ text: String, _ parts: [String]) -> Bool {
        guard let first = parts.first, let last = parts.last, text.hasPrefix(first) else { return false }
        var rest = text.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }

    /// Compares numbers by value, and other texts, such as dates, by their characters.
    private static func isOrdered(_ first: String, _ second: String, orEqual: Bool) -> Bool {
        if let one = Double(first), let other = Double(second) { return orEqual ? one <= other : one < other }
        return orEqual ? first <= second : first < second
    }
}
