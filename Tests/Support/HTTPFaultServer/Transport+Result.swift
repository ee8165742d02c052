package import HTTPMessages
package import LibcurlTransport

extension Transport {
    /// Sends a request and waits for its result.
    ///
    /// - Parameter request: The request.
    /// - Returns: The server response, or the error.
    package func result(_ request: TransportRequest) async -> Result<TransportResponse, TransportError> {
        await withCheckedContinuation { continuation in
            _ = send(request) { continuation.resume(returning: $0) }
        }
    }

    /// Sends a request and returns the server response.
    ///
    /// - Parameter request: The request.
    /// - Returns: The server response.
    /// - Throws: `TransportError`.
    package func response(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try await result(request).get()
    }

    /// Sends a request and returns the error.
    ///
    /// - Parameter request: The request.
    /// - Returns: The error; `nil` when the server responded.
    package func failure(_ request: TransportRequest) async -> TransportError? { await result(request).failure }
}

extension CurlTransport {
    /// Creates a transport with changed settings.
    ///
    /// - Parameter change: Changes the default settings.
    /// - Throws: The error of `change`.
    package convenience init(_ change: (inout Configuration) throws -> Void) rethrows {
        var configuration = Configuration()
        try change(&configuration)
        self.init(configuration: configuration)
    }
}

extension Result where Success == TransportResponse, Failure == TransportError {
    /// The error; `nil` for a server response.
    package var failure: TransportError? { if case .failure(let error) = self { error } else { nil } }
    /// The server response; `nil` for an error.
    package var response: TransportResponse? { if case .success(let response) = self { response } else { nil } }
}

extension TransportRequest {
    /// A `GET` request.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - timeout: The time limit; `nil` is the transport's.
    /// - Returns: The request.
    /// - Throws: The error of `HTTPURL` for an invalid address.
    package static func get(_ url: String, timeout: Duration? = nil) throws -> TransportRequest {
        TransportRequest(method: .get, url: try HTTPURL(url), timeout: timeout)
    }

    /// A `POST` request with a JSON body.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - body: The body.
    ///   - timeout: The time limit; `nil` is the transport's.
    /// - Returns: The request.
    /// - Throws: The error of `HTTPURL` for an invalid address.
    package static func post(
        _ url: String, _ body: String = #"{"a":1}"#, timeout: Duration? = nil
    ) throws -> TransportRequest {
        TransportRequest(
            method: .post, url: try HTTPURL(url), fields: ["Content-Type": "application/json"], body: Array(body.utf8),
            timeout: timeout)
    }
}

extension TransportResponse {
    /// The body as UTF-8 text.
    package var text: String { String(decoding: body, as: UTF8.self) }
}
