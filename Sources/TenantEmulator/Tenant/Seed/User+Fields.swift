import ByteEncodings

extension TenantSeed.User {
    static let fields: [SeedField<Self>] = identity + records + login

    private static let identity: [SeedField<Self>] = [
        .required("connection", \.connection, "The name of the connection."),
        .text("user_id", \.id, "The ID; a random one by default."),
        .text("email", \.email, "The e-mail address."),
        .flag("email_verified", \.isEmailVerified, "Whether the e-mail address is verified; false by default."),
        .text("username", \.username, "The user name."),
        .text("phone_number", \.phoneNumber, "The phone number."),
        .text("password", \.password, "The password; without one the user cannot log in with a password."),
        .flag("blocked", \.isBlocked, "Whether the user is blocked; false by default."),
    ]

    private static let records: [SeedField<Self>] = [
        .object("profile", \.profile, "The claims of the profile, such as given_name."),
        .object("user_metadata", \.userMetadata, "The metadata that the user can read and change."),
        .object("app_metadata", \.appMetadata, "The metadata that the user can only read."),
        .value("permissions", .object, \.permissions, "The permissions, by the identifier of the API.") {
            reader, name throws(EmulatorError) in
            try reader.scopesByAudience(name)?.mapValues(Set.init)
        },
    ]

    private static let login: [SeedField<Self>] = [
        .value(
            "login_refusal", .object, \.loginRefusal,
            "status and body of the response to the correct password; tokens by default."
        ) { reader, name throws(EmulatorError) in
            try reader.optional(name, "an object with the number status and the object body", LoginRefusal.init)
        },
        .value(
            "authentication_methods", .list, \.authenticationMethods,
            "The methods of the My Account API: id, type and fields of each."
        ) { reader, name throws(EmulatorError) in
            try reader.list(name, AuthenticationMethod.init)
        },
        .value("second_factors", .list, \.secondFactors, "The second factors: id, type and target of each.") {
            reader, name throws(EmulatorError) in
            try reader.list(name, SecondFactor.init)
        },
        .flag("mfa_required", \.requiresSecondFactor, "Whether the user needs a second factor; false by default."),
        .text("recovery_code", \.recoveryCode, "The recovery code that replaces a second factor once."),
    ]
}
