import ByteEncodings
public import FoundationEssentials

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

    /// The time at which the request was read, by the tenant's clock.
    public let receivedAt: Date
    /// The time from the end of the request to the response; `nil` as long as there is none.
    public internal(set) var duration: Duration?
    /// The instant at which the request was read, for the duration.
    let start = ContinuousClock.now
    /// The answer; `nil` before it was sent, and after the next 1,000 requests.
    var answer: Answer?

    /// The body, decoded as UTF-8.
    public var text: String { String(decoding: body, as: UTF8.self) }

    init(number: Int, _ request: HTTPRequest, at time: Date) {
        (self.number, receivedAt) = (number, time)
        (method, path, query) = (request.method, request.path, request.query)
        (headers, body) = (Headers(fields: request.headers), request.body)
    }

    var json: JSONValue {
        .members([
            "number": number, "method": method, "path": path, "query": query, "body": text, "status": status,
            "client_id": clientID, "reason": reason, "received_at": receivedAt.timestamp,
            "milliseconds": duration.map { JSONValue.double($0 / .milliseconds(1)) }, "response": answer?.redacted,
            "headers": headers.map { JSONValue.members(["name": $0.name, "value": $0.value]) },
        ])
    }
}

extension JournalEntry: CustomStringConvertible {
    /// The number, the request line without the query, and the status.
    public var description: String { "\(number) \(method) \(path) \(status.map(String.init) ?? "-")" }
}

extension JournalEntry {
    /// The headers of a request, in the order they were sent.
    public struct Headers: Sendable, Sequence {
        let fields: [(name: String, value: String)]

        /// Finds the value of the first header of a name.
        ///
        /// - Parameter name: The name, in any case.
        /// - Returns: The value; `nil` if there is no such header.
        public subscript(_ name: String) -> String? { values(of: name).first }

        /// Finds the values of every header of a name.
        ///
        /// - Parameter name: The name, in any case.
        /// - Returns: The values, in the order they were sent.
        public func values(of name: String) -> [String] {
            let name = name.lowercased()
            return fields.filter { $0.name.lowercased() == name }.map(\.value)
        }

        /// Creates an iterator over names and values.
        ///
        /// - Returns: The iterator.
        public func makeIterator() -> IndexingIterator<[(name: String, value: String)]> { fields.makeIterator() }
    }
}
