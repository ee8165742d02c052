import ByteEncodings

/// A request the tenant has read.
public struct JournalEntry: Sendable {
    /// Its place among all requests, from 1.
    public let number: Int
    /// The method.
    public let method: String
    /// The target without its query, escapes as they were sent.
    public let path: String
    /// What follows the question mark, as it was sent.
    public let query: String?
    /// The fields in their order.
    public let headers: [(name: String, value: String)]
    /// The body.
    public let body: [UInt8]
    /// The status it was answered with; `nil` while it waits, and when the connection ended without an answer.
    public internal(set) var status: Int?

    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of the first field of that name, of any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    init(number: Int, _ request: HTTPRequest) {
        self.number = number
        (method, path, query) = (request.method, request.path, request.query)
        (headers, body) = (request.headers, request.body)
    }

    var json: JSONValue {
        .members([
            "number": number, "method": method, "path": path, "query": query, "body": text, "status": status,
            "headers": headers.map { JSONValue.members(["name": $0.name, "value": $0.value]) },
        ])
    }
}

extension JournalEntry: CustomStringConvertible {
    /// Shows the request line without the query, and the status.
    public var description: String { "\(number) \(method) \(path) \(status.map(String.init) ?? "-")" }
}
