import HTTPMessages

extension Transport {
    /// Sends a request and waits for what becomes of it.
    func result(_ request: HTTPRequest) async -> Result<HTTPResponse, TransportError> {
        await withCheckedContinuation { continuation in
            _ = send(request) { continuation.resume(returning: $0) }
        }
    }

    /// Sends a request and returns the answer.
    func response(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await result(request).get()
    }

    /// Sends a request and returns the error, or `nil` when there is an answer.
    func failure(_ request: HTTPRequest) async -> TransportError? {
        guard case .failure(let error) = await result(request) else { return nil }
        return error
    }
}

extension HTTPRequest {
    static func get(_ url: String, timeout: Duration? = nil) throws -> HTTPRequest {
        HTTPRequest(method: .get, url: try HTTPURL(url), timeout: timeout)
    }

    static func post(_ url: String, _ body: String = #"{"a":1}"#, timeout: Duration? = nil) throws -> HTTPRequest {
        HTTPRequest(
            method: .post, url: try HTTPURL(url), fields: ["Content-Type": "application/json"], body: Array(body.utf8),
            timeout: timeout)
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
