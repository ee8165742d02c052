/// A request as the server read it.
struct HTTPRequest: Sendable {
    let method: String
    /// The request target as it was sent, with the query.
    let target: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    /// The target without the query, still percent-encoded.
    var path: String { String(target.prefix { $0 != "?" }) }

    /// The part of the target after the first question mark.
    var query: String? { target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } }

    /// Finds a header by its lowercase name.
    ///
    /// - Returns: The value; `nil` if the header is absent or occurs more than once.
    func header(_ name: String) -> String? {
        let matches = headers.filter { $0.name.lowercased() == name }
        return matches.count == 1 ? matches.first?.value : nil
    }
}
