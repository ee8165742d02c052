import ByteEncodings

/// A search for users: the part of the service's query syntax that programs use.
///
/// Terms are `field:value`, `field:"several words"`, `field:begin*`, `field:>value`, `field:[low TO high]` (with braces
/// for ends that do not count), `_exists_:field` or a value of any field, joined by `AND` and `OR`, and negated with
/// `NOT` or `-`. A field of an object is named with dots; `email.domain` is the part of the address after the sign.
/// Parentheses are refused.
///
/// - SeeAlso: [User Search Query Syntax](https://auth0.com/docs/manage-users/user-search/user-search-query-syntax)
struct UserQuery: Sendable {
    /// The fields that every user can have.
    static let fields: Set = [
        "user_id", "email", "email_verified", "email.domain", "name", "given_name", "family_name", "nickname",
        "username",
        "phone_number", "phone_verified", "picture", "created_at", "updated_at", "last_login", "last_ip",
        "logins_count",
        "blocked", "user_metadata", "app_metadata", "identities",
    ]

    private struct Term: Sendable {
        let field: String?
        let condition: UserQueryCondition
        let isNegated: Bool
    }

    /// The alternatives, each of terms that all apply.
    private var alternatives: [[Term]] = [[]]

    /// The names of the fields that the query compares.
    var fields: [String] {
        alternatives.joined().compactMap { term in
            guard term.field == "_exists_", case .value(let name) = term.condition else { return term.field }
            return name
        }
    }

    /// Parses a query; the empty query matches every user.
    init(_ text: String) throws(Refusal) {
        var isNegated = false
        for word in try Self.words(text) {
            switch word {
            case "AND": continue
            case "OR": alternatives.append([])
            case "NOT": isNegated = true
            default:
                alternatives[alternatives.count - 1].append(try Self.term(word, isNegated: isNegated))
                isNegated = false
            }
        }
        guard !isNegated, alternatives.count == 1 || !alternatives.contains(where: \.isEmpty) else {
            throw Self.refusal(text)
        }
    }

    /// Whether a user is found.
    func isMatched(by user: User) -> Bool {
        let members = JSONValue.object(user.managed.map { JSONValue.Member(name: $0.key, value: $0.value) })
        return alternatives.contains { terms in
            terms.allSatisfy { Self.holds($0, members) != $0.isNegated }
        }
    }

    /// Sorts users by a field of the form `name:1`, or `name:-1` for descending order; by ID without one.
    static func sorted(_ users: [User], by order: String?) throws(Refusal) -> [User] {
        let users = users.sorted { $0.id < $1.id }
        guard let order else { return users }
        let parts = order.split(separator: ":").map(String.init)
        guard parts.count == 2, ["1", "-1"].contains(parts[1]) else { throw refusal(order) }
        let keyed = users.map { user in (key: texts(parts[0], user.managed.json).first ?? "", user: user) }
        let ascending = keyed.sorted { $0.key < $1.key }.map(\.user)
        return parts[1] == "1" ? ascending : ascending.reversed()
    }

    /// Splits a query at spaces outside of quotation marks and ranges.
    private static func words(_ text: String) throws(Refusal) -> [String] {
        var (words, word, isQuoted, isRange) = ([String](), "", false, false)
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if !isQuoted {
                if "()".contains(character) { throw refusal(text) }
                if "[{".contains(character) {
                    guard !isRange, word.last == ":" else { throw refusal(text) }
                    isRange = true
                }
                if "]}".contains(character) {
                    guard isRange else { throw refusal(text) }
                    isRange = false
                }
            }
            if character == " ", !isQuoted, !isRange {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        guard !isQuoted, !isRange else { throw refusal(text) }
        return word.isEmpty ? words : words + [word]
    }

    private static func term(_ word: String, isNegated: Bool) throws(Refusal) -> Term {
        let hasMinus = word.first == "-"
        let text = hasMinus ? word.dropFirst() : word[...]
        // A colon within quotation marks belongs to the value.
        let colon = text.firstIndex { $0 == ":" || $0 == "\"" }.flatMap { text[$0] == ":" ? $0 : nil }
        let field = colon.map { String(text[..<$0]) }
        guard field != "", let condition = UserQueryCondition(colon.map { text[text.index(after: $0)...] } ?? text)
        else {
            throw refusal(word)
        }
        return Term(field: field, condition: condition, isNegated: isNegated != hasMinus)
    }

    private static func holds(_ term: Term, _ user: JSONValue) -> Bool {
        if term.field == "_exists_" {
            guard case .value(let name) = term.condition else { return false }
            return !texts(name, user).isEmpty
        }
        let names = term.field.map { [$0] } ?? ["email", "name", "given_name", "family_name", "nickname", "username"]
        return names.contains { name in texts(name, user).contains { term.condition.holds(for: $0.lowercased()) } }
    }

    /// The values of a field as texts: several for a field of the elements of an array.
    private static func texts(_ field: String, _ value: JSONValue) -> [String] {
        if field == "email.domain" {
            return texts("email", value).compactMap { $0.split(separator: "@").last.map(String.init) }
        }
        var values = [value]
        for name in field.split(separator: ".").map(String.init) {
            values = values.flatMap { value in
                (value.elements ?? [value]).compactMap { element in
                    element.dictionary?.first { $0.key.lowercased() == name.lowercased() }?.value
                }
            }
        }
        return values.flatMap { $0.elements ?? [$0] }.map { $0.string ?? String(decoding: $0.text, as: UTF8.self) }
    }

    private static func refusal(_ text: String) -> Refusal {
        .management(400, "The emulator does not understand the query \(text).", code: "invalid_query_string")
    }
}

extension TenantState {
    /// Whether a search can name a field: users can have it, or one has it.
    func isSearchable(_ field: String) -> Bool {
        if UserQuery.fields.contains(field) { return true }
        guard let name = field.split(separator: ".").first.map(String.init) else { return false }
        if ["user_metadata", "app_metadata", "identities"].contains(name) { return true }
        return users.values.contains { $0.record.profile[name] != nil }
    }
}
