/// Parses a search for users by recursive descent.
struct UserQueryParser {
    /// A character, and whether a backslash or quotation marks make it literal.
    typealias Mark = (character: Character, isLiteral: Bool)

    private enum Token {
        case open
        case close
        case word([Mark])
    }

    private let text: String
    private var tokens: ArraySlice<Token>
    /// The field of a group of values; `nil` outside of such a group.
    private var field: String?
    private static let maximumDepth = 32

    init(_ text: String) throws(Refusal) {
        self.text = text
        tokens = try Self.tokens(text)[...]
    }

    private var refusal: Refusal { UserQuery.refusal(text) }

    mutating func query() throws(Refusal) -> UserQuery.Expression {
        guard !tokens.isEmpty else { return .all([]) }
        let expression = try alternatives(depth: 0)
        guard tokens.isEmpty else { throw refusal }
        return expression
    }

    private mutating func alternatives(depth: Int) throws(Refusal) -> UserQuery.Expression {
        guard depth <= Self.maximumDepth else { throw refusal }
        var parts = [try conjunction(depth: depth)]
        while take("OR") { parts.append(try conjunction(depth: depth)) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    /// Parses a conjunction of terms, with or without `AND` between them.
    private mutating func conjunction(depth: Int) throws(Refusal) -> UserQuery.Expression {
        var parts = [try operand(depth: depth)]
        while take("AND") || hasOperand { parts.append(try operand(depth: depth)) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private var hasOperand: Bool {
        switch tokens.first {
        case .open: true
        case .word(let marks): marks.plain != "OR"
        case .close, nil: false
        }
    }

    private mutating func operand(depth: Int) throws(Refusal) -> UserQuery.Expression {
        if take("NOT") { return .not(try operand(depth: depth)) }
        switch tokens.popFirst() {
        case .open:
            let group = try alternatives(depth: depth + 1)
            guard case .close = tokens.popFirst() else { throw refusal }
            return group
        case .word(let marks):
            guard marks.plain.map({ !["AND", "OR"].contains($0) }) ?? true else { throw refusal }
            guard marks[0].character == "-", !marks[0].isLiteral else { return try fieldOperand(marks[...], depth) }
            if marks.count == 1 { return .not(try operand(depth: depth)) }
            return .not(try fieldOperand(marks.dropFirst(), depth))
        case .close, nil: throw refusal
        }
    }

    /// Parses a term, or a field and the group of its values, which follows.
    private mutating func fieldOperand(
        _ marks: ArraySlice<Mark>, _ depth: Int
    ) throws(Refusal) -> UserQuery.Expression {
        guard marks.endsInColon, case .open? = tokens.first else { return .term(try term(marks)) }
        let name = String(marks.dropLast().map(\.character))
        guard field == nil, !name.isEmpty else { throw refusal }
        field = name
        defer { field = nil }
        return try operand(depth: depth)
    }

    private mutating func take(_ word: String) -> Bool {
        guard case .word(let marks)? = tokens.first, marks.plain == word else { return false }
        tokens.removeFirst()
        return true
    }

    private func term(_ marks: ArraySlice<Mark>) throws(Refusal) -> UserQuery.Term {
        // A colon in quotation marks belongs to the value.
        let colon = marks.firstIndex { $0.character == ":" && !$0.isLiteral }
        guard field == nil || colon == nil else { throw refusal }
        let field = colon.map { String(marks[..<$0].map(\.character)) } ?? field
        let (value, ignoresCase) = (colon.map { marks[($0 + 1)...] } ?? marks, UserQuery.Term.ignoresCase(field))
        guard field != "", let condition = UserQueryCondition.parsed(value, ignoringCase: ignoresCase) else {
            throw refusal
        }
        return UserQuery.Term(field: field, condition: condition)
    }

    /// Splits a query at spaces and parentheses outside of quotation marks and ranges.
    private static func tokens(_ text: String) throws(Refusal) -> [Token] {
        var (tokens, word, isQuoted, isEscaped, isRange) = ([Token](), [Mark](), false, false, false)
        func end() {
            if !word.isEmpty { tokens.append(.word(word)) }
            word = []
        }
        for character in text {
            switch character {
            case _ where isEscaped:
                word.append((character, true))
                isEscaped = false
            case "\\": isEscaped = true
            case "\"":
                isQuoted.toggle()
                // An empty text in quotation marks is a value, too.
                if isQuoted { word.append((character, false)) }
            case _ where isQuoted: word.append((character, true))
            case "[", "{":
                guard !isRange, word.endsInColon else { throw UserQuery.refusal(text) }
                isRange = true
                word.append((character, false))
            case "]", "}":
                guard isRange else { throw UserQuery.refusal(text) }
                isRange = false
                word.append((character, false))
            case " " where !isRange: end()
            case "(" where !isRange, ")" where !isRange:
                // A hyphen before a group negates it, and a field before a group has its values.
                guard character == ")" || word.endsInColon || word.allSatisfy({ $0.character == "-" }) else {
                    throw UserQuery.refusal(text)
                }
                end()
                tokens.append(character == "(" ? .open : .close)
            default: word.append((character, false))
            }
        }
        guard !isQuoted, !isEscaped, !isRange else { throw UserQuery.refusal(text) }
        end()
        return tokens
    }
}

extension [UserQueryParser.Mark] {
    /// The word, if it contains no literal character.
    fileprivate var plain: String? { contains(where: \.isLiteral) ? nil : String(map(\.character)) }
}

extension BidirectionalCollection<UserQueryParser.Mark> {
    /// Whether the last character separates a field from its value.
    fileprivate var endsInColon: Bool { last.map { $0.character == ":" && !$0.isLiteral } ?? false }
}
