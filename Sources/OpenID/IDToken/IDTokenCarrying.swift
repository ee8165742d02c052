/// A server response that may contain an ID token; the constraint of `Request.validateClaims()`.
///
/// Types of this package conform to it; a program has no need to name it.
public protocol _IDTokenCarrying: Sendable {
    /// The ID token; empty if the response has none.
    var idToken: String { get }
    /// The access token issued together with the ID token, for `at_hash`; `nil` if there is none.
    var _accessTokenBesideIDToken: String? { get }
}
