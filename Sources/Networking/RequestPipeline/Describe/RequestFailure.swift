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
