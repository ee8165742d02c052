/// The error type of a client; every failure of its requests is converted to it.
public protocol RequestFailure: Error, Sendable {
    /// Creates an error from an error response with a JSON body.
    ///
    /// - Parameters:
    ///   - info: The members of the JSON object.
    ///   - statusCode: The status code of the response.
    init(info: [String: any Sendable], statusCode: Int)

    /// Creates an error from any other failure.
    ///
    /// - Parameters:
    ///   - cause: The underlying error: a `TransportError`, a ``ResponseError``, or the error of a validator.
    ///   - statusCode: The status code of the response, or 0 if there was none.
    init(cause: any Error, statusCode: Int)
}

/// Returns the status of a refusal and its meaning, in parentheses; an empty text for other responses.
package func meaning(ofStatus status: Int) -> String {
    switch status {
    case 401: " (status 401: the token or the secret is missing or invalid, or has expired)"
    case 429: " (status 429: too many requests)"
    case 503: " (status 503: the server is not available, try again later)"
    case 400...: " (status \(status))"
    default: ""
    }
}
