/// The users by ID, with an index of their e-mail addresses, user names, phone numbers, and IDs in any case.
struct UserDirectory: Sendable {
    private var users: [String: User] = [:]
    /// The IDs of the users, by an identifier of one of their accounts in lower case.
    private var owners: [String: Set<String>] = [:]
    /// The IDs in ascending order.
    private(set) var ids: [String] = []
    /// The IDs of the users that have changed since the last call of ``takeChanges()``; `nil` if changes are not
    /// tracked.
    private var changed: Set<String>?
    /// The IDs in the orders of lists, two for each field, each until the value of its field changes for a user.
    private var orders: [ListOrder: [String]] = [:]

    /// Creates a directory; if several users have the same ID, the first user counts.
    init(_ people: [User] = []) {
        users = Dictionary(people.map { ($0.id, $0) }) { first, _ in first }
        ids = users.keys.sorted()
        for user in users.values { index(user) }
    }

    var count: Int { users.count }
    /// The users in the order of their IDs.
    var sorted: some RandomAccessCollection<User> { people(ids) }
    /// The users in no order.
    var values: some Collection<User> { users.values }

    subscript(_ id: String) -> User? {
        get { users[id] }
        set { replace(id, by: newValue) }
    }

    /// The users with these IDs, in the order of the IDs.
    func users(with wanted: Set<String>) -> some RandomAccessCollection<User> {
        let isFew = wanted.count < ids.count / 16
        return people(isFew ? wanted.filter { users[$0] != nil }.sorted() : ids.filter(wanted.contains))
    }

    /// The users with these IDs, all of which exist.
    func people(_ ids: [String]) -> some RandomAccessCollection<User> {
        ids.lazy.map { [users] id in
            guard let user = users[id] else { preconditionFailure("no user has the ID \(id)") }
            return user
        }
    }

    /// The IDs of all users in an order.
    ///
    /// - Complexity: O(1) unless a value of the field has changed since the last call.
    mutating func ids(in order: ListOrder) -> [String] {
        if let known = orders[order] { return known }
        let sorted = order.ids(of: users.values)
        orders[order] = sorted
        return sorted
    }

    /// The users with this ID, e-mail address, user name or phone number in any case, in the order of their IDs.
    func users(called identifier: String) -> [User] {
        (owners[identifier.lowercased()] ?? []).sorted().compactMap { users[$0] }
    }

    /// Whether a user, or an account that is linked to one, has this ID.
    func hasAccount(_ id: String) -> Bool {
        users(called: id).contains { user in user.id == id || user.linked.contains { $0.id == id } }
    }

    mutating func trackChanges() { changed = [] }

    /// The IDs of the users that have changed since the last call; a user with such an ID may have been removed.
    mutating func takeChanges() -> Set<String> {
        defer { changed = changed.map { _ in [] } }
        return changed ?? []
    }

    private mutating func replace(_ id: String, by user: User?) {
        let old = users[id]
        changed?.insert(id)
        users[id] = user
        if (old == nil) != (user == nil) {
            let place = place(of: id)
            if user == nil { ids.remove(at: place) } else { ids.insert(id, at: place) }
        }
        orders = orders.filter { order, _ in old?.text(for: order) == user?.text(for: order) }
        guard old?.names != user?.names else { return }
        for name in old?.identifiers ?? [] {
            owners[name]?.remove(id)
            if owners[name]?.isEmpty == true { owners[name] = nil }
        }
        if let user { index(user) }
    }

    private mutating func index(_ user: User) {
        for name in user.identifiers { owners[name, default: []].insert(user.id) }
    }

    /// The index of an ID in ``ids``, or the index to insert it at.
    private func place(of id: String) -> Int {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension User {
    /// The IDs and the identifiers of all accounts.
    fileprivate var names: [String?] {
        ([record] + linked).flatMap { [$0.id, $0.email, $0.username, $0.phoneNumber] }
    }

    /// The names in lower case.
    fileprivate var identifiers: Set<String> { Set(names.compactMap { $0?.lowercased() }) }
}
