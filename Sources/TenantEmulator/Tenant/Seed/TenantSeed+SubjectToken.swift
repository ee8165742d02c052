extension TenantSeed {
    /// A token of another issuer that a token exchange accepts for a user: for an application's logins with Apple and
    /// Facebook, and for custom token exchanges.
    public struct SubjectToken: Sendable {
        /// The token, such as an authorization code of Apple; `subject_token` in JSON.
        public var token: String
        /// The type, `subject_token_type` in JSON: `http://auth0.com/oauth/token-type/apple-authz-code`,
        /// `http://auth0.com/oauth/token-type/facebook-info-session-access-token`, or a URI of a custom exchange.
        public var type: String
        /// The ID, e-mail address, user name or phone number of the user.
        public var user: String
        /// The number of exchanges; `nil` for any number.
        public var times: Int?

        /// Creates a token.
        ///
        /// - Parameters:
        ///   - token: The token.
        ///   - type: The type.
        ///   - user: The ID, e-mail address, user name or phone number of the user.
        ///   - times: The number of exchanges; `nil`, the default, for any number.
        public init(_ token: String, type: String, user: String, times: Int? = nil) {
            (self.token, self.type, self.user, self.times) = (token, type, user, times)
        }
    }
}
