struct HTTPRequest: Sendable {
    let method: String
    /// The request target in origin form, otherwise as it was sent, with the query.
    let target: String
    /// The target without the query, still percent-encoded.
    let path: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]
    /// The literal address of the client; `nil` if it is unknown.
    let client: String?

    init(
        method: String, target: String, headers: [(name: String, value: String)], body: [UInt8], client: String? = nil
    ) {
        var (target, headers) = (target, headers)
        // An absolute target, as clients of a proxy send it, replaces the Host field: RFC 9112 §3.2.2.
        if target.utf8.first != UInt8(ascii: "/"),
            let scheme = ["http://", "https://"].first(where: { target.prefix($0.count).lowercased() == $0 })
        {
            let rest = target.dropFirst(scheme.count)
            let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            headers = headers.filter { $0.name.lowercased() != "host" } + [("Host", String(rest[..<end]))]
            target = (rest[end...].first == "/" ? "" : "/") + rest[end...]
        }
        (self.method, self.target, self.headers, self.body) = (method, target, headers, body)
        self.client = client
        path = target.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(target[..<$0]) } ?? target
    }

    var query: String? { target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } }

    /// Finds a header by its lowercase name; `nil` if it is absent or occurs more than once.
    func header(_ name: String) -> String? {
        let matches = fields(name)
        return matches.dropFirst().isEmpty ? matches.first?.value : nil
    }

    /// The headers of a lowercase name, in the order they were sent.
    func fields(_ name: String) -> LazyFilterSequence<[(name: String, value: String)]> {
        headers.lazy.filter { header in
            header.name.utf8.count == name.utf8.count
                && zip(header.name.utf8, name.utf8).allSatisfy { $0 == $1 || Self.lowercased($0) == $1 }
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
