import ByteEncodings

extension RequestContext {
    /// The maximum number of records that the service returns in pages.
    ///
    /// - SeeAlso: [View Search Results by
    ///   Page](https://auth0.com/docs/manage-users/user-search/view-search-results-by-page)
    static let maximumRecords = 1000
    private static let paging: Set = ["page", "per_page", "include_totals", "from", "take"]
    private static let selection: Set = ["fields", "include_fields"]

    /// Creates the response with one page of a list: checks the query, cuts the page, and converts its items.
    ///
    /// The query may have `page` and `per_page`, with `include_totals`, up to ``maximumRecords``; unless
    /// `hasCheckpoints` is `false`, `take` with `from`, the value of `next` in the previous page; and the members
    /// `others`, of which `fields` selects the members of the items.
    func list<Items: RandomAccessCollection>(
        _ items: Items, as name: String, also others: Set<String> = [], hasCheckpoints: Bool = true,
        _ json: (Items.Element) -> JSONValue
    ) throws(Refusal) -> HTTPResponse {
        let query = try managementQuery()
        let paging = hasCheckpoints ? Self.paging : Self.paging.subtracting(["from", "take"])
        try Self.checkNames(query, paging.union(others))
        let select = selection(others.isSuperset(of: Self.selection) ? query : [:])
        if query["take"] != nil || query["from"] != nil {
            let start = try number("from", query, 0, 0...items.count)
            let shown = items.dropFirst(start).prefix(try number("take", query, 50, 1...100))
            let next = start + shown.count
            return .json(
                .members([name: shown.map { select(json($0)) }, "next": next < items.count ? String(next) : nil]))
        }
        let size = try number("per_page", query, 50, 0...100)
        let start = try number("page", query, 0, 0...10_000) * size
        if start + size > Self.maximumRecords { throw Self.beyondLimit(start / max(1, size), hasCheckpoints) }
        let shown = items.dropFirst(start).prefix(size).map { select(json($0)) }
        guard query["include_totals"] == "true" else { return .json(.array(shown)) }
        return .json(
            .members([
                "start": start, "limit": size, "length": shown.count, "total": items.count, name: shown,
            ]))
    }

    /// Creates the refusal of a page behind ``maximumRecords``.
    private static func beyondLimit(_ page: Int, _ hasCheckpoints: Bool) -> Refusal {
        let text =
            hasCheckpoints
            ? "Requesting page \(page) exceeds the allowed maximum of \(maximumRecords) records. "
                + "To fetch results beyond \(maximumRecords), use the checkpoint pagination method."
            : "You can only page through the first \(maximumRecords) records. See "
                + "https://auth0.com/docs/users/search/v3/view-search-results-by-page#limitation"
        return .management(400, text, code: "invalid_paging")
    }

    /// Creates the response with the events of a log after the event `from`, oldest first, and the URL of the next
    /// events.
    ///
    /// - SeeAlso: [Retrieve Log Events Using the Management
    ///   API](https://auth0.com/docs/deploy-monitor/logs/retrieve-log-events-using-mgmt-api)
    func checkpoint(_ events: [LogEvent], domain: String) throws(Refusal) -> HTTPResponse {
        let query = try managementQuery()
        // Other parameters of the log are ignored, as the documentation says; SDKs send them always.
        let ignored: Set = ["page", "per_page", "include_totals", "sort", "q", "search"]
        try Self.checkNames(query, Self.selection.union(["from", "take"]).union(ignored))
        let (select, take) = (selection(query), try number("take", query, 50, 1...100))
        var rest = events[...]
        if let from = query["from"] {
            guard let number = Int(from) else { throw .query("There is no event \(from)", on: "from") }
            rest = rest.drop { $0.number <= number }
        }
        let shown = rest.prefix(take)
        let response = HTTPResponse.json(.array(shown.map { select($0.json) }))
        guard let last = shown.last else { return response }
        let next = "\(domain)\(request.path)?from=\(last.number)&take=\(take)"
        return response.with("Link", "<\(next)>; rel=\"next\"")
    }

    /// Sorts a list by the parameter `sort`, if there is one: a field of `keys`, and 1 or -1 for its direction.
    func sorted<Item, Key: Comparable>(_ items: [Item], by keys: [String: (Item) -> Key]) throws(Refusal) -> [Item] {
        guard let order = try managementQuery()["sort"] else { return items }
        guard let parsed = ListOrder(order), let key = keys[parsed.field] else {
            throw .query("The emulator sorts this list by \(keys.keys.sorted()) alone, not by \(order)")
        }
        return parsed.apply(items.sorted { key($0) < key($1) })
    }

    /// Creates the response with the members of one record that the query selects.
    func record(_ record: JSONValue) throws(Refusal) -> HTTPResponse {
        let query = try managementQuery()
        try Self.checkNames(query, Self.selection)
        return .json(selection(query)(record))
    }

    private static let flags: Set = [
        "include_totals", "include_fields", "is_global", "is_first_party", "primary_order",
        "consider_brute_force_enablement",
    ]

    /// Refuses members of a query that an endpoint does not have, and flags that are neither true nor false.
    static func checkNames(_ query: [String: String], _ names: Set<String>) throws(Refusal) {
        for (name, value) in query.sorted(by: { $0.key < $1.key }) {
            guard names.contains(name) else { throw .query("Additional properties not allowed: \(name)") }
            guard !flags.contains(name) || ["true", "false"].contains(value) else {
                throw .query("Expected type boolean but found type string", on: name)
            }
        }
    }

    /// Returns the function that selects the members that `fields` names, or all others.
    private func selection(_ query: [String: String]) -> (JSONValue) -> JSONValue {
        let includes = query["include_fields"] != "false"
        guard let list = query["fields"], !list.isEmpty else { return { $0 } }
        let names = Set(list.split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init))
        return { value in
            guard case .object(let members) = value else { return value }
            return .object(members.filter { names.contains($0.name) == includes })
        }
    }

    private func number(
        _ name: String, _ query: [String: String], _ usual: Int, _ range: ClosedRange<Int>
    ) throws(Refusal) -> Int {
        guard let text = query[name] else { return usual }
        guard let number = Int(text) else {
            throw .query("Expected type integer but found type string", on: name)
        }
        guard number >= range.lowerBound else {
            throw .query("Value \(number) is less than minimum \(range.lowerBound)", on: name)
        }
        guard number <= range.upperBound else {
            throw .query("Value \(number) is greater than maximum \(range.upperBound)", on: name)
        }
        return number
    }
}

/// The order of a list: a field, and a direction, such as `name:1`, or `name:-1` for descending order.
struct ListOrder: Hashable {
    let field: String
    private let isAscending: Bool

    init?(_ text: String) {
        let parts = text.split(separator: ":").map(String.init)
        guard parts.count == 2, ["1", "-1"].contains(parts[1]) else { return nil }
        (field, isAscending) = (parts[0], parts[1] == "1")
    }

    /// Returns items in this order that are in ascending order.
    func apply<Item>(_ ascending: [Item]) -> [Item] { isAscending ? ascending : ascending.reversed() }
}

extension Refusal {
    /// The members of queries that are no texts, with the descriptions of the Management API.
    ///
    /// - SeeAlso: [Management API](https://auth0.com/docs/api/management/v2/users/get-users)
    static let queryMembers: [String: (type: String, text: String)] = [
        "page": ("integer", "Page index of the results to return. First page is 0."),
        "per_page": ("integer", "Number of results per page."),
        "take": ("integer", "Number of results per page. Defaults to 50."),
        "include_totals": (
            "boolean",
            "Return results inside an object that contains the total result count (true) or as a direct array of results "
                + "(false, default)."
        ),
        "include_fields": ("boolean", "Whether specified fields are to be included (true) or excluded (false)."),
    ]

    /// The refusal of a query, with the description of the member that has the defect, if there is one.
    static func query(_ defect: String, on name: String? = nil) -> Refusal {
        let place = name.map { " on property \($0)" + (queryMembers[$0].map { " (\($0.text))" } ?? "") } ?? ""
        return .management(400, "Query validation error: '\(defect)'\(place).", code: "invalid_query_string")
    }
}
