import ByteEncodings
public import HTTPMessages

/// A request that a ``CannedTenant`` received.
public struct RecordedRequest: Sendable {
    /// The request as it was sent.
    public let request: TransportRequest
    /// The members of the body, which is JSON or a form; empty for any other body.
    public let parameters: [String: any Sendable]
    /// The items of the query.
    public let query: [String: String]

    init(_ request: TransportRequest) {
        self.request = request
        query = Self.items(request.url.query ?? "")
        if let members = (try? JSONValue(parsing: request.body))?.freeFormObject {
            parameters = members
        } else {
            parameters = Self.items(String(decoding: request.body, as: UTF8.self))
        }
    }

    /// The request method.
    public var method: String { request.method.rawValue }
    /// The path, percent-encoded.
    public var path: String { request.url.path }

    /// Returns a parameter of the body.
    ///
    /// - Parameter name: The name of the parameter.
    /// - Returns: The text; `nil` if there is no such parameter, or if it is no text.
    public func parameter(named name: String) -> String? { parameters[name] as? String }

    private static func items(_ text: String) -> [String: String] {
        let items = (try? FormEncoding.decode(text)) ?? []
        return Dictionary(items.map { ($0.name, $0.value) }) { first, _ in first }
    }
}
