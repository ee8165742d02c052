/// A whole, complete answer.
public struct HTTPResponse: Sendable {
    /// The status code, 200…599.
    public let status: Int
    /// The header fields of the final response.
    public let fields: HTTPFields
    /// The content, after every content coding was undone.
    public let body: [UInt8]

    /// For transports, ours and yours.
    public init(status: Int, fields: HTTPFields = HTTPFields(), body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}
