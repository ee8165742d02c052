public import Auth0

extension UserInfo {
    /// Creates a profile, for a test double.
    ///
    /// - Parameters:
    ///   - sub: The ID of the user, `auth0|test` by default.
    ///   - name: The full name; `nil`, the default, for none.
    ///   - email: The e-mail address; `nil`, the default, for none.
    ///   - emailVerified: Whether the address is verified; `nil`, the default, if the profile lacks the claim.
    ///   - claims: Other claims by their names in JSON, such as `given_name`; none by default.
    public init(
        sub: String = "auth0|test", name: String? = nil, email: String? = nil, emailVerified: Bool? = nil,
        claims: [String: any Sendable] = [:]
    ) {
        var json = claims
        json["sub"] = sub
        if let name { json["name"] = name }
        if let email { json["email"] = email }
        if let emailVerified { json["email_verified"] = emailVerified }
        guard let profile = UserInfo(json: json) else { preconditionFailure("sub is a string") }
        self = profile
    }
}
