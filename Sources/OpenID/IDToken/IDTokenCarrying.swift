/// A server response that may contain an ID token.
public protocol IDTokenCarrying: Sendable {
    /// The ID token; empty if the response has none.
    var idToken: String { get }
    /// The access token issued together with the ID token, for `at_hash`; `nil` if there is none.
    var accessTokenBesideIDToken: String? { get }
}
