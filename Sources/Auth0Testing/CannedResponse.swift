import ByteEncodings
public import HTTPMessages

/// A prepared response of a ``CannedTenant``.
public struct CannedResponse: Sendable {
    /// The result of the transport; `nil` keeps the request waiting until it is cancelled.
    let result: Result<TransportResponse, TransportError>?

    init(result: Result<TransportResponse, TransportError>?) { self.result = result }

    init(status: Int, fields: TransportFields = [:], bytes: [UInt8]) {
        var fields = fields
        fields["Content-Type"] = "application/json"
        self.init(result: .success(TransportResponse(status: status, fields: fields, body: bytes)))
    }

    /// Returns the result; a pending response has none until the task is cancelled.
    func received() async throws -> TransportResponse {
        guard let result else {
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw CancellationError()
        }
        return try result.get()
    }

    /// The JSON of free-form members; `nil` for values that JSON does not have.
    static func body(_ members: [String: any Sendable]) -> [UInt8]? {
        guard let value = try? JSONValue(freeForm: members) else { return nil }
        var writer = JSONWriter()
        writer.write(value)
        return writer.bytes
    }

    // MARK: Any response

    /// A response with a JSON object.
    ///
    /// - Parameters:
    ///   - members: The members of the object: strings, numbers, Booleans, and arrays and dictionaries of them.
    ///   - status: The status code, 200 by default.
    ///   - fields: Header fields in addition to `Content-Type`; none by default.
    /// - Returns: The response; a failed request with the code `invalidArgument` for values that JSON does not have.
    public static func json(
        _ members: [String: any Sendable], status: Int = 200, fields: TransportFields = [:]
    ) -> CannedResponse {
        guard let body = body(members) else {
            return .failure(TransportError(.invalidArgument, detail: "a canned response has a value that is not JSON"))
        }
        return CannedResponse(status: status, fields: fields, bytes: body)
    }

    /// A response with a text of JSON, for example an array.
    ///
    /// - Parameters:
    ///   - text: The text, unchanged.
    ///   - status: The status code, 200 by default.
    /// - Returns: The response.
    public static func json(text: String, status: Int = 200) -> CannedResponse {
        CannedResponse(status: status, bytes: Array(text.utf8))
    }

    /// A response without a body.
    ///
    /// - Parameter status: The status code, 204 by default.
    /// - Returns: The response.
    public static func empty(status: Int = 204) -> CannedResponse {
        CannedResponse(result: .success(TransportResponse(status: status)))
    }

    /// A request that fails in the network.
    ///
    /// - Parameter error: The error, such as `TransportError(.timedOut)`.
    /// - Returns: The failure.
    public static func failure(_ error: TransportError) -> CannedResponse { CannedResponse(result: .failure(error)) }

    /// No response, until the request is cancelled.
    public static let pending = CannedResponse(result: nil)

    static func noResponse(to request: String) -> CannedResponse {
        .failure(
            TransportError(
                .invalidArgument, detail: "CannedTenant has no response to \(request): call respond(to:with:)"))
    }
}
