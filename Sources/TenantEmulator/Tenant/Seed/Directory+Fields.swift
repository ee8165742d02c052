import ByteEncodings

extension TenantSeed.Connection {
    /// The fields of a connection.
    static let fields: [SeedField<Self>] = [
        .required("name", \.name, "The name in requests.", managed: "name"),
        .other("strategy", .choice(Strategy.Kind.allCases.map(\.rawValue)), "The kind.", managed: "strategy") {
            reader, connection throws(EmulatorError) in
            let name = try reader.required("strategy", of: Strategy.Kind.allCases.map(\.rawValue))
            connection.strategy = Strategy(kind: Strategy.Kind(rawValue: name) ?? .database)
        } write: {
            $0.strategy.kind.rawValue.json
        },
        .text("display_name", \.displayName, or: \.name, "The name that users see; the name by default."),
        .flag("requires_username", \.requiresUsername, "Whether a user needs a user name; false by default."),
        .flag("disable_signup", \.allowsSignup, "Whether users cannot sign up; false by default.", isOpposite: true),
        .flag("disable_passkeys", \.allowsPasskeys, "Whether passkeys are off; false by default.", isOpposite: true),
        .flag(
            "hide_existing_users", \.hidesExistingUsers,
            "Whether a sign-up with an existing address fails like any other; false by default."),
        .choice("password_policy", \.passwordPolicy.rules, "The required strength of passwords; good by default."),
        .texts("used_passwords", \.usedPasswords, "The passwords that are rejected as used before."),
    ]
}

extension TenantSeed.Organization {
    /// The fields of an organization.
    static let fields: [SeedField<Self>] = [
        .required("id", \.id, "The ID.", managed: "id"),
        .required("name", \.name, "The name in requests, in lower case.", managed: "name"),
        .text("display_name", \.displayName, or: \.name, "The name that users see; the name by default."),
        .texts("connections", \.connections, "The connections whose users may log in; all by default."),
        .flag(
            "assign_membership_on_login", \.assignsMembershipOnLogin,
            "Whether a user becomes a member by logging in; false by default."),
        .other("members", .list, "The members, by user ID, e-mail address, user name or phone number.") {
            reader, organization throws(EmulatorError) in
            organization.members = Set(try reader.texts("members"))
        } write: {
            $0.members.sorted().json
        },
    ]
}

extension TenantSeed.API {
    /// The fields of an API.
    static let fields: [SeedField<Self>] = [
        .required("audience", \.audience, "The identifier.", managed: "identifier"),
        .texts("scopes", \.scopes, "The scopes."),
        .other("privileged_scopes", .list, "The scopes that only users with the permission receive.") {
            reader, api throws(EmulatorError) in
            api.privilegedScopes = Set(try reader.texts("privileged_scopes"))
        },
        .texts(
            "authorization_details_types", \.authorizationDetailsTypes,
            "The types of authorization details that the API knows (RFC 9396)."),
        .flag(
            "allow_offline_access", \.allowsOfflineAccess,
            "Whether clients of the API can receive refresh tokens; true by default.", managed: "allow_offline_access"),
        .choice(
            "token_dialect", \.tokenDialect.kind, "The format of access tokens; access_token by default.",
            managed: "token_dialect"),
    ]
}
