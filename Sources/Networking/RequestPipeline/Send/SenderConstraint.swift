package import HTTPMessages

/// A type that binds a client's requests to a key, so that a stolen token cannot be used without the key.
///
/// - SeeAlso: [RFC 9449](https://www.rfc-editor.org/rfc/rfc9449)
package protocol SenderConstraint: AnyObject, Sendable {
    /// Returns the binding of a request.
    func binding(of endpoint: Endpoint) -> SenderBinding

    /// Adds a proof to a message; each call creates a new one. The completion is called exactly once: before this
    /// method returns if the key is in memory, and otherwise on a thread of the SDK.
    func bind(
        _ message: TransportRequest, _ binding: SenderBinding,
        completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void)

    /// Stores the nonce of a response with any status. Returns whether the server requires the request to be repeated
    /// with a new proof.
    func asksAgain(_ response: TransportResponse, to message: TransportRequest) -> Bool

    /// Returns the error of a response that the client cannot use: tokens that are bound to a key, although the message
    /// had no proof.
    func problem(of response: TransportResponse, to message: TransportRequest) -> (any Error)?
}

/// The rule that determines whether a request is bound to a key.
package enum SenderBinding: Sendable, Hashable {
    /// The request is not bound.
    case none
    /// The request is bound if a key exists.
    case whenKeyExists
    /// The request is bound, because its token is; it fails if the key no longer exists.
    case toExistingKey
    /// The request is bound; a missing key is created.
    case always
}
