/// The condition of a term in a search for users; all values are in lower case.
enum UserQueryCondition: Sendable {
    /// The end of a range; `nil` as the value for an open end.
    struct End: Sendable {
        let value: String?
        /// Whether the value itself is in the range.
        let counts: Bool
    }

    case value(String)
    case prefix(String)
    case range(low: End, high: End)

    private static let open = End(value: nil, counts: true)

    /// Parses the part of a term after the colon; `nil` if it is malformed.
    init?(_ text: Substring) {
        let text = text.lowercased()
        if let first = text.first, "[{".contains(first) {
            let ends = text.dropFirst().dropLast().split(separator: " ").map(String.init)
            guard let last = text.last, "]}".contains(last), ends.count == 3, ends[1] == "to" else { return nil }
            func end(_ text: String, _ counts: Bool) -> End { End(value: text == "*" ? nil : text, counts: counts) }
            self = .range(low: end(ends[0], first == "["), high: end(ends[2], last == "]"))
            return
        }
        for mark in [">=", "<=", ">", "<"] where text.hasPrefix(mark) {
            let end = End(value: String(text.dropFirst(mark.count)), counts: mark.count == 2)
            guard end.value?.isEmpty == false else { return nil }
            self = mark.first == ">" ? .range(low: end, high: Self.open) : .range(low: Self.open, high: end)
            return
        }
        var value = text
        if value.count >= 2, value.first == "\"", value.last == "\"" { value = String(value.dropFirst().dropLast()) }
        let isPrefix = value.last == "*"
        if isPrefix { value.removeLast() }
        guard isPrefix || !value.isEmpty, !value.contains("*") else { return nil }
        self = isPrefix ? .prefix(value) : .value(value)
    }

    /// Whether a value in lower case meets the condition.
    func holds(for text: String) -> Bool {
        switch self {
        case .value(let value): text == value
        case .prefix(let value): text.hasPrefix(value)
        case .range(let low, let high):
            low.value.map { Self.isOrdered($0, text, orEqual: low.counts) } != false
                && high.value.map { Self.isOrdered(text, $0, orEqual: high.counts) } != false
        }
    }

    /// Compares numbers by value, and other texts, such as dates, by their characters.
    private static func isOrdered(_ first: String, _ second: String, orEqual: Bool) -> Bool {
        if let one = Double(first), let other = Double(second) { return orEqual ? one <= other : one < other }
        return orEqual ? first <= second : first < second
    }
}
