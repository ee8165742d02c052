import ByteEncodings

extension TenantSeed.Connection {
    static let fields: [SeedField<Self>] = [
        .required("name", \.name, "The name in requests.", managed: "name"),
        .value("strategy", .choice(strategies), \.strategy, "The kind.", managed: "strategy") {
            reader, name throws(EmulatorError) in
            Strategy.Kind(rawValue: try reader.required(name, of: strategies)).map(Strategy.init)
        } write: {
            $0.kind.rawValue.json
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

    private static let strategies = Strategy.Kind.allCases.map(\.rawValue)
}

extension TenantSeed.Organization {
    static let fields: [SeedField<Self>] = [
        .required("id", \.id, "The ID.", managed: "id"),
        .required("name", \.name, "The name in requests, in lower case.", managed: "name"),
        .text("display_name", \.displayName, or: \.name, "The name that users see; the name by default."),
        .texts("connections", \.connections, "The connections whose users may log in; all by default."),
        .flag(
            "assign_membership_on_login", \.assignsMembershipOnLogin,
            "Whether a user becomes a member by logging in; false by default."),
        .texts("members", \.members, "The members, by user ID, e-mail address, user name or phone number."),
    ]
}

extension TenantSeed.API {
    static let fields: [SeedField<Self>] = [
        .required("audience", \.audience, "The identifier.", managed: "identifier"),
        .texts("scopes", \.scopes, "The scopes."),
        .texts("privileged_scopes", \.privilegedScopes, "The scopes that only users with the permission receive."),
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
