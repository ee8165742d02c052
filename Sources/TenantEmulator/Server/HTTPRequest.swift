/// A request as it was read from the wire.
struct HTTPRequest: Sendable {
    let method: String
    /// The target as it was sent, query included.
    let target: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    /// The target without its query, escapes unresolved.
    var path: String { String(target.prefix { $0 != "?" }) }

    /// What follows the first question mark.
    var query: String? { target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } }

    /// The only field of that name, of any case; `nil` when there is none or more than one.
    func header(_ name: String) -> String? {
        let matches = headers.filter { $0.name.lowercased() == name }
        return matches.count == 1 ? matches.first?.value : nil
    }
}
