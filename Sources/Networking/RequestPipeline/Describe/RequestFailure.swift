/// The error type of a client: every way in which one of its requests can fail becomes one.
public protocol RequestFailure: Error, Sendable {
    /// The server refused, and said why in JSON.
    ///
    /// - Parameters:
    ///   - info: The members of its answer.
    ///   - statusCode: The status of its answer.
    init(info: [String: any Sendable], statusCode: Int)

    /// Something else went wrong.
    ///
    /// - Parameters:
    ///   - cause: What: a `TransportError`, a ``ResponseError``, or what a validator threw.
    ///   - statusCode: The status of the answer, 0 when there was none.
    init(cause: any Error, statusCode: Int)
}
