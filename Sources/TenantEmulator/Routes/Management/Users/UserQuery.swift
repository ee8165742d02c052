import ByteEncodings

/// A search for users: the part of the service's query syntax that programs use.
///
/// Terms are `field:value`, `field:"several words"`, `field:begin*` and other patterns with `*`, `field:>value`,
/// `field:[low TO high]` (with braces for exclusive ends), `_exists_:field` or a value of any field. They are joined by
/// `AND` and `OR`, negated with `NOT` or `-`, and grouped with parentheses, as the values of one field are in
/// `field:(a OR b)`; a backslash escapes the next character. A field of an object is named with dots; `email.domain` is
/// the part of the address after the `@`, and `organization_id` an organization of the user. The rest of the syntax is
/// refused.
///
/// - SeeAlso: [User Search Query Syntax](https://auth0.com/docs/manage-users/user-search/user-search-query-syntax)
struct UserQuery: Sendable {
    /// The fields that every user can have.
    static let fields: Set = Set(User.memberNames).union([
        "email.domain", "name", "given_name", "family_name", "nickname", "picture", organizationField,
    ])
    private static let organizationField = "organization_id"

    struct Term: Sendable {
        let field: String?
        let condition: UserQueryCondition

        /// Whether values of a field are compared in lower case: names and identifiers, and no metadata.
        static func ignoresCase(_ field: String?) -> Bool { field.map(caseless.contains) ?? true }

        private static let caseless: Set = [
            "email", "email.domain", "name", "given_name", "family_name", "nickname", "username", "user_id",
        ]
    }

    indirect enum Expression: Sendable {
        case term(Term)
        case not(Expression)
        case all([Expression])
        case any([Expression])
    }

    private let expression: Expression

    /// Parses a query; the empty query matches every user.
    init(_ text: String) throws(Refusal) {
        var parser = try UserQueryParser(text)
        expression = try parser.query()
    }

    var fields: [String] { expression.terms.compactMap(\.comparedField) }

    /// Whether the query matches a user, who is a member of these organizations.
    func isMatched(by user: User, in organizations: [Organization]) -> Bool {
        expression.isMatched { field in
            field == Self.organizationField
                ? organizations.filter { $0.has(user) }.map(\.id) : user.texts(of: field)
        }
    }

    /// The value of a required term for an indexed identifier; `nil` if the query has none.
    var identifier: String? {
        let required: [Expression] = if case .all(let parts) = expression { parts } else { [expression] }
        for case .term(let term) in required {
            if ["user_id", "email", "username", "phone_number"].contains(term.field),
                case .value(let value) = term.condition
            {
                return value
            }
        }
        return nil
    }

    /// Parses an order of users: a field of the form `name:1`, or `name:-1` for descending order.
    static func order(_ text: String) throws(Refusal) -> ListOrder {
        guard let order = ListOrder(text), fields.contains(order.field),
            !["user_metadata", "app_metadata", "identities", organizationField].contains(order.field)
        else { throw refusal(text) }
        return order
    }

    static func refusal(_ text: String) -> Refusal {
        .management(400, "The emulator does not understand the query \(text).", code: "invalid_query_string")
    }
}

extension UserQuery.Expression {
    fileprivate var terms: [UserQuery.Term] {
        switch self {
        case .term(let term): [term]
        case .not(let part): part.terms
        case .all(let parts), .any(let parts): parts.flatMap(\.terms)
        }
    }

    /// Whether the expression matches the user whose values of a field the closure returns.
    fileprivate func isMatched(by texts: (String) -> [String]) -> Bool {
        switch self {
        case .term(let term): term.isMatched(by: texts)
        case .not(let part): !part.isMatched(by: texts)
        case .all(let parts): parts.allSatisfy { $0.isMatched(by: texts) }
        case .any(let parts): parts.contains { $0.isMatched(by: texts) }
        }
    }
}

extension UserQuery.Term {
    /// The fields that a term without a field name is compared with.
    private static let usual = ["email", "name", "given_name", "family_name", "nickname", "username"]

    fileprivate var comparedField: String? {
        guard field == "_exists_", case .value(let name) = condition else { return field }
        return name
    }

    fileprivate func isMatched(by texts: (String) -> [String]) -> Bool {
        if field == "_exists_" { return comparedField.map { !texts($0).isEmpty } ?? false }
        let ignoresCase = Self.ignoresCase(field)
        return (field.map { [$0] } ?? Self.usual).contains { name in
            texts(name).contains { condition.holds(for: ignoresCase ? $0.lowercased() : $0) }
        }
    }
}

extension ListOrder {
    /// The IDs of users in this order; those with equal values are compared by ID.
    func ids(of users: some Collection<User>) -> [String] {
        let keys = users.map { (text: $0.text(for: self), id: $0.id) }
        return apply(keys.sorted { ($0.text, $0.id) < ($1.text, $1.id) }.map(\.id))
    }
}

extension User {
    /// The text that determines the place of the user in an order.
    func text(for order: ListOrder) -> String {
        let text = texts(of: order.field).first ?? ""
        // The only numeric field: names that look like numbers are texts.
        return order.field == "logins_count"
            ? String(repeating: "0", count: max(0, 20 - text.utf8.count)) + text : text
    }

    /// The values of a field of the Users API as texts: several for a field of the elements of an array.
    fileprivate func texts(of field: String) -> [String] {
        if field == "email.domain" {
            return texts(of: "email").compactMap { $0.split(separator: "@").last.map(String.init) }
        }
        let names = field.split(separator: ".").map(String.init)
        guard let first = names.first,
            var values = member(first.lowercased()).map({ [$0] }) ?? member(first).map({ [$0] })
        else { return [] }
        for name in names.dropFirst() {
            values = values.flatMap { value in
                (value.elements ?? [value]).compactMap { element in
                    element.dictionary?.first { $0.key.lowercased() == name.lowercased() }?.value
                }
            }
        }
        return values.flatMap { $0.elements ?? [$0] }.map { $0.string ?? $0.encodedText }
    }
}

extension TenantState {
    /// Whether a search can name a field: it is a known field, or a user has it.
    private func isSearchable(_ field: String) -> Bool {
        if UserQuery.fields.contains(field) { return true }
        guard let name = field.split(separator: ".").first.map(String.init) else { return false }
        if ["user_metadata", "app_metadata", "identities"].contains(name) { return true }
        return users.values.contains { $0.record.profile[name] != nil }
    }

    /// The IDs of the users that a search finds, in an order; by default in that of the IDs.
    mutating func userIDs(matching text: String?, connection: String?, by order: ListOrder?) throws(Refusal) -> [String]
    {
        guard text != nil || connection != nil else { return order.map { users.ids(in: $0) } ?? users.ids }
        let query = try UserQuery(text ?? "")
        if let field = query.fields.first(where: { name in !isSearchable(name) }) {
            throw .query("No user has the field \(field), and the emulator does not search for it")
        }
        let found = users(matching: query, connection: connection)
        return order?.ids(of: found) ?? found.map(\.id)
    }

    private func users(matching query: UserQuery, connection: String?) -> [User] {
        let isWanted = { (user: User) in
            (connection == nil || user.record.connection == connection)
                && query.isMatched(by: user, in: organizations)
        }
        guard let identifier = query.identifier else { return users.sorted.filter(isWanted) }
        return users.users(called: identifier).filter(isWanted)
    }
}
