/// A value that came with an ID token.
public protocol IDTokenCarrying: Sendable {
    /// The ID token; empty when none came.
    var idToken: String { get }
    /// The access token that came with it, for `at_hash`; `nil` when what came is no access token.
    var accessTokenBesideIDToken: String? { get }
}
