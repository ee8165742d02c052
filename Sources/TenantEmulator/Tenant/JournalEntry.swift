import ByteEncodings

/// A request that the tenant has read.
public struct JournalEntry: Sendable {
    /// The position among all requests, from 1.
    public let number: Int
    /// The request method.
    public let method: String
    /// The request target without the query, as it was sent.
    public let path: String
    /// The part of the target after the question mark, as it was sent.
    public let query: String?
    /// The headers, in the order they were sent.
    public let headers: Headers
    /// The body.
    public let body: [UInt8]
    /// The status of the response; `nil` while the request waits, or if the connection ended without a response.
    public internal(set) var status: Int?

    /// The body, decoded as UTF-8.
    public var text: String { String(decoding: body, as: UTF8.self) }

    init(number: Int, _ request: HTTPRequest) {
        self.number = number
        (method, path, query) = (request.method, request.path, request.query)
        (headers, body) = (Headers(fields: request.headers), request.body)
    }

    var json: JSONValue {
        .members([
            "number": number, "method": method, "path": path, "query": query, "body": text, "status": status,
            "headers": headers.map { JSONValue.members(["name": $0.name, "value": $0.value]) },
        ])
    }
}

extension JournalEntry: CustomStringConvertible {
    /// The number, the request line without the query, and the status.
    public var description: String { "\(number) \(method) \(path) \(status.map(String.init) ?? "-")" }
}
