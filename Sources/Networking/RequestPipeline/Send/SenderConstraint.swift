package import HTTPMessages

/// Binds what a client sends to a key of its own, so that a stolen token is of no use to anybody else.
///
/// - SeeAlso: [RFC 9449](https://www.rfc-editor.org/rfc/rfc9449)
package protocol SenderConstraint: AnyObject, Sendable {
    /// How the request that `endpoint` describes is bound.
    func binding(of endpoint: Endpoint) -> SenderBinding

    /// Adds a proof to a message; each call makes a fresh one.
    ///
    /// - Parameters:
    ///   - message: What will be sent.
    ///   - binding: What to do when there is no key yet.
    ///   - completion: Called exactly once: inside this call when everything is at hand, else on a thread of the SDK.
    func bind(
        _ message: HTTPRequest, _ binding: SenderBinding,
        completion: @escaping @Sendable (Result<HTTPRequest, any Error>) -> Void)

    /// Learns from an answer.
    ///
    /// - Parameters:
    ///   - response: The answer, whatever it is.
    ///   - message: What was sent.
    /// - Returns: Whether the server wants the same once more, with another proof.
    func asksAgain(_ response: HTTPResponse, to message: HTTPRequest) -> Bool
}

/// Whether a request is bound to a key.
package enum SenderBinding: Sendable, Hashable {
    /// Never.
    case none
    /// When there is a key.
    case whenKeyExists
    /// Always: a key is made when there is none.
    case always
}
